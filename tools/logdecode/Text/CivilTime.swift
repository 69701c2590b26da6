// Calendar arithmetic of the proleptic Gregorian calendar, in nanoseconds since 1970-01-01T00:00:00Z. Days are counted
// in years that begin in March, so that the leap day is the last day of a year and needs no case of its own.

/// A moment as a calendar shows it, without a time zone.
struct CivilTime: Equatable {
    var year: Int
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var nanosecond = 0
}

extension CivilTime {
    static let nanosecondsPerSecond: Int64 = 1_000_000_000
    static let secondsPerDay: Int64 = 86_400

    /// Days from 1970-01-01 to the given day; negative before it.
    static func days(year: Int, month: Int, day: Int) -> Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era * 146_097 + dayOfEra - 719_468)
    }

    static func isLeap(year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    static func daysIn(month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Seconds since 1970 if this is meant in UTC.
    var secondsAsUTC: Int64 {
        Self.days(year: year, month: month, day: day) * Self.secondsPerDay
            + Int64(hour * 3600 + minute * 60 + second)
    }

    /// The moment `seconds` after 1970-01-01T00:00:00Z, in UTC.
    init(secondsAsUTC seconds: Int64) {
        let days = seconds.floorDivided(by: Self.secondsPerDay)
        let rest = Int(seconds - days * Self.secondsPerDay)
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = Int(shifted - era * 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        year = yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
    }
}

extension Int64 {
    /// Rounds towards minus infinity, as calendars do before 1970. `divisor` is positive.
    func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
