// Codecs, rows and whole blocks: one makes, the other opens, and every failure says which part it was.
import RingLogFormat
import RingLogTestSupport
import Testing

@Suite struct BlockTests {
    static let rows: RowWriter = {
        var rows = RowWriter()
        for number in 0..<40 { rows.append(body(UInt8(number), eighths: 1 + number % 3)) }
        return rows
    }()

    static func block(_ codec: Codec, raw: [UInt8] = rows.bytes, split: Int? = nil) -> (AssembledBlock, [UInt8]) {
        let header = BlockHeader(
            offset: 20736, file: sampleFile, nonce: sampleNonce, boot: sampleBoot, reading: sampleReading, lane: .main,
            sequence: 9, segmentSequence: 4, sessionOrdinal: 2)
        let parts = split.map { [$0, raw.count - $0] } ?? [raw.count]
        let entries = parts.enumerated().map { index, length in
            BlockEntry(
                slot: UInt32(index), generation: 7, records: 20, rawLength: length, triple: sampleReading.triple)
        }
        var compressor = Compressor(codec)
        let block = AssembledBlock(header, entries: entries, raw: Bytes(raw), with: &compressor)
        return (block, block.headerBytes + block.listAndPayload)
    }

    private func failure(_ bytes: [UInt8]) -> FormatError? {
        var decompressor = Decompressor()
        do throws(FormatError) {
            _ = try Block(decoding: Bytes(bytes), at: 20736, file: sampleFile, with: &decompressor)
            return nil
        } catch { return error }
    }

    /// The block's bytes with another header, sealed again.
    private func reheaded(_ bytes: [UInt8], _ change: (inout BlockHeader) -> Void) throws -> [UInt8] {
        var header = try BlockHeader(decoding: Bytes(bytes))
        change(&header)
        return header.encoded() + bytes[BlockHeader.size...]
    }

    @Test(arguments: [Codec.none, .zlib]) func blocksAreReadAsWritten(_ codec: Codec) throws {
        let (assembled, bytes) = Self.block(codec, split: 500)
        var decompressor = Decompressor()
        let block = try Block(decoding: Bytes(bytes), at: 20736, file: sampleFile, with: &decompressor)
        #expect(block.header == assembled.header && block.header.codec == codec)
        #expect(block.raw.array == Self.rows.bytes && block.header.length == bytes.count)
        #expect(block.entries.map(\.firstRecord) == [0, 20] && block.header.records == 40)
        #expect(block.bytes(of: 0).count == 500 && block.bytes(of: 1).array == Array(Self.rows.bytes[500...]))
        #expect(block.header.stride == roundedUp(bytes.count, to: 256))
        if codec == .zlib { #expect(block.header.storedLength < block.header.rawLength / 2) }
    }

    @Test func listIsWhereTheFormatSays() {
        let (_, block) = Self.block(.none, split: 500)
        let bytes = Bytes(block)
        #expect(bytes.u32(256) == 0 && bytes.u32(304) == 1 && bytes.u32(308) == 20 && bytes.u64(312) == 7)
        #expect(bytes.u32(320) == 20 && bytes.u32(324) == UInt32(Self.rows.count - 500) && bytes.u64(328) == 1000)
        #expect(bytes.u32(356) == 0 && bytes[360..<360 + Self.rows.count].array == Self.rows.bytes)
    }

    @Test func noisyPayloadsAreStoredAsTheyAre() throws {
        var random = Random(state: 5)
        let noise = (0..<600).map { _ in UInt8.random(in: 0...255, using: &random) }
        let (assembled, bytes) = Self.block(.zlib, raw: noise)
        #expect(assembled.header.codec == .none && assembled.header.storedLength == 600)
        #expect(failure(bytes) == nil)
    }

    @Test func everyBitFlipIsNoticedInItsPart() {
        for codec in [Codec.none, .zlib] {
            var (_, bytes) = Self.block(codec)
            for bit in 0..<bytes.count * 8 {
                bytes.flip(bit: bit)
                let part = failure(bytes)?.part
                switch bit / 8 {
                case 0..<256: #expect(part == .blockHeader, "bit \(bit)")
                case 256..<308: #expect(part == .blockList, "bit \(bit)")
                // The reserved word behind the list's checksum.
                case 308..<312: #expect(part == nil, "bit \(bit)")
                default: #expect(part == .blockPayload, "bit \(bit)")
                }
                bytes.flip(bit: bit)
            }
        }
    }

    @Test func everyTruncationSaysWhatIsShort() {
        let (_, bytes) = Self.block(.zlib)
        for length in 0..<bytes.count {
            let part: FormatError.Part = length < 256 ? .blockHeader : length < 312 ? .blockList : .blockPayload
            let failure = failure(Array(bytes[..<length]))
            #expect(failure?.part == part, "\(length) bytes")
            if case .tooShort = failure?.reason { continue }
            Issue.record("\(length) bytes: \(failure?.description ?? "taken")")
        }
    }

    @Test func rightChecksumsOverWrongContentsAreNoticed() throws {
        let (_, bytes) = Self.block(.zlib)
        let offset = 20736 + 312
        let longer = try reheaded(bytes) { $0.rawLength += 1 }
        #expect(failure(longer) == FormatError(.blockPayload, at: offset, .codecFailed))
        let shorter = try reheaded(bytes) { $0.rawLength -= 1 }
        #expect(failure(shorter) == FormatError(.blockPayload, at: offset, .codecFailed))
        let unchecked = try reheaded(bytes) { $0.rawChecksum ^= 1 }
        #expect(failure(unchecked) == FormatError(.blockPayload, at: offset, .wrongRawChecksum))
        let exotic = try reheaded(bytes) { $0.codec = .zstd }
        #expect(failure(exotic) == FormatError(.blockPayload, at: offset, .unknownCodec(2)))
        let plain = try reheaded(bytes) { $0.codec = .none }
        #expect(failure(plain)?.reason == .invalidField("raw length", UInt64(Self.rows.count)))
        let (_, stored) = Self.block(.none)
        let claimed = try reheaded(stored) { $0.codec = .zlib }
        #expect(failure(claimed) == FormatError(.blockPayload, at: offset, .codecFailed))
    }

    @Test func listsOfAnotherBlockAreNoticed() throws {
        let (_, bytes) = Self.block(.none)
        #expect(failure(try reheaded(bytes) { $0.sequence += 1 })?.part == .blockList)
        var moved = try BlockHeader(decoding: Bytes(bytes))
        moved.offset += 256
        var decompressor = Decompressor()
        #expect(throws: FormatError(.blockList, at: moved.offset + 256, .wrongChecksum)) {
            _ = try Block(moved, behind: Bytes(bytes).suffix(from: 256), with: &decompressor)
        }
    }

