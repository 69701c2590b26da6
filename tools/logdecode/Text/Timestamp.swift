// Moments as records show them.

/// Writes moments in ISO 8601; remembers the last second, since neighbouring records mostly share it.
struct TimestampWriter {
    enum Zone: Sendable {
        case utc
        /// The machine's time zone, as `TZ` or /etc/localtime say.
        case local
    }

    /// 6 in text, 9 where nothing may be lost.
    let decimals: Int
    let zone: Zone
    private var second: Int64?
    private var prefix: [UInt8] = []
    private var suffix: [UInt8] = []

    init(decimals: Int, zone: Zone = .utc) {
        self.decimals = decimals
        self.zone = zone
    }

    mutating func append(_ nanoseconds: Int64, to line: inout [UInt8]) {
        let seconds = nanoseconds.floorDivided(by: CivilTime.nanosecondsPerSecond)
        if seconds != second { prepare(seconds) }
        line.append(contentsOf: prefix)
        // By remainder: the first second of all begins before what 64 bits can count.
        let remainder = nanoseconds % CivilTime.nanosecondsPerSecond
        var fraction = Int(remainder < 0 ? remainder + CivilTime.nanosecondsPerSecond : remainder)
        for _ in decimals..<9 { fraction /= 10 }
        line.append(fraction, digits: decimals)
        line.append(contentsOf: suffix)
    }

    private mutating func prepare(_ seconds: Int64) {
        second = seconds
        let offset = zone == .utc ? 0 : LocalTime.offset(at: seconds)
        let civil = CivilTime(secondsAsUTC: seconds + Int64(offset))
        prefix.removeAll(keepingCapacity: true)
        prefix.append(civil.year, digits: 4)
        for (mark, value) in [
            ("-", civil.month), ("-", civil.day), ("T", civil.hour), (":", civil.minute), (":", civil.second),
        ] {
            prefix.append(mark)
            prefix.append(value, digits: 2)
        }
        prefix.append(".")
        suffix = zone == .utc ? [UInt8(ascii: "Z")] : Self.offsetText(offset)
    }

    private static func offsetText(_ offset: Int) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: offset < 0 ? "-" : "+")]
        let minutes = Int(offset.magnitude) / 60
        text.append(minutes / 60, digits: 2)
        text.append(":")
        text.append(minutes % 60, digits: 2)
        return text
    }

    static func utc(_ nanoseconds: Int64, decimals: Int = 6) -> String {
        var writer = TimestampWriter(decimals: decimals)
        var line: [UInt8] = []
        writer.append(nanoseconds, to: &line)
        return String(decoding: line, as: UTF8.self)
    }
}
