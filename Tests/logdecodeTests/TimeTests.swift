import Testing

@testable import logdecode

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The tests set the time zone, which belongs to the whole process: one at a time.
@Suite(.serialized) struct TimeTests {
    static func useZone(_ name: String) {
        setenv("TZ", name, 1)
        tzset()
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("2000-02-29T12:00:00Z", 951_825_600),
        ("2026-11-30T08:15:02Z", 1_796_026_502), ("2026-11-30 08:15:02Z", 1_796_026_502),
        ("2026-11-30t08:15:02z", 1_796_026_502), ("2026-11-30T09:15:02+01:00", 1_796_026_502),
        ("2026-11-30T09:15:02+0100", 1_796_026_502), ("2026-11-30T09:15:02+01", 1_796_026_502),
        ("2026-11-29T23:45:02-08:30", 1_796_026_502), ("2024-02-29Z", 1_709_164_800),
        ("1678-01-01Z", -9_214_560_000), ("2262-01-01Z", 9_214_646_400),
    ])
    func textIsAMoment(text: String, seconds: Int64) throws {
        #expect(try TimeArgument(text).first == seconds * 1_000_000_000)
    }

    @Test(arguments: [
        ("2026-11-30Z", 0, 86_400_000_000_000), ("2026-11-30T08:15Z", 29_700_000_000_000, 60_000_000_000),
        ("2026-11-30T08:15:02Z", 29_702_000_000_000, 1_000_000_000),
        ("2026-11-30T08:15:02.5Z", 29_702_500_000_000, 100_000_000),
        ("2026-11-30T08:15:02,123456Z", 29_702_123_456_000, 1000),
        ("2026-11-30T08:15:02.123456789Z", 29_702_123_456_789, 1),
        ("2026-11-30T08:15:02.1234567899Z", 29_702_123_456_789, 1),
    ])
    func precisionIsWhatIsWritten(text: String, start: Int64, length: Int64) throws {
        let midnight: Int64 = 1_795_996_800_000_000_000
        let time = try TimeArgument(text)
        #expect(time == TimeArgument(first: midnight + start, last: midnight + start + length - 1))
    }

    @Test(arguments: [
        ("yesterday", "a four-digit year is missing"), ("2026", "'-' after the year is missing"),
        ("2026-13-01Z", "there is no month 13"), ("2026-00-01Z", "there is no month 0"),
        ("2026-02-29Z", "month 2 of 2026 has 28 days"), ("2100-02-29Z", "month 2 of 2100 has 28 days"),
        ("2026-04-31Z", "month 4 of 2026 has 30 days"), ("2026-01-00Z", "month 1 of 2026 has 31 days"),
        ("2026-01-01T24:00Z", "hours go from 00 to 23"), ("2026-01-01T10:60Z", "minutes go from 00 to 59"),
        ("2026-01-01T10:00:60Z", "seconds go from 00 to 59; recorded time has no leap seconds"),
        ("2026-01-01T10Z", "':' after the hour is missing"), ("2026-01-01T1:00Z", "a two-digit hour is missing"),
        ("2026-01-01T10:00:00.Z", "digits after the decimal point are missing"),
        ("2026-01-01T10:00+19:00", "offsets go from -18:00 to +18:00"),
        ("2026-01-01T10:00+01:60", "offsets go from -18:00 to +18:00"),
        ("2026-01-01T10:00Zulu", "unexpected 'ulu'"), ("2026-01-01 Z", "a two-digit hour is missing"),
        ("9999-01-01Z", "times go from 1678 to 2261"), ("0001-01-01Z", "times go from 1678 to 2261"),
    ])
    func mistakeIsExplained(text: String, problem: String) {
        #expect(throws: UsageError("time '\(text)': \(problem) (expected like 2026-11-30T08:15:02.5Z)")) {
            try TimeArgument(text)
        }
    }

    @Test func zoneThatIsNotWrittenIsTheOneAskedFor() throws {
        defer { Self.useZone("UTC") }
        Self.useZone("Europe/Berlin")
        func local(_ text: String) throws -> TimeArgument { try TimeArgument(text, zone: .local) }
        #expect(try local("2026-07-01T10:00") == TimeArgument("2026-07-01T08:00Z"))
        #expect(try local("2026-12-01T10:00") == TimeArgument("2026-12-01T09:00Z"))
        #expect(try local("1969-12-31T23:59:59") == TimeArgument("1969-12-31T22:59:59Z"))
        #expect(try local("1970-01-01T00:59:59") == TimeArgument("1969-12-31T23:59:59Z"))
        #expect(try local("2026-12-01").first == TimeArgument("2026-11-30T23:00Z").first)
        #expect(try local("2026-12-01T10:00Z") == TimeArgument("2026-12-01T10:00Z"))
        #expect(try TimeArgument("2026-07-01T10:00") == TimeArgument("2026-07-01T10:00Z"))
        #expect(try TimeArgument("2026-07-01") == TimeArgument("2026-07-01Z"))
    }

    @Test func momentOfAClockChangeDoesNotExist() {
        defer { Self.useZone("UTC") }
        Self.useZone("Europe/Berlin")
        #expect(throws: UsageError.self) { try TimeArgument("2026-03-29T02:30", zone: .local) }
        #expect(throws: Never.self) { try TimeArgument("2026-03-29T03:30", zone: .local) }
        #expect(throws: Never.self) { try TimeArgument("2026-03-29T02:30") }
    }

    @Test func daysAndDatesAreInverseForFourCenturies() {
        // A whole cycle of the calendar, and its neighbours.
        var day = CivilTime.days(year: 1599, month: 12, day: 31)
        for year in 1600...2001 {
            for month in 1...12 {
                for dayOfMonth in 1...CivilTime.daysIn(month: month, year: year) {
                    day += 1
                    #expect(CivilTime.days(year: year, month: month, day: dayOfMonth) == day)
                    let civil = CivilTime(secondsAsUTC: day * 86_400 + 86_399)
                    #expect(
                        civil
                            == CivilTime(
                                year: year, month: month, day: dayOfMonth, hour: 23, minute: 59, second: 59))
                }
            }
        }
        #expect(day == 11_687)
    }

    @Test func momentsAreWrittenAsTheyAreRead() {
        #expect(TimestampWriter.utc(1_796_026_502_123_456_789) == "2026-11-30T08:15:02.123456Z")
        #expect(TimestampWriter.utc(1_796_026_502_123_456_789, decimals: 9) == "2026-11-30T08:15:02.123456789Z")
        #expect(TimestampWriter.utc(-1, decimals: 9) == "1969-12-31T23:59:59.999999999Z")
        #expect(TimestampWriter.utc(.min, decimals: 9) == "1677-09-21T00:12:43.145224192Z")
        #expect(TimestampWriter.utc(.max, decimals: 9) == "2262-04-11T23:47:16.854775807Z")
    }

    @Test func writerFollowsTheSecond() {
        var writer = TimestampWriter(decimals: 6)
        #expect(writer.text(999_999_999) == "1970-01-01T00:00:00.999999Z")
        #expect(writer.text(1_000_000_000) == "1970-01-01T00:00:01.000000Z")
        #expect(writer.text(0) == "1970-01-01T00:00:00.000000Z")
    }

    @Test func localTimeShowsItsOffset() {
        defer { Self.useZone("UTC") }
        Self.useZone("America/St_Johns")
        var writer = TimestampWriter(decimals: 6, zone: .local)
        #expect(writer.text(1_796_026_502_123_456_789) == "2026-11-30T04:45:02.123456-03:30")
        Self.useZone("Asia/Kolkata")
        writer = TimestampWriter(decimals: 6, zone: .local)
        #expect(writer.text(1_796_026_502_123_456_789) == "2026-11-30T13:45:02.123456+05:30")
    }
}
