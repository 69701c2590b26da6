// Bodies of all kinds: read as written, where the format says, and never trusted.
import RingLogFormat
import RingLogTestSupport
import Testing

@Suite struct BodyTests {
    static let arguments: [Argument] = [
        .signed(.min), .signed(-1), .unsigned(.max), .double(-0.0), .double(.infinity), .float(1.5), .bool(true),
        .bool(false), .string(""), .string("a"), .string(bytes("12345678"), cut: 7),
        .bytes(Bytes([0, 255, 0]), cut: .max),
        .null, .signed128(.min), .signed128(-2), .unsigned128(.max), .withheld, .hash(42),
        .uuid(Bytes((0..<16).map { UInt8($0) })), .unknown(code: 14, Bytes([1, 2]), cut: 0),
        .unknown(code: 15, Bytes([]), cut: 3), .string(Bytes([0xC3, 0x28]), cut: 0),
    ]

    static let shape = ShapeDefinition(
        id: 5, file: bytes("Orders/Http.swift"), line: 27,
        pieces: [
            .init(
                literal: bytes("request id="),
                argument: ArgumentDescription(
                    code: 1, style: .hexadecimal, flags: [.prefix, .upperCase], precision: 4, columns: -12)),
            .init(literal: bytes(""), argument: ArgumentDescription(code: 0), key: bytes("took")),
            .init(
                literal: bytes("x"), argument: ArgumentDescription(code: 3, style: .fixed, precision: 254),
                key: bytes("")),
        ],
        lastLiteral: bytes(" ms"), isCut: true)

    static let record = Record(
        level: .error, labelID: 3, thread: 9, ticks: 77, sequence: 6, shapeID: 5, fieldSetID: 8, arguments: arguments,
        metadata: [
            .init(key: .string("order"), value: .signed(42)), .init(key: .string("amount"), value: .double(12.5)),
        ])

    static let session = StructureTests.session

    static let bodies: [any FrameBody & Equatable] = [
        shape, LabelDefinition(id: 7, text: bytes("http")), LabelDefinition(id: 65535, text: bytes("12345678")),
        ThreadDefinition(ordinal: 3, systemID: 1 << 40, name: bytes("worker-3")),
        FieldSetDefinition(id: 8, fields: [.init(key: .string("request"), value: .string("abc"))]),
        FieldSetDefinition(id: 9, fields: []),
        ClockFrame(reading: sampleReading),
        Drop(
            reason: 2, thread: 3, firstTicks: 4, lastTicks: 5, firstSequence: 6, lastSequence: 7, records: 8,
            keepRecords: 1),
        SlotEnd(records: 12, keepRecords: 2), SessionStart(session: session),
        SessionEnd(
            ending: .recovered, sessionOrdinal: 4, triple: sampleReading.triple,
            counters: (0..<24).map { $0 % 5 == 0 ? nil : UInt64($0) }),
        GapFrame(gap: CountersTests.gap), GapSummaryFrame(summary: GapSummary(nonce: sampleNonce, epoch: 9)),
    ]

    @Test func everyBodyIsReadAsWritten() throws {
        func check<B: FrameBody & Equatable>(_ body: B) throws {
            let encoded = body.encoded()
            #expect(encoded.count % 8 == 0 && encoded.count >= 8)
            #expect(Bytes(encoded).frameKind == B.kind)
            #expect(try B(decoding: Bytes(encoded)) == body)
        }
        for body in Self.bodies { try check(body) }
    }

    @Test func noTruncationIsReadPastItsEnd() {
        func check<B: FrameBody & Equatable>(_ body: B) {
            let encoded = body.encoded()
            for length in 0..<encoded.count {
                // Padding may be missing without harm; then the value must be the same.
                let read = try? B(decoding: Bytes(Array(encoded[..<length])))
                #expect(read == nil || (read == body && encoded.count - length < 8), "\(B.kind) cut to \(length)")
            }
        }
        for body in Self.bodies { check(body) }
    }

