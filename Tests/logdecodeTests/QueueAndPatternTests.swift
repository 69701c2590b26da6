import Testing

@testable import logdecode

@Suite struct LineQueueTests {
    static func filled(_ queue: LineQueue, _ lines: String) -> LineQueue {
        var queue = queue
        for line in lines.split(separator: " ") {
            queue.append(Array(line.utf8), session: line.hasPrefix("-") ? nil : UInt64(line.utf8.first!))
        }
        return queue
    }

    @Test(arguments: [
        (0, "a b c", ""), (2, "a b c", "bc"), (5, "a b c", "abc"), (2, "a -1 b -2 c", "-2bc"),
        (1, "a -1 b -2 c -3", "-2c-3"),
        (2, "-1 a", "-1a"),
    ])
    func lastRecordsAndTheirNotesStay(limit: Int, lines: String, kept: String) {
        let expected = kept == "-2bc" ? "-1b-2c" : kept
        #expect(Fixture.text(Self.filled(LineQueue(limit: limit), lines).contents) == expected)
    }

    @Test func bytesAreBounded() {
        let queue = Self.filled(LineQueue(limit: 10, byteLimit: 4), "aa bb cc")
        #expect(Fixture.text(queue.contents) == "bbcc")
        #expect(queue.overflowed)
        #expect(!Self.filled(LineQueue(limit: 10, byteLimit: 6), "aa bb cc").overflowed)
    }

    @Test func sessionsAreThoseOfTheRecordsThatAreLeft() {
        #expect(Self.filled(LineQueue(limit: 2), "a b -c c -d").sessions == [98, 99])
        #expect(Self.filled(LineQueue(limit: 0), "a -b").sessions == [])
    }

    @Test func longStreamsAreCompacted() {
        var queue = LineQueue(limit: 3)
        let line = [UInt8](repeating: 0x61, count: 999)
        for index in 0..<5000 { queue.append(line + [UInt8(index % 10) + 0x30], session: 1) }
        #expect(queue.records == 3)
        #expect(queue.contents.count == 3000)
        #expect(queue.contents.last == 0x39)
    }
}

@Suite struct PatternLimitTests {
    @Test(arguments: [
        (String(repeating: "(", count: 65), "its parentheses are nested more than 64 deep"),
        ("(.*)\\1", "back references such as \\1 are not supported"),
        ("((a{1,200}){1,200}){1,200}", "its repetitions come to more than 10000 copies"),
        (String(repeating: "a", count: 4097), "it is longer than 4096 bytes"),
        ("a{99999999999999999999}", "its repetitions come to more than 10000 copies"),
    ])
    func harmfulPatternsAreRefused(pattern: String, reason: String) {
        #expect(PatternLimits.refusal(pattern) == reason)
    }

    @Test(arguments: [
        "id=4[0-9]+", "[(]{3}", "[]({]", "(a|b){2,100}x", "\\{1,99999", "a\\(b", "", "[^]]", "[", "\\",
        String(repeating: "(", count: 64),
    ])
    func ordinaryPatternsAreNot(pattern: String) {
        #expect(PatternLimits.refusal(pattern) == nil)
    }
}

@Suite struct PatternTests {
    static func admits(_ line: String, _ content: [UInt8]) throws -> Bool {
        let set = try PatternSet(Options(parsing: (line + " f").split(separator: " ").map(String.init)))
        var bytes = content
        let result = set.admits(&bytes)
        #expect(bytes == content)
        return result
    }

    static func admits(_ line: String, _ text: String) throws -> Bool { try admits(line, Array(text.utf8)) }

    @Test(arguments: [
        ("-e id=4[0-9]", "request id=42 x", true), ("-e id=4[0-9]", "request id=52", false),
        ("-e ^req", "request", true), ("-e est$", "request", true), ("-e ^est", "request", false),
        ("-e REQ", "request", false), ("-i -e REQ", "request", true), ("-v -e req", "request", false),
        ("-v -e xyz", "request", true), ("-e a -e b", "b", true), ("-v -e a -e b", "b", false), ("-e a|b", "xb", true),
        ("-F -e a.b", "axb", false), ("-F -e a.b", "a.b", true), ("-F -e ^$[]|(){}*+?\\", "x^$[]|(){}*+?\\", true),
        ("-e ü", "Grüße", true), ("-e x*", "", true), ("", "anything", true),
    ])
    func patternDecides(line: String, content: String, expected: Bool) throws {
        #expect(try Self.admits(line, content) == expected)
    }

    @Test func longContentIsSearchedToItsEnd() throws {
        let content = [UInt8](repeating: 0x61, count: 130_000) + Array("needle".utf8)
        #expect(try Self.admits("-e needle$", content))
        #expect(try !Self.admits("-e needlf", content))
    }

    @Test func brokenPatternIsExplained() {
        #expect {
            try PatternSet(Options(parsing: ["-e", "a(b", "f"]))
        } throws: { error in
            (error as? UsageError)?.message.hasPrefix("pattern 'a(b': ") == true
        }
    }
}
