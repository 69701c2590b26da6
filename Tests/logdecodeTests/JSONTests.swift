import RingLogReader
import Testing

@testable import logdecode

@Suite struct JSONTests {
    static func value(_ value: LogValue) -> String {
        var line: [UInt8] = []
        line.appendJSON(value)
        return Fixture.text(line)
    }

    static func string(_ bytes: [UInt8]) -> String {
        var line: [UInt8] = []
        line.appendJSON(text: bytes)
        return Fixture.text(line)
    }

    @Test func objectIsTheDesigns() {
        let record = Fixture.record(
            Fixture.shape(["request id=", " from ", " took ", " ms"]), [.int(42), Fixture.string("ann"), .double(3.25)])
        #expect(
            Fixture.json(record)
                == #"{"time":"2026-11-30T08:15:02.123456789Z","level":"info","label":"http","#
                + #""thread":"worker-3","session":3,"message":"request id=42 from ann took 3.25 ms","#
                + #""fields":{"id":42},"file":"Orders/Http.swift","line":27}"#
                + "\n")
    }

    @Test func emptyPartsAreLeftOut() {
        let record = Fixture.record(
            MessageShape(file: [], line: 0, pieces: [], tail: Fixture.bytes("x")), label: nil, thread: nil)
        #expect(
            Fixture.json(record)
                == ##"{"time":"2026-11-30T08:15:02.123456789Z","level":"info","thread":"#7","session":3,"##
                + ##""message":"x"}"##
                + "\n")
    }

    @Test(arguments: [
        (LogValue.int(.min), "-9223372036854775808"), (.int(.max), "9223372036854775807"), (.int(0), "0"),
        (.int(-1), "-1"), (.uint(.max), "18446744073709551615"),
        (.int128(.min), "-170141183460469231731687303715884105728"),
        (.uint128(.max), "340282366920938463463374607431768211455"),
        (.double(-0.0), "-0.0"), (.double(0.1), "0.1"), (.double(.leastNonzeroMagnitude), "5e-324"),
        (.double(.greatestFiniteMagnitude), "1.7976931348623157e+308"), (.double(1e16), "1e+16"), (.double(42), "42.0"),
        (.float(0.1), "0.1"), (.float(.leastNonzeroMagnitude), "1e-45"),
        (.double(.nan), "\"nan\""), (.double(.infinity), "\"inf\""), (.float(-.infinity), "\"-inf\""),
        (.bool(true), "true"), (.bool(false), "false"), (.none, "null"), (.withheld, "null"),
        (.hash(0xAB), "\"00000000000000ab\""), (.bytes([0, 255], cutBytes: 0), "\"AP8=\""),
        (
            .uuid(Array(UInt8(0)..<16)), "\"00010203-0405-0607-0809-0A0B0C0D0E0F\""
        ), (.unknown(code: 14, [1], cutBytes: 0), "\"AQ==\""),
    ])
    func valueIsExact(value: LogValue, shown: String) {
        #expect(Self.value(value) == shown)
    }

    @Test(arguments: [
        ("plain é 👩‍👩‍👧‍👦", "plain é 👩‍👩‍👧‍👦"), ("\"\\/", #"\"\\/"#), ("\n\r\t", #"\n\r\t"#),
        ("\u{0}\u{1B}\u{7F}", #"\u0000\u001b\u007f"#),
        ("\u{85}\u{2028}\u{202E}\u{61C}", #"\u0085\u2028\u202e\u061c"#),
    ])
    func stringIsEscaped(text: String, shown: String) {
        #expect(Self.string(Fixture.bytes(text)) == "\"\(shown)\"")
    }

    @Test func invalidStringIsShownAsInText() {
        #expect(Self.string([0x61, 0x5C, 0x0A, 0xFF]) == #""a\\\\\\n\\xff""#)
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"), ("~~~???", "fn5+Pz8/"),
    ])
    func base64IsTheStandards(text: String, shown: String) {
        var line: [UInt8] = []
        line.appendJSON(base64: Fixture.bytes(text))
        #expect(Fixture.text(line) == "\"\(shown)\"")
    }

    @Test func whatValuesDoNotTellStandsBeside() {
        let record = Fixture.record(
            Fixture.shape(["a=", " b=", ""]), [.double(.nan), .withheld], metadata: [("c", .bytes([1], cutBytes: 0))])
        let json = Fixture.json(record)
        #expect(json.contains(#""message":"a=nan b=<private>","fields":{"a":"nan","b":null,"c":"AQ=="}"#))
        #expect(json.hasSuffix(#""line":27,"types":{"a":"float","b":"withheld","c":"bytes"}}"# + "\n"))
    }

    @Test func bytesThatAreNotUTF8AreNotLost() {
        let record = Fixture.record(Fixture.shape(["x=", ""]), [.string([0x66, 0xFF], cutBytes: 0)])
        let json = Fixture.json(record)
        #expect(json.contains(#""message":"x=f\\xff","fields":{"x":"f\\xff"}"#))
        #expect(json.hasSuffix(#""line":27,"raw":{"message":"eD1m/w==","fields":{"x":"Zv8="}}}"# + "\n"))
    }

    @Test func bytesOfAMessageAloneAreNotLostEither() {
        let message = Fixture.record(Fixture.shape(["x ", ""]), [.string([0xFF], cutBytes: 0)])
        #expect(Fixture.json(message).hasSuffix(#""line":27,"raw":{"message":"eCD/"}}"# + "\n"))
    }

    @Test func cutIsCounted() {
        let record = Fixture.record(
            Fixture.shape(["a=", " ", ""]), [Fixture.string("x", cut: 7), Fixture.string("y", cut: 2)],
            metadata: [("whole", .int(1))], marks: .textCut)
        #expect(Fixture.json(record).hasSuffix(#""line":27,"cut":9,"cut_fields":{"a":7}}"# + "\n"))
    }

    @Test func marksAreNamed() {
        let record = Fixture.record(nil, [.int(1)], marks: [.definitionLost, .contextLost, .unknown])
        #expect(
            Fixture.json(record).hasSuffix(
                #""message":"<message text lost> 1","marks":["message_lost","context_lost","arguments_unknown"]}"#
                    + "\n"))
    }

    @Test func idsAndFileAreShownOnRequest() {
        let record = Fixture.record(Fixture.shape(["x"]), file: 1)
        #expect(
            Fixture.json(record, ids: true, files: ["a.ringlog", "b.ringlog"]).hasSuffix(
                #""line":27,"ring":"b.ringlog","thread_number":7,"thread_id":99,"sequence":41}"# + "\n"))
        #expect(!Fixture.json(Fixture.request, files: ["a.ringlog"]).contains("\"ring\""))
    }
}
