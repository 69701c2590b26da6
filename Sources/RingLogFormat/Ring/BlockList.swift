// Which slot generations a block holds. The list has its own checksum, so that a damaged payload still tells what was
// in it.

/// One slot generation of a block.
public struct BlockEntry: Hashable, Sendable {
    public var slot: UInt32
    /// Index of its first record in the block.
    public var firstRecord: UInt32
    public var generation: UInt64
    public var records: UInt32
    /// Bytes of the raw payload that are its.
    public var rawLength: Int
    /// Of the slot's header.
    public var triple: ClockTriple

    public init(
        slot: UInt32, firstRecord: UInt32 = 0, generation: UInt64, records: UInt32, rawLength: Int, triple: ClockTriple
    ) {
        self.slot = slot
        self.firstRecord = firstRecord
        self.generation = generation
        self.records = records
        self.rawLength = rawLength
        self.triple = triple
    }
}

public enum BlockList {
    /// The list of the block with this offset and sequence.
    public static func encoded(_ entries: [BlockEntry], block offset: Int, sequence: UInt64) -> [UInt8] {
        precondition(1...Format.mostBlockEntries ~= entries.count, "a block lists 1 to 16 slot generations")
        let end = entries.count * Format.listEntrySize
        var writer = ByteWriter(zeros: end + Format.listTrailerSize)
        for (index, entry) in entries.enumerated() {
            let at = index * Format.listEntrySize
            writer.set(entry.slot, at: at)
            writer.set(entry.firstRecord, at: at + 4)
            writer.set(entry.generation, at: at + 8)
            writer.set(entry.records, at: at + 16)
            writer.set(UInt32(entry.rawLength), at: at + 20)
            entry.triple.write(&writer, at: at + 24)
        }
        writer.set(checksum(Bytes(writer.bytes)[0..<end], block: offset, sequence: sequence), at: end)
        return writer.bytes
    }

    /// The list of the block with this header; `bytes` begins behind the header.
    public static func entries(_ bytes: Bytes, of header: BlockHeader) throws(FormatError) -> [BlockEntry] {
        func failure(_ reason: FormatError.Reason) -> FormatError {
            FormatError(.blockList, at: header.offset + BlockHeader.size, reason)
        }
        guard let list = bytes.slice(0, header.listSize) else {
            throw failure(.tooShort(needed: header.listSize, available: bytes.count))
        }
        let end = header.entries * Format.listEntrySize
        guard checksum(list[0..<end], block: header.offset, sequence: header.sequence) == list.u32(end) else {
            throw failure(.wrongChecksum)
        }
        return (0..<header.entries).map { entry(list, at: $0 * Format.listEntrySize) }
    }

    private static func entry(_ list: Bytes, at offset: Int) -> BlockEntry {
        BlockEntry(
            slot: list.u32(offset), firstRecord: list.u32(offset + 4), generation: list.u64(offset + 8),
            records: list.u32(offset + 16), rawLength: Int(list.u32(offset + 20)),
            triple: ClockTriple(list, at: offset + 24))
    }

    private static func checksum(_ entries: Bytes, block offset: Int, sequence: UInt64) -> UInt32 {
        ~Checksum.update(Checksum.update(Checksum.update(~0, entries), UInt64(offset)), sequence)
    }
}
