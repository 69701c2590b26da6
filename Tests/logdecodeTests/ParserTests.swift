import RingLogReader
import Testing

@testable import logdecode

/// The command line, as a table: arguments and what they come to.
@Suite struct ParserTests {
    static func parse(_ line: String) throws -> Options {
        try Options(parsing: line.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        ("--level warning f", "--level=warning f"), ("-l warning f", "-lwarning f"),
        ("f -l warning", "--level warning f"),
        ("-e x -i -v f", "--grep x -iv f"), ("-n 5 f", "-n5 f"), ("-iFve x f", "-i -F -v -e x f"),
        ("--level=warning -- f", "--level warning f"),
    ])
    func spellingsAreEqual(first: String, second: String) throws {
        #expect(try Self.parse(first) == Self.parse(second))
    }

    @Test func everyFlagReachesItsOption() throws {
        let options = try Self.parse(
            """
            --since 2026-11-30T08:15Z --until 2026-12-01Z --level error --label http --label db* --thread worker-3 \
            --thread #7 --session 0 --session -2 --session 4 --grep a --grep b -F -i -v --last 10 --format json \
            --markers --ids --quiet x y
            """)
        var expected = Options()
        expected.inputs = ["x", "y"]
        expected.since = 1_796_026_500_000_000_000
        expected.until = 1_796_169_599_999_999_999
        expected.level = .error
        expected.labels = [try NamePattern("http", of: ""), try NamePattern("db*", of: "")]
        expected.threads = [try ThreadPattern("worker-3"), try ThreadPattern("#7")]
        expected.sessions = [.fromLatest(0), .fromLatest(2), .ordinal(4)]
        expected.patterns = ["a", "b"]
        expected.patternsAreFixed = true
        expected.ignoreCase = true
        expected.invertMatch = true
        expected.last = 10
        expected.format = .json
        expected.showsMarkers = true
        expected.showsIDs = true
        expected.isQuiet = true
        #expect(options == expected)
        #expect(try Self.parse("--local f").zone == .local)
    }

    @Test func firstNameMayBeACommand() throws {
        #expect(try Self.parse("info f").command == .info)
        #expect(try Self.parse("-q verify f").command == .verify)
        #expect(try Self.parse("./info").inputs == ["./info"])
        #expect(try Self.parse("-- info").inputs == ["info"])
        #expect(try Self.parse("f -- info").inputs == ["f", "info"])
        #expect(try Self.parse("verify info").inputs == ["info"])
    }

    @Test func dashesAreNamesBehindTwoDashes() throws {
        #expect(try Self.parse("-- -x --y").inputs == ["-x", "--y"])
        #expect(try Self.parse("-").inputs == ["-"])
        #expect(try Self.parse("--grep -x f").patterns == ["-x"])
        #expect(try Self.parse("--grep=-- f").patterns == ["--"])
        #expect(try Options(parsing: ["--grep", "--", "f"]).patterns == ["--"])
    }

    @Test func threadNumberIsAlsoAName() throws {
        let three = try ThreadPattern("3")
        #expect(three.matches(ordinal: 3, name: nil))
        #expect(three.matches(ordinal: 1, name: Array("3".utf8)))
        #expect(!three.matches(ordinal: 1, name: Array("#3".utf8)))
        let sign = try ThreadPattern("#3")
        #expect(sign.matches(ordinal: 3, name: nil))
        #expect(!sign.matches(ordinal: 1, name: Array("3".utf8)))
        #expect(try ThreadPattern("#x").matches(ordinal: 1, name: Array("#x".utf8)))
        #expect(try !ThreadPattern("#x").matches(ordinal: 1, name: nil))
    }

    @Test func timesWithoutAZoneAreMeantAsTimesAreShown() throws {
        defer { TimeTests.useZone("UTC") }
        TimeTests.useZone("Asia/Kolkata")
        let utc: Int64 = 1_796_026_500_000_000_000
        let ahead: Int64 = 19_800_000_000_000
        #expect(try Self.parse("--since 2026-11-30T08:15 f").since == utc)
        #expect(try Self.parse("--since 2026-11-30T08:15 --local f").since == utc - ahead)
        #expect(try Self.parse("--local --until 2026-11-30T08:15 f").until == utc - ahead + 59_999_999_999)
        #expect(try Self.parse("--local --since 2026-11-30T08:15Z f").since == utc)
    }

