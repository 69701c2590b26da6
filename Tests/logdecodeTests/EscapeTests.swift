import Testing

@testable import logdecode

@Suite struct EscapeTests {
    static func escaped(_ bytes: [UInt8], quoted: Bool = false) -> String {
        var line: [UInt8] = []
        line.appendEscaped(bytes, quoted: quoted)
        return String(decoding: line, as: UTF8.self)
    }

    static func escaped(_ text: String) -> String { escaped(Array(text.utf8)) }

    @Test(arguments: [
        "", "plain", "Grüße", "日本語", "👩‍👩‍👧‍👦 🇪🇺 ❤️‍🔥", "e\u{301}", "\u{FEFF}", "\u{FFFF}\u{10FFFF}", "\"",
    ])
    func textStaysAsItIs(text: String) {
        #expect(Self.escaped(text) == text)
    }

    @Test(arguments: [
        ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\u{0}\u{1}\u{1F}\u{7F}", "\\x00\\x01\\x1f\\x7f"),
        ("\u{1B}[31mred", "\\x1b[31mred"), ("back\\slash \\n", "back\\\\slash \\\\n"),
        ("\u{80}\u{85}\u{9B}\u{9F}\u{A0}", "\\u{80}\\u{85}\\u{9b}\\u{9f}\u{A0}"),
        ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
        ("\u{61C}\u{200E}\u{200F}", "\\u{61c}\\u{200e}\\u{200f}"),
        ("\u{202A}\u{202E}\u{2066}\u{2069}", "\\u{202a}\\u{202e}\\u{2066}\\u{2069}"),
        ("\u{200D}\u{202F}\u{2065}\u{206A}", "\u{200D}\u{202F}\u{2065}\u{206A}"),
    ])
    func controlIsEscaped(text: String, shown: String) {
        #expect(Self.escaped(text) == shown)
    }

    @Test(arguments: [
        ([0xFF], "\\xff"), ([0x61, 0x80, 0x62], "a\\x80b"), ([0xC0, 0x80], "\\xc0\\x80"),
        ([0xC3], "\\xc3"), ([0xC3, 0x28], "\\xc3("), ([0xE2, 0x82], "\\xe2\\x82"),
        ([0xE0, 0x80, 0x80], "\\xe0\\x80\\x80"), ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"),
        ([0xF4, 0x90, 0x80, 0x80], "\\xf4\\x90\\x80\\x80"), ([0xF0, 0x8F, 0xBF, 0xBF], "\\xf0\\x8f\\xbf\\xbf"),
        ([0xF5, 0x80, 0x80, 0x80], "\\xf5\\x80\\x80\\x80"), ([0xE2, 0x82, 0xAC, 0xAC], "€\\xac"),
    ])
    func invalidByteIsEscaped(bytes: [UInt8], shown: String) {
        #expect(Self.escaped(bytes) == shown)
    }

    @Test func quotesAreEscapedInsideQuotes() {
        #expect(Self.escaped(Array("a\"b".utf8), quoted: true) == "a\\\"b")
    }

    /// Whatever goes in, what comes out is one line of valid UTF-8 without controls; different bytes look different.
    @Test func everyPairOfBytesIsSafeAndUnique() {
        // Not strings: two of them are equal if they are canonically equivalent.
        var seen: Set<[UInt8]> = []
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                var line: [UInt8] = []
                line.appendEscaped([first, second])
                #expect(UTF8Scalar.isValid(line))
                let shown = String(decoding: line, as: UTF8.self)
                #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value })
                seen.insert(line)
            }
        }
        #expect(seen.count == 65_536)
    }

    @Test func decoderAgreesWithTheStandardLibrary() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = Array(String(scalar).utf8)
            let decoded = UTF8Scalar.decode(bytes, at: 0)
            if decoded?.scalar != value || decoded?.length != bytes.count { Issue.record("\(value)") }
        }
    }

    @Test func messagesKeepBackslashes() {
        var line: [UInt8] = []
        line.appendMessage("cannot open C:\\x\u{1B}[2J\u{202E}")
        #expect(String(decoding: line, as: UTF8.self) == "cannot open C:\\x\\x1b[2J\\u{202e}")
    }
}
