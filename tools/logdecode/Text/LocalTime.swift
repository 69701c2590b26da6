// The only place that asks the C library about the machine's time zone.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

enum LocalTime {
    /// Seconds since 1970 of a moment given in local time; nil if no clock here ever showed it (a clock change).
    static func seconds(of civil: CivilTime) -> Int64? {
        var parts = tm()
        parts.tm_year = Int32(civil.year - 1900)
        parts.tm_mon = Int32(civil.month - 1)
        parts.tm_mday = Int32(civil.day)
        parts.tm_hour = Int32(civil.hour)
        parts.tm_min = Int32(civil.minute)
        parts.tm_sec = Int32(civil.second)
        parts.tm_isdst = -1
        let seconds = Int64(mktime(&parts))
        // mktime moves a time that does not exist to one that does, and returns -1 for a failure as well as for a
        // second of 1969: looking at the result's own calendar tells all three apart.
        let shown = CivilTime(secondsAsUTC: seconds + Int64(offset(at: seconds)))
        var wanted = civil
        wanted.nanosecond = 0
        return shown == wanted ? seconds : nil
    }

    /// What local time is ahead of UTC at a moment, in seconds.
    static func offset(at seconds: Int64) -> Int {
        var moment = time_t(seconds)
        var parts = tm()
        guard localtime_r(&moment, &parts) != nil else { return 0 }
        return Int(parts.tm_gmtoff)
    }
}