    @Test func entriesThatDoNotAddUpAreNoticed() throws {
        let (_, bytes) = Self.block(.none)
        let header = try BlockHeader(decoding: Bytes(bytes))
        for length in [0, Self.rows.count - 1, Self.rows.count + 1, Int(UInt32.max)] {
            let entry = BlockEntry(slot: 0, generation: 7, records: 20, rawLength: length, triple: sampleReading.triple)
            let list = BlockList.encoded([entry], block: header.offset, sequence: header.sequence)
            #expect(failure(bytes[..<256] + list + bytes[312...])?.part == .rows)
        }
    }

    @Test func rowsAreReadAsWritten() throws {
        var reader = RowReader(Bytes(Self.rows.bytes))
        for number in 0..<40 {
            #expect(try reader.next()?.array == body(UInt8(number), eighths: 1 + number % 3))
        }
        #expect(try reader.next() == nil)
    }

    @Test func rowsWithImpossibleLengthsAreRefused() {
        func failure(_ rows: [UInt8]) -> FormatError? {
            var reader = RowReader(Bytes(rows))
            do throws(FormatError) {
                while try reader.next() != nil {}
                return nil
            } catch { return error }
        }
        #expect(failure([0, 0]) == FormatError(.rows, at: 0, .invalidField("length of a body", 0)))
        #expect(failure([1]) == FormatError(.rows, at: 0, .tooShort(needed: 2, available: 1)))
        #expect(
            failure([1, 0] + body(1) + [0xFF, 0xFF])
                == FormatError(.rows, at: 10, .tooShort(needed: 524_280, available: 0)))
        #expect(failure([]) == nil)
    }

    /// A stream of zeros compresses a thousandfold; it must not become more than the header promised.
    @Test func decompressionIsBounded() {
        let zeros = Bytes([UInt8](repeating: 0, count: 1 << 20))
        var deflater = Deflater(level: 9)!
        let stored = Bytes(deflater.compress(zeros, most: zeros.count)!)
        #expect(stored.count < 2000)
        var inflater = Inflater()!
        #expect(inflater.decompress(stored, length: 1000) == nil)
        #expect(inflater.decompress(stored, length: zeros.count + 1) == nil)
        #expect(inflater.decompress(stored[0..<stored.count - 1], length: zeros.count) == nil)
        #expect(inflater.decompress(Bytes(stored.array + [0]), length: zeros.count) == nil)
        // The context is as good as new after each failure.
        #expect(inflater.decompress(stored, length: zeros.count) == zeros.array)
    }

    @Test func deflaterGivesUpAtTheBound() {
        var deflater = Deflater(level: 1)!
        let rows = Bytes(Self.rows.bytes)
        let stored = deflater.compress(rows, most: rows.count)!
        #expect(deflater.compress(rows, most: stored.count) == nil)
        #expect(deflater.compress(rows, most: stored.count + 1) == stored)
        #expect(deflater.compress(Bytes([]), most: 0) == nil)
    }

    @Test func imagesKeepASlotAsItWas() throws {
        var slot = FrameTests.slot([body(1), body(2), body(3)]).slot
        slot.flip(bit: 150 * 8)
        let header = BlockHeader(
            offset: 20736, file: sampleFile, nonce: sampleNonce, boot: sampleBoot, reading: sampleReading, lane: .main,
            sequence: 9, segmentSequence: 4, sessionOrdinal: 2, encoding: .image)
        let entry = BlockEntry(slot: 3, generation: 7, records: 2, rawLength: slot.count, triple: sampleReading.triple)
        var compressor = Compressor(.zlib)
        let assembled = AssembledBlock(header, entries: [entry], raw: Bytes(slot), with: &compressor)
        var decompressor = Decompressor()
        let bytes = Bytes(assembled.headerBytes + assembled.listAndPayload)
        let block = try Block(decoding: bytes, with: &decompressor)
        let image = SlotImage(block.bytes(of: 0), at: 65536, file: sampleFile)
        #expect(image.held == sampleSlot())
        let items = scan(image.bytes.array, image.held!.seal).items
        #expect(items == [FrameTests.frame(128, body(1)), .hole(144..<160), FrameTests.frame(160, body(3))])
        #expect(throws: FormatError(.rows, at: block.header.payloadOffset, .unknownEncoding(1))) {
            _ = try block.rows(of: 0)
        }
    }
}