    @Test func wrongKindIsRefused() {
        func check<B: FrameBody>(_ body: B) {
            var encoded = body.encoded()
            encoded[0] = 99
            #expect(throws: FormatError(.body, .invalidField("kind", 99))) { _ = try B(decoding: Bytes(encoded)) }
        }
        for body in Self.bodies { check(body) }
    }

    @Test func fixedSizesAreThoseOfTheFormat() {
        #expect(ClockFrame(reading: sampleReading).encoded().count == 40)
        #expect(SlotEnd(records: 0, keepRecords: 0).encoded().count == 16)
        #expect(SessionStart(session: Self.session).encoded().count == 8 + 464)
        #expect(GapFrame(gap: CountersTests.gap).encoded().count == 64)
        #expect(GapSummaryFrame(summary: GapSummary(nonce: 1, epoch: 1)).encoded().count == 72)
        let start = Bytes(SessionStart(session: Self.session).encoded())
        #expect(
            start.u64(8) == sampleNonce && start.u32(8 + 56 - 32) == 4 && start.u8(8 + 130 - 32) == UInt8(ascii: "/"))
    }

    @Test func definitionsAreWhereTheFormatSays() {
        let label = Bytes(LabelDefinition(id: 7, text: bytes("http")).encoded())
        #expect(label.u16(2) == 7 && label.u32(4) == 4 && label[8..<12] == bytes("http") && label.count == 16)
        let thread = Bytes(ThreadDefinition(ordinal: 3, systemID: 99, name: bytes("ab")).encoded())
        #expect(thread.u16(2) == 2 && thread.u32(4) == 3 && thread.u64(8) == 99 && thread.count == 24)
        let shape = Bytes(Self.shape.encoded())
        #expect(shape.u8(1) == 1 && shape.u16(2) == 3 && shape.u32(4) == 5 && shape.u32(8) == 27)
        #expect(shape.u32(16) == 17 && shape[20..<37] == bytes("Orders/Http.swift") && shape.u32(37) == 11)
        // The first argument's description lies behind its literal, unaligned; then the key's length.
        let first = 37 + 4 + 11
        #expect(shape[first..<first + 8].array == [1, 2, 6, 4, 0xF4, 0xFF, 0, 0])
        #expect(shape.u32(first + 8) == 0xFFFF_FFFF)
        let fields = Bytes(FieldSetDefinition(id: 8, fields: [.init(key: .string("k"), value: .null)]).encoded())
        #expect(fields.u16(2) == 1 && fields.u32(4) == 8 && fields.u64(8) == 0x86)
    }

    @Test func recordIsReadAsWritten() throws {
        for inline in [nil, Self.shape] {
            var record = Self.record
            record.inlineShape = inline
            if inline != nil { record.shapeID = 0 }
            let view = try RecordView(decoding: Bytes(record.encoded()))
            #expect(view.level == .error && view.labelID == 3 && view.thread == 9 && view.ticks == 77)
            #expect(view.sequence == 6 && view.shapeID == record.shapeID && view.fieldSetID == 8)
            #expect(view.metadataPairs == 2 && view.shapeArguments == Self.arguments.count)
            #expect(view.arguments.count == Self.arguments.count + 4)
            #expect(try Record(view) == record)
        }
    }

    @Test(arguments: Level.allCases) func everyLevelIsReadAsWritten(_ level: Level) throws {
        let record = Record(level: level, thread: 1, ticks: 2, sequence: 3, shapeID: 4)
        let encoded = record.encoded()
        #expect(encoded.count == 32 && encoded[1] == level.rawValue)
        #expect(try Record(RecordView(decoding: Bytes(encoded))) == record)
    }

    @Test func recordIsWhereTheFormatSays() {
        var record = Self.record
        record.metadata = []
        record.arguments = [.signed(-2), .string("ab")]
        let body = Bytes(record.encoded())
        #expect(body.u8(0) == 1 && body.u8(1) == 0x15 && body.u16(2) == 3 && body.u32(4) == 9 && body.u64(8) == 77)
        #expect(body.u32(16) == 6 && body.u32(20) == 5 && body.u32(24) == 8 && body.u16(28) == 0)
        #expect(body.u64(32) == 0x61 && body.i64(40) == -2 && body.u32(48) == 2 && body.u32(52) == 0)
        #expect(body[56..<58] == bytes("ab") && body.count == 64)
    }

    /// Type words end with the first one whose last code is 0.
    @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33, 100]) func anyNumberOfArguments(_ count: Int) throws {
        let record = Record(
            level: .info, thread: 1, ticks: 2, sequence: 3, shapeID: 4,
            arguments: (0..<count).map { .signed(Int64($0)) })
        let encoded = record.encoded()
        #expect(encoded.count == 24 + 8 * (count / 16 + 1) + 8 * count)
        let view = try RecordView(decoding: Bytes(encoded))
        #expect(view.arguments.count == count)
        #expect(try view.arguments.decoded() == record.arguments)
    }

    @Test func newerRecordsAreNotGuessedAt() {
        var encoded = Record(level: .info, thread: 1, ticks: 2, sequence: 3).encoded()
        for flags in [0x42, 0x82, 0xC2] as [UInt8] {
            encoded[1] = flags
            #expect(throws: FormatError(.body, .invalidField("flags", UInt64(flags)))) {
                _ = try RecordView(decoding: Bytes(encoded))
            }
        }
        encoded[1] = 7
        #expect(throws: FormatError(.body, .invalidField("level", 7))) { _ = try RecordView(decoding: Bytes(encoded)) }
    }

    @Test func countsThatTheBodyDoesNotBearOutAreRefused() {
        var extended = Record(level: .info, thread: 1, ticks: 2, sequence: 3, fieldSetID: 1, arguments: [.null, .null])
            .encoded()
        extended[28] = 2
        #expect(throws: FormatError(.body, .invalidField("number of metadata pairs", 2))) {
            _ = try RecordView(decoding: Bytes(extended))
        }
        var endless = Record(level: .info, thread: 1, ticks: 2, sequence: 3, arguments: []).encoded()
        endless.replaceSubrange(24..<32, with: [UInt8](repeating: 0x11, count: 8))
        #expect(throws: FormatError(.body, at: 8, .tooShort(needed: 8, available: 0))) {
            _ = try RecordView(decoding: Bytes(endless))
        }
        // A 0 in the middle of a word whose last code is not 0.
        endless[25] = 0
        #expect(throws: FormatError(.body, at: 0, .invalidField("type word", 0x1111_1111_1111_0011))) {
            _ = try RecordView(decoding: Bytes(endless))
        }
        var long = Record(level: .info, thread: 1, ticks: 2, sequence: 3, arguments: [.string("abc")]).encoded()
        long.replaceSubrange(32..<36, with: littleEndian(UInt32.max))
        let view = try? RecordView(decoding: Bytes(long))
        #expect(throws: FormatError(.body, at: 16, .tooShort(needed: 1 << 32, available: 8))) {
            _ = try view?.arguments.decoded()
        }
    }

    /// Any bytes whatever: an error or a value, never a crash.
    @Test func randomAndMutatedBodiesNeverTrap() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = Random(state: seed)
        func decode<B: FrameBody>(like _: B, _ bytes: Bytes) { _ = try? B(decoding: bytes) }
        func decodeAll(_ bytes: Bytes) {
            for body in Self.bodies { decode(like: body, bytes) }
            if let view = try? RecordView(decoding: bytes) { _ = try? Record(view) }
        }
        var inline = Self.record
        inline.inlineShape = Self.shape
        let samples = Self.bodies.map { $0.encoded() } + [Self.record.encoded(), inline.encoded()]
        for round in 0..<3000 {
            var sample = samples[round % samples.count]
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                sample[Int.random(in: 0..<sample.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            decodeAll(Bytes(sample))
            var noise = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if !noise.isEmpty { noise[0] = samples[round % samples.count][0] }
            decodeAll(Bytes(noise))
        }
    }
}
