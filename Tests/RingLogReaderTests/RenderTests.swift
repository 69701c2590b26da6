import RingLogReader
import Testing

@Suite("Messages and fields")
struct RenderTests {
    typealias Piece = MessageShape.Piece

    static func record(
        _ pieces: [Piece], tail: String = "", _ arguments: [LogValue], metadata: [LogField] = [],
        bound: [LogField] = [],
        textCut: Bool = false
    ) -> LogRecord {
        LogRecord(
            identity: RecordIdentity(nonce: 1, slot: 0, generation: 1, thread: 1, sequence: 0), epoch: 1, ticks: 1,
            realtime: 0, level: .info, label: nil, threadName: nil, session: 1, file: 0,
            shape: MessageShape(file: [], line: 1, pieces: pieces, tail: Array(tail.utf8), textCut: textCut),
            arguments: arguments, metadata: metadata, bound: bound)
    }

    static func text(_ value: LogValue, _ piece: Piece = Piece(literal: [])) -> String {
        String(decoding: record([piece], [value]).message, as: UTF8.self)
    }

    static func piece(
        _ literal: String = "", key: String? = nil, style: MessageShape.Style = .automatic,
        options: MessageShape.Options = [],
        precision: UInt8? = nil, columns: Int16 = 0
    ) -> Piece {
        Piece(
            literal: Array(literal.utf8), key: key.map { Array($0.utf8) }, style: style, options: options,
            precision: precision,
            columns: columns)
    }

    @Test func valuesWithoutFormatAreSwiftsOwnText() {
        #expect(Self.text(.int(.min)) == "-9223372036854775808")
        #expect(Self.text(.uint(.max)) == "18446744073709551615")
        #expect(Self.text(.int128(.min)) == "\(Int128.min)")
        #expect(Self.text(.uint128(.max)) == "\(UInt128.max)")
        #expect(Self.text(.double(0.1)) == "0.1")
        #expect(Self.text(.double(-0.0)) == "-0.0")
        #expect(Self.text(.double(.nan)) == "nan")
        #expect(Self.text(.double(-.infinity)) == "-inf")
        #expect(Self.text(.float(0.1)) == "0.1")
        #expect(Self.text(.bool(true)) == "true")
        #expect(Self.text(.none) == "nil")
        #expect(Self.text(.withheld) == "<private>")
        #expect(Self.text(.hash(0xAB)) == "<hash 00000000000000ab>")
        #expect(Self.text(.bytes([0, 255], cutBytes: 0)) == "00ff")
        #expect(Self.text(.uuid(Array(0..<16))) == "00010203-0405-0607-0809-0A0B0C0D0E0F")
        #expect(Self.text(.unknown(code: 15, [1], cutBytes: 0)) == "<type 15: 01>")
    }

    @Test func integersAreShownAsTheCallSiteAsked() {
        #expect(Self.text(.int(255), Self.piece(style: .hexadecimal)) == "ff")
        #expect(Self.text(.int(255), Self.piece(style: .hexadecimal, options: [.prefix, .upperCase])) == "0xFF")
        #expect(Self.text(.int(-255), Self.piece(style: .hexadecimal, options: [.prefix])) == "-0xff")
        #expect(Self.text(.uint(8), Self.piece(style: .octal, options: [.prefix])) == "0o10")
        #expect(Self.text(.int(7), Self.piece(style: .decimal, options: [.explicitPlus], precision: 3)) == "+007")
        #expect(Self.text(.int(-7), Self.piece(style: .decimal, options: [.explicitPlus], precision: 3)) == "-007")
        #expect(Self.text(.int(0), Self.piece(style: .decimal, precision: 0)) == "0")
    }

