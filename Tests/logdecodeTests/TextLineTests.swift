import RingLogReader
import Testing

@testable import logdecode

@Suite struct TextLineTests {
    private static let front = "2026-11-30T08:15:02.123456Z info  http [worker-3] "

    @Test func lineIsTheDesigns() {
        #expect(
            Fixture.line(Fixture.request)
                == "2026-11-30T08:15:02.123456Z info  http [worker-3] request id=42 from ann took 3.25 ms\n")
    }

    @Test(arguments: [
        (LogLevel.trace, "trace http"), (.debug, "debug http"), (.info, "info  http"), (.notice, "notice http"),
        (.warning, "warning http"), (.error, "error http"), (.critical, "critical http"),
        (LogLevel(rawValue: 9), "level9 http"),
    ])
    func levelIsPadded(level: LogLevel, shown: String) {
        let line = Fixture.line(Fixture.record(Fixture.shape(["x"]), level: level))
        #expect(line == "2026-11-30T08:15:02.123456Z \(shown) [worker-3] x\n")
    }

    @Test func missingPartsHaveSigns() {
        let line = Fixture.line(Fixture.record(Fixture.shape([""]), label: nil, thread: nil))
        #expect(line == "2026-11-30T08:15:02.123456Z info  - [#7]\n")
    }

    @Test func idsAreShownOnRequest() {
        #expect(
            Fixture.line(Fixture.record(Fixture.shape(["x"])), ids: true)
                == "2026-11-30T08:15:02.123456Z info  http [worker-3 #7:41] x\n")
        #expect(
            Fixture.line(Fixture.record(Fixture.shape(["x"]), thread: ""), ids: true)
                == "2026-11-30T08:15:02.123456Z info  http [#7:41] x\n")
    }

    @Test func fieldsFollowInBraces() {
        let record = Fixture.record(
            Fixture.shape(["a=", " done", ""], keys: [nil, "secret"], hidden: [1]), [.int(1), .int(2)],
            metadata: [("order", .int(42)), ("user", Fixture.string("ann b")), ("empty", Fixture.string(""))],
            bound: [("request", Fixture.string("r\"1\n"))])
        #expect(
            Fixture.line(record)
                == Self.front + #"a=1 done {request="r\"1\n" secret=2 order=42 user="ann b" empty=""}"# + "\n")
    }

    @Test func fieldsAloneNeedNoMessage() {
        #expect(
            Fixture.line(Fixture.record(Fixture.shape([""]), metadata: [("a", .bool(true))])) == Self.front
                + "{a=true}\n")
    }

    @Test func hostileTextStaysOnItsLine() {
        let record = Fixture.record(
            Fixture.shape(["got ", "\n"]), [Fixture.string("x\n2026-11-30T08:15:02Z error\u{1B}[2J\u{2028}")],
            label: "a\nb", thread: "t\u{202E}", metadata: [("k\n", Fixture.string("v\n"))])
        let line = Fixture.line(record)
        #expect(
            line
                == "2026-11-30T08:15:02.123456Z info  a\\nb [t\\u{202e}] "
                + "got x\\n2026-11-30T08:15:02Z error\\x1b[2J\\u{2028}\\n {k\\n=v\\n}\n"
        )
        #expect(line.utf8.count { $0 == 0x0A } == 1)
    }

    @Test func cutTextIsMarked() {
        let record = Fixture.record(
            Fixture.shape(["text=", ""]), [Fixture.string("abc", cut: 1000)],
            metadata: [("m", .bytes([1], cutBytes: 5))],
            marks: .textCut)
        #expect(Fixture.line(record) == Self.front + "text=abc…[+1005 bytes] {m=01}\n")
        let literal = MessageShape(file: [], line: 0, pieces: [], tail: Fixture.bytes("abc"), textCut: true)
        #expect(Fixture.line(Fixture.record(literal)) == Self.front + "abc…[cut]\n")
    }

    @Test func lostDefinitionsAreMarked() {
        #expect(
            Fixture.line(Fixture.record(nil, [.int(1), .bool(true)], marks: [.definitionLost, .contextLost]))
                == Self.front + "<message text lost> 1, true [label, thread or fields lost]\n")
    }
}
