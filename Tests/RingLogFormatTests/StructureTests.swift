// Structures with a magic: what is written is read again, sits where docs/FORMAT.md says, and nothing damaged passes.
import RingLogFormat
import RingLogTestSupport
import Testing

@Suite struct StructureTests {
    static let superblock = Superblock(
        offset: 512, file: sampleFile, sequence: 3, geometry: .small, created: 1_796_026_500_000_000_000)

    static var session: Session {
        var session = Session(nonce: sampleNonce, boot: sampleBoot, ordinal: 4, opened: sampleReading)
        session.processID = 4711
        session.pidNamespace = 4_026_531_836
        session.processStart = 123_456
        session.executable = Array("/usr/bin/orders".utf8)
        session.buildID = [1, 2, 3, 4]
        session.host = Array("host".utf8)
        session.timeNamespace = 4_026_531_834
        session.userID = 1000
        return session
    }

    static let segment = SegmentHeader(
        offset: 20480, file: sampleFile, nonce: sampleNonce, lane: .keep, sequence: 12, firstBlock: 77,
        mark: WrittenOff(block: 55, epoch: 9, ticks: 123, realtime: 456), recordsBefore: 1, recordsGivenUp: 2,
        recordsGivenUpInSlots: 3, recordsRefused: 4)

    static var block: BlockHeader {
        var header = BlockHeader(
            offset: 20736, file: sampleFile, nonce: sampleNonce, boot: sampleBoot, reading: sampleReading, lane: .keep,
            sequence: 77, segmentSequence: 12, sessionOrdinal: 4, codec: .zlib)
        header.rawLength = 5000
        header.storedLength = 600
        header.records = 50
        header.entries = 2
        header.lowestTicks = 10
        header.highestTicks = 20
        header.lowestRealtime = 30
        header.highestRealtime = 40
        header.levels = 0b1000
        header.labels = 1 << 63
        header.storedChecksum = 0x1111_2222
        header.rawChecksum = 0x3333_4444
        return header
    }

    static let structures: [any FileStructure & Equatable] = [
        superblock,
        SessionPage(
            offset: 1024, file: sampleFile, sequence: 5, session: session, ended: true, ending: .closed),
        ClockPage(offset: 2048, file: sampleFile, nonce: sampleNonce, sequence: 6, reading: sampleReading),
        sampleSlot(), sampleSlot().asCopy(.trailer), segment, block,
    ]

    @Test func everyStructureIsReadAsWritten() throws {
        func check<S: FileStructure & Equatable>(_ structure: S) throws {
            let encoded = structure.encoded()
            #expect(encoded.count == S.size)
            #expect(try S(decoding: Bytes(encoded), at: structure.offset, file: sampleFile) == structure)
            // A scan knows neither place nor file, and reads from the middle of something larger.
            #expect(try S(decoding: Bytes([9, 9, 9] + encoded + [9]).suffix(from: 3)) == structure)
        }
        for structure in Self.structures { try check(structure) }
    }

