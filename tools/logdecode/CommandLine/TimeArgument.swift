// Moments as people type them: ISO 8601, from a year-month-day down to nanoseconds.

/// A span of time as short as the typed moment is precise: a day for `2026-11-30`, a microsecond for six decimals.
struct TimeArgument: Equatable {
    /// Nanoseconds since 1970, first and last of the span.
    var first: Int64
    var last: Int64
}

extension TimeArgument {
    /// Reads `YYYY-MM-DD[(T| )hh:mm[:ss[.fraction]]][Z|±hh[[:]mm]]`; what gives no zone is meant in `zone`. `name` is
    /// what an error calls it.
    init(_ text: String, zone: TimestampWriter.Zone = .utc, name: String = "time") throws(UsageError) {
        var scanner = TimeScanner(text, zone: zone, name: name)
        var civil = CivilTime(year: try scanner.number(digits: 4, "a four-digit year"))
        try scanner.expect("-", "'-' after the year")
        civil.month = try scanner.number(digits: 2, "a two-digit month")
        try scanner.check(1...12 ~= civil.month, "there is no month \(civil.month)")
        try scanner.expect("-", "'-' after the month")
        civil.day = try scanner.number(digits: 2, "a two-digit day")
        let days = CivilTime.daysIn(month: civil.month, year: civil.year)
        try scanner.check(1...days ~= civil.day, "month \(civil.month) of \(civil.year) has \(days) days")

        var precision = CivilTime.secondsPerDay * CivilTime.nanosecondsPerSecond
        if scanner.skip("T") || scanner.skip("t") || scanner.skip(" ") {
            precision = try scanner.timeOfDay(into: &civil)
        }
        let seconds = try scanner.zone(of: civil)
        try scanner.check(scanner.atEnd, "unexpected '\(scanner.rest)'")

        let (product, overflow) = seconds.multipliedReportingOverflow(by: CivilTime.nanosecondsPerSecond)
        let (start, overflow2) = product.addingReportingOverflow(Int64(civil.nanosecond))
        let (end, overflow3) = start.addingReportingOverflow(precision - 1)
        try scanner.check(!overflow && !overflow2 && !overflow3, "times go from 1678 to 2261")
        self.init(first: start, last: end)
    }
}

/// Walks over the text and says, where it stops, what would have been right.
private struct TimeScanner {
    let text: String
    let defaultZone: TimestampWriter.Zone
    let name: String
    var left: Substring.UTF8View

    init(_ text: String, zone: TimestampWriter.Zone, name: String) {
        self.text = text
        self.name = name
        defaultZone = zone
        left = text[...].utf8
    }

    var atEnd: Bool { left.isEmpty }
    var rest: Substring { Substring(left) }

    func check(_ condition: Bool, _ problem: String) throws(UsageError) {
        if !condition { throw UsageError("\(name) '\(text)': \(problem) (expected like 2026-11-30T08:15:02.5Z)") }
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard left.first == UInt8(ascii: character) else { return false }
        left = left.dropFirst()
        return true
    }

    mutating func expect(_ character: Unicode.Scalar, _ what: String) throws(UsageError) {
        try check(skip(character), "\(what) is missing")
    }

    mutating func digit() -> Int? {
        guard let byte = left.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
        left = left.dropFirst()
        return Int(byte - UInt8(ascii: "0"))
    }

    mutating func number(digits: Int, _ what: String) throws(UsageError) -> Int {
        var value = 0
        for _ in 0..<digits {
            guard let next = digit() else {
                try check(false, "\(what) is missing")
                return 0
            }
            value = value * 10 + next
        }
        return value
    }

    /// Fills in the time of day; returns how many nanoseconds the last given place stands for.
    mutating func timeOfDay(into civil: inout CivilTime) throws(UsageError) -> Int64 {
        civil.hour = try number(digits: 2, "a two-digit hour")
        try check(civil.hour < 24, "hours go from 00 to 23")
        try expect(":", "':' after the hour")
        civil.minute = try number(digits: 2, "a two-digit minute")
        try check(civil.minute < 60, "minutes go from 00 to 59")
        guard skip(":") else { return 60 * CivilTime.nanosecondsPerSecond }
        civil.second = try number(digits: 2, "a two-digit second")
        try check(civil.second < 60, "seconds go from 00 to 59; recorded time has no leap seconds")
        guard skip(".") || skip(",") else { return CivilTime.nanosecondsPerSecond }
        return try fraction(into: &civil)
    }

    private mutating func fraction(into civil: inout CivilTime) throws(UsageError) -> Int64 {
        var place = CivilTime.nanosecondsPerSecond
        let before = left.count
        while let next = digit() {
            // Digits below a nanosecond say nothing that a record could differ in.
            guard place > 1 else { continue }
            place /= 10
            civil.nanosecond += next * Int(place)
        }
        try check(left.count < before, "digits after the decimal point are missing")
        return place
    }

    /// Reads the zone and returns the moment in seconds since 1970.
    mutating func zone(of civil: CivilTime) throws(UsageError) -> Int64 {
        if skip("Z") || skip("z") { return civil.secondsAsUTC }
        let sign = skip("+") ? 1 : skip("-") ? -1 : 0
        if sign == 0 {
            guard defaultZone == .local else { return civil.secondsAsUTC }
            if let seconds = LocalTime.seconds(of: civil) { return seconds }
            try check(false, "this moment does not exist in local time; add Z or an offset")
        }
        let hours = try number(digits: 2, "a two-digit hour of the offset")
        var minutes = 0
        if skip(":") || !atEnd { minutes = try number(digits: 2, "a two-digit minute of the offset") }
        try check(hours <= 18 && minutes < 60, "offsets go from -18:00 to +18:00")
        return civil.secondsAsUTC - Int64(sign * (hours * 3600 + minutes * 60))
    }
}