    @Test(arguments: [
        ("", "no file given; name a file or a directory, or - for the standard input (see -h)"),
        ("--sinse x f", "unknown flag --sinse; did you mean --since?"),
        ("--inof f", "unknown flag --inof (see -h)"), ("--lcoal f", "unknown flag --lcoal; did you mean --local?"),
        ("--di x f", "unknown flag --di (see -h)"), ("--idss f", "unknown flag --idss; did you mean --ids?"),
        ("--lvl=x f", "unknown flag --lvl; did you mean --level?"),
        ("--frmat json f", "unknown flag --frmat; did you mean --format?"),
        ("--zzzzzzz f", "unknown flag --zzzzzzz (see -h)"),
        ("-x f", "unknown flag -x (see -h)"),
        ("-1 f", "unknown flag -1; a session is chosen with --session -1"),
        ("f --level", "--level needs a value: LEVEL"),
        ("--json f", "unknown flag --json; use --format json"),
        ("--follow f", "unknown flag --follow; following a file is not built yet"),
        ("--tail 5 f", "unknown flag --tail; use --last N"),
        ("--head 5 f", "unknown flag --head; pipe the output into head, or use --last N for the end"),
        ("help", "'help' is no command; use --help (a file is written ./help)"),
        ("version", "'version' is no command; use --version (a file is written ./version)"),
        ("f info", "the command comes first: logdecode info ... (a file is written ./info)"),
        ("--level f", "no file given; 'f' was taken as the value of --level"),
        ("-i --level=error -e f -v", "no file given; 'f' was taken as the value of -e"),
        (
            "--since 08:15 f",
            "--since '08:15': a four-digit year is missing (expected like 2026-11-30T08:15:02.5Z)"
        ),
        (
            "--until 2026-11-31 f",
            "--until '2026-11-31': month 11 of 2026 has 30 days (expected like 2026-11-30T08:15:02.5Z)"
        ),
        ("--label a*b f", "--label 'a*b': a * may only stand at the end, for names that begin so"),
        ("--thread *x* f", "--thread '*x*': a * may only stand at the end, for names that begin so"),
        ("--level= f", "--level has an empty value; expected LEVEL"),
        ("--quiet=yes f", "--quiet takes no value"),
        ("--level info --level error f", "--level is given twice"),
        (
            "--level warn f",
            "level 'warn': expected one of trace, debug, info, notice, warning, error, critical; did you mean warning?"
        ),
        ("--session x f", "session 'x': expected 0 (the latest), -1 (the one before), or a session's number"),
        (
            "--session 99999999999 f",
            "session '99999999999': expected 0 (the latest), -1 (the one before), or a session's number"
        ),
        ("--last -1 f", "--last '-1': expected a number of records"),
        ("--format xml f", "format 'xml': expected text or json"),
        ("info --since 2026-01-01 f", "--since does not go with info"),
        ("verify --level error f", "--level does not go with verify"),
        ("--since 2026-01-02Z --until 2026-01-01Z f", "--until is before --since"),
        ("-v f", "--invert-match needs a pattern; add --grep PATTERN"),
    ])
    func mistakeIsExplained(line: String, message: String) {
        #expect(throws: UsageError(message)) { try Self.parse(line) }
    }

    @Test func levelNamesIgnoreCase() throws {
        #expect(try Self.parse("--level ERROR f").level == .error)
    }

    @Test func helpAndVersionNeedNoFile() throws {
        #expect(try Self.parse("-h").showsHelp == .short)
        #expect(try Self.parse("--help").showsHelp == .long)
        #expect(try Self.parse("--version").showsVersion)
        #expect(try Self.parse("-V").showsVersion)
        #expect(try Self.parse("--level x --help").showsHelp == .long)
    }

    @Test func namesAndLettersOfFlagsAreUnique() {
        #expect(Set(Flag.all.map(\.name)).count == Flag.all.count)
        let letters = Flag.all.compactMap(\.short)
        #expect(Set(letters).count == letters.count)
    }

    @Test func helpNamesEveryFlagAndFitsATerminal() {
        for detail in [HelpDetail.short, .long] {
            let text = Help.text(detail)
            for flag in Flag.all { #expect(text.contains("--\(flag.name)"), "\(flag.name)") }
            for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
        }
        #expect(Help.text(.long).contains("  -l, --level LEVEL\n"))
    }

    @Test func patternsOfNamesMatchWholeOrByBeginning() throws {
        func matches(_ pattern: String, _ name: String) throws -> Bool {
            try NamePattern(pattern, of: "").matches(Array(name.utf8))
        }
        #expect(try matches("db", "db"))
        #expect(try !matches("db", "dbx"))
        #expect(try matches("db*", "dbx"))
        #expect(try !matches("db*", "xdb"))
        #expect(try matches("*", ""))
    }

    @Test func dashIsNoLabel() throws {
        let none = try NamePattern("-", of: "")
        #expect(none.matches(label: nil))
        #expect(none.matches(label: []))
        #expect(none.matches(label: Array("-".utf8)))
        #expect(!none.matches(label: Array("a".utf8)))
        #expect(try !NamePattern("a*", of: "").matches(label: nil))
        #expect(try !NamePattern("*", of: "").matches(label: nil))
    }
}