    @Test func noSingleBitFlipPasses() {
        func check<S: FileStructure>(_ structure: S) {
            var encoded = structure.encoded()
            for bit in 0..<encoded.count * 8 {
                encoded.flip(bit: bit)
                let reason = bit < 64 ? FormatError.Reason.wrongMagic(S.magic ^ 1 << UInt64(bit)) : .wrongChecksum
                #expect(throws: FormatError(S.part, at: structure.offset, reason), "bit \(bit)") {
                    _ = try S(decoding: Bytes(encoded), at: structure.offset)
                }
                encoded.flip(bit: bit)
            }
        }
        for structure in Self.structures { check(structure) }
    }

    @Test func everyTruncationIsTooShort() {
        func check<S: FileStructure>(_ structure: S) {
            let encoded = structure.encoded()
            for length in 0..<S.size {
                #expect(throws: FormatError(S.part, .tooShort(needed: S.size, available: length))) {
                    _ = try S(decoding: Bytes(Array(encoded[..<length])))
                }
            }
        }
        for structure in Self.structures { check(structure) }
    }

    @Test func zerosWereNeverWritten() {
        func check<S: FileStructure>(_ structure: S) {
            #expect(throws: FormatError(S.part, .empty)) {
                _ = try S(decoding: Bytes([UInt8](repeating: 0, count: S.size)))
            }
        }
        for structure in Self.structures { check(structure) }
    }

    @Test func movedCopiesAndThoseOfOtherFilesAreRejected() {
        func check<S: FileStructure>(_ structure: S) {
            let encoded = Bytes(structure.encoded())
            #expect(throws: FormatError(S.part, at: 7, .wrongPlace(named: structure.offset))) {
                _ = try S(decoding: encoded, at: 7)
            }
            #expect(throws: FormatError(S.part, .wrongFile)) { _ = try S(decoding: encoded, file: otherFile) }
        }
        for structure in Self.structures { check(structure) }
    }

    /// One field of each width and each end of every structure, where the page on the format puts it.
    @Test func fieldsAreWhereTheFormatSays() {
        func expect<S: FileStructure>(_ structure: S, _ offset: Int, _ value: some FixedWidthInteger) {
            let expected = littleEndian(value)
            let encoded = structure.encoded()
            #expect(Array(encoded[offset..<offset + expected.count]) == expected, "\(S.self) at \(offset)")
        }
        expect(Self.superblock, 0, 0x8A52_4C4F_4753_4201 as UInt64)
        expect(Self.superblock, 8, 512 as UInt64)
        expect(Self.superblock, 16, 0x0102_0304_0506_0708 as UInt64)
        expect(Self.superblock, 32, 1 as UInt32)
        expect(Self.superblock, 36, 512 as UInt32)
        expect(Self.superblock, 64, 3 as UInt64)
        expect(Self.superblock, 72, 32768 as UInt64)
        expect(Self.superblock, 80, 512 as UInt32)
        expect(Self.superblock, 84, 1024 as UInt32)
        expect(Self.superblock, 88, 2 as UInt32)
        expect(Self.superblock, 92, 2048 as UInt32)
        expect(Self.superblock, 96, 2 as UInt32)
        expect(Self.superblock, 100, 6 as UInt32)
        expect(Self.superblock, 104, 1_796_026_500_000_000_000 as Int64)
        expect(Self.superblock, 112, 4 as UInt8)
        expect(Self.superblock, 113, 1 as UInt8)
        expect(Self.superblock, 128, 10 as UInt32)
        expect(Self.superblock, 136 + 9 * 24, 10 as UInt32)
        expect(Self.superblock, 136 + 9 * 24 + 8, 20480 as UInt64)
        expect(Self.superblock, 136 + 9 * 24 + 16, 12288 as UInt64)

        let page = Self.structures[1] as! SessionPage
        expect(page, 32, sampleNonce)
        expect(page, 40, sampleBoot.first)
        expect(page, 56, 4 as UInt32)
        expect(page, 60, 4711 as UInt32)
        expect(page, 64, 4_026_531_836 as UInt64)
        expect(page, 72, 123_456 as UInt64)
        expect(page, 80, 1000 as UInt64)
        expect(page, 88, -5 as Int64)
        expect(page, 104, 3_000_000_000 as UInt64)
        expect(page, 112, 9 as UInt32)
        expect(page, 116, 1 as UInt8)
        expect(page, 117, 1 as UInt8)
        expect(page, 118, 1 as UInt8)
        expect(page, 120, 5 as UInt64)
        expect(page, 128, 15 as UInt16)
        expect(page, 130, UInt8(ascii: "/"))
        expect(page, 256, 4 as UInt16)
        expect(page, 296, 4 as UInt16)
        expect(page, 298, UInt8(ascii: "h"))
        expect(page, 360, 4_026_531_834 as UInt64)
        expect(page, 368, 1000 as UInt32)

        let clock = Self.structures[2] as! ClockPage
        expect(clock, 32, sampleNonce)
        expect(clock, 40, 6 as UInt64)
        expect(clock, 48, 1000 as UInt64)
        expect(clock, 72, 3_000_000_000 as UInt64)
        expect(clock, 80, 9 as UInt32)
        expect(clock, 84, 1 as UInt8)

        let slot = sampleSlot().asCopy(.trailer)
        expect(slot, 32, sampleNonce)
        expect(slot, 40, sampleBoot.first)
        expect(slot, 56, 3 as UInt32)
        expect(slot, 60, 1024 as UInt32)
        expect(slot, 64, 7 as UInt64)
        expect(slot, 72, 1000 as UInt64)
        expect(slot, 96, 3_000_000_000 as UInt64)
        expect(slot, 104, 9 as UInt32)
        expect(slot, 108, 1 as UInt8)
        expect(slot, 112, 1 as UInt32)
        expect(slot, 116, 2 as UInt32)

        expect(Self.segment, 40, 1 as UInt8)
        expect(Self.segment, 48, 12 as UInt64)
        expect(Self.segment, 56, 77 as UInt64)
        expect(Self.segment, 64, 55 as UInt64)
        expect(Self.segment, 72, 123 as UInt64)
        expect(Self.segment, 80, 9 as UInt32)
        expect(Self.segment, 88, 456 as Int64)
        expect(Self.segment, 96, 1 as UInt64)
        expect(Self.segment, 104, 2 as UInt64)
        expect(Self.segment, 112, 3 as UInt64)
        expect(Self.segment, 120, 4 as UInt64)

        expect(Self.block, 56, 3_000_000_000 as UInt64)
        expect(Self.block, 64, 9 as UInt32)
        expect(Self.block, 68, 1 as UInt8)
        expect(Self.block, 69, 1 as UInt8)
        expect(Self.block, 70, 1 as UInt8)
        expect(Self.block, 71, 0 as UInt8)
        expect(Self.block, 72, 77 as UInt64)
        expect(Self.block, 80, 12 as UInt64)
        expect(Self.block, 88, 5000 as UInt32)
        expect(Self.block, 92, 600 as UInt32)
        expect(Self.block, 96, 50 as UInt32)
        expect(Self.block, 100, 2 as UInt32)
        expect(Self.block, 104, 10 as UInt64)
        expect(Self.block, 112, 20 as UInt64)
        expect(Self.block, 120, 30 as Int64)
        expect(Self.block, 128, 40 as Int64)
        expect(Self.block, 136, 8 as UInt32)
        expect(Self.block, 140, 4 as UInt32)
        expect(Self.block, 144, 1 << 63 as UInt64)
        expect(Self.block, 152, 0x1111_2222 as UInt32)
        expect(Self.block, 156, 0x3333_4444 as UInt32)
    }

    @Test func longPathsKeepTheirEnd() throws {
        var session = Self.session
        session.executable = Array("/".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 200) + Array("end".utf8)
        session.host = [UInt8](repeating: UInt8(ascii: "h"), count: 63)
        let page = SessionPage(offset: 1024, file: sampleFile, sequence: 1, session: session)
        let read = try SessionPage(decoding: Bytes(page.encoded()))
        #expect(read.session.executable == session.executable.suffix(126))
        #expect(read.session.host.count == 62)
    }
}