    @Test func floatingPointIsShownAsTheCallSiteAsked() {
        #expect(Self.text(.double(3.14159), Self.piece(style: .fixed, precision: 2)) == "3.14")
        #expect(Self.text(.double(3.14159), Self.piece(style: .fixed)) == "3.141590")
        #expect(Self.text(.double(2.5), Self.piece(style: .fixed, options: [.explicitPlus], precision: 0)) == "+2")
        #expect(
            Self.text(.double(12345.678), Self.piece(style: .exponential, options: [.upperCase], precision: 3))
                == "1.235E+04")
        #expect(Self.text(.double(0.0001), Self.piece(style: .hybrid, precision: 6)) == "0.0001")
        #expect(Self.text(.float(0.5), Self.piece(style: .fixed, precision: 1)) == "0.5")
        let longest = Self.text(.double(-.greatestFiniteMagnitude), Self.piece(style: .fixed, precision: 254))
        #expect(longest.utf8.count == 1 + 309 + 1 + 254)
    }

    @Test func columnsCountUnicodeScalars() {
        #expect(Self.text(.string(Array("añ".utf8), cutBytes: 0), Self.piece(columns: 5)) == "   añ")
        #expect(Self.text(.string(Array("añ".utf8), cutBytes: 0), Self.piece(columns: -5)) == "añ   ")
        #expect(Self.text(.int(123_456), Self.piece(columns: 5)) == "123456")
        #expect(Self.text(.int(1), Self.piece(columns: .min)).utf8.count == 32768)
    }

    @Test func literalsSurroundArguments() {
        let record = Self.record(
            [Self.piece("request id="), Self.piece(" from "), Self.piece(" hidden ", key: "h", options: [.hidden])],
            tail: ".", [.int(42), .string([0xFF, 0x0A], cutBytes: 0), .int(1)])
        #expect(record.message == Array("request id=42 from ".utf8) + [0xFF, 0x0A] + Array(" hidden .".utf8))
    }

    @Test func whatWasCutIsMarkedUnlessAskedOtherwise() {
        let record = Self.record([Self.piece()], [.string([0x61], cutBytes: 9)], textCut: true)
        #expect(String(decoding: record.message, as: UTF8.self) == "a<9 bytes cut><text cut>")
        var plain: [UInt8] = []
        record.renderMessage(into: &plain, markingCuts: false)
        #expect(plain == [0x61])
        #expect(record.cutBytes == 9)
    }

    static func names(_ record: LogRecord) -> [String] {
        record.fields.map { String(decoding: $0.name, as: UTF8.self) }
    }

    @Test func namesBeforeAnArgumentAreFields() {
        func name(_ literal: String) -> [String] { Self.names(Self.record([Self.piece(literal)], [.int(1)])) }
        #expect(name("id=") == ["id"])
        #expect(name("request id=") == ["id"])
        #expect(name("a=1,id=\"") == ["id"])
        #expect(name("a=1,id='") == ["id"])
        #expect(name("http.status-code=") == ["http.status-code"])
        #expect(name("_x9=") == ["_x9"])
        #expect(name("id =") == [])
        #expect(name("id=\"\"") == [])
        #expect(name("9x=") == [])
        #expect(name(".x=") == [])
        #expect(name("=") == [])
        #expect(name("\"") == [])
        #expect(name("") == [])
        #expect(name("id= ") == [])
        #expect(name("naïve=") == ["ve"])
    }

    @Test func anExplicitKeyGoesBeforeTheText() {
        #expect(Self.names(Self.record([Self.piece("id=", key: "order")], [.int(1)])) == ["order"])
        #expect(Self.names(Self.record([Self.piece("x", key: "")], [.int(1)])) == [""])
    }

    @Test func duplicatesAreNumberedAndNeverCollide() {
        let pieces = [Self.piece("id="), Self.piece("id="), Self.piece(key: "id_2"), Self.piece("id=")]
        let record = Self.record(
            pieces, [.int(1), .int(2), .int(3), .int(4)],
            metadata: [LogField(name: Array("b".utf8), value: .int(5))],
            bound: [LogField(name: Array("id".utf8), value: .int(0))])
        #expect(Self.names(record) == ["id", "id_2", "id_3", "id_2_2", "id_4", "b"])
        #expect(record.fields.map(\.value) == [.int(0), .int(1), .int(2), .int(3), .int(4), .int(5)])
    }
}
