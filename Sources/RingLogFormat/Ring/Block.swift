// A whole block: header, list, payload. Making one and opening one are each other's inverse, and opening says which
// part failed.

/// A block that was read and verified.
public struct Block: Sendable {
    public let header: BlockHeader
    public let entries: [BlockEntry]
    /// The payload, decompressed.
    public let raw: Bytes
    /// Where in `raw` each entry's bytes are.
    private let ranges: [Range<Int>]

    /// Opens the block that starts at the start of `bytes`. Whatever the block says, at most 2 MiB come of it.
    public init(
        decoding bytes: Bytes, at offset: Int? = nil, file: FileID? = nil, with decompressor: inout Decompressor
    ) throws(FormatError) {
        let header = try BlockHeader(decoding: bytes, at: offset, file: file)
        try self.init(header, behind: bytes.suffix(from: BlockHeader.size), with: &decompressor)
    }

    /// Opens the block with this header; `bytes` begins behind it.
    public init(
        _ header: BlockHeader, behind bytes: Bytes, with decompressor: inout Decompressor
    ) throws(FormatError) {
        let entries = try BlockList.entries(bytes, of: header)
        func failure(_ part: FormatError.Part, _ reason: FormatError.Reason) -> FormatError {
            FormatError(part, at: header.payloadOffset, reason)
        }
        guard let stored = bytes.slice(header.listSize, header.storedLength) else {
            let available = bytes.count - header.listSize
            throw failure(.blockPayload, .tooShort(needed: header.storedLength, available: available))
        }
        guard Checksum.crc32c(stored) == header.storedChecksum else { throw failure(.blockPayload, .wrongChecksum) }
        let raw = try decompressor.decompress(stored, of: header)
        guard Checksum.crc32(raw) == header.rawChecksum else { throw failure(.blockPayload, .wrongRawChecksum) }
        var ranges: [Range<Int>] = []
        var start = 0
        for entry in entries {
            guard entry.rawLength <= raw.count - start else {
                throw failure(.rows, .invalidField("bytes of an entry", UInt64(entry.rawLength)))
            }
            ranges.append(start..<start + entry.rawLength)
            start += entry.rawLength
        }
        guard start == raw.count else { throw failure(.rows, .invalidField("bytes of all entries", UInt64(start))) }
        self.header = header
        self.entries = entries
        self.raw = raw
        self.ranges = ranges
    }

    /// The raw bytes of entry `index`: rows, or the image of a slot.
    public func bytes(of index: Int) -> Bytes { raw[ranges[index]] }

    /// The bodies of entry `index` of a block of rows.
    public func rows(of index: Int) throws(FormatError) -> RowReader {
        guard header.encoding == .rows else {
            throw FormatError(.rows, at: header.payloadOffset, .unknownEncoding(header.encoding.rawValue))
        }
        return RowReader(bytes(of: index))
    }
}

extension BlockHeader {
    public var payloadOffset: Int { offset + Self.size + listSize }
}

/// A block that is to be written: list and payload first, at `header.offset + BlockHeader.size`; the header last.
public struct AssembledBlock: Sendable {
    public let header: BlockHeader
    public let headerBytes: [UInt8]
    public let listAndPayload: [UInt8]

    /// Makes a block of `raw`, which holds what `entries` list, in their order. Ticks, realtimes, levels and labels
    /// are taken from `header`; lengths, counts, codec, checksums and each entry's first record are filled in.
    public init(
        _ header: BlockHeader, entries: [BlockEntry], raw: Bytes, with compressor: inout Compressor
    ) {
        precondition(raw.count <= Format.mostRawBytes, "a payload has at most 2 MiB")
        precondition(entries.reduce(0) { $0 + $1.rawLength } == raw.count, "entries and payload must agree")
        precondition(header.encoding == .rows || entries.count == 1, "an image is a block of its own")
        var header = header
        var entries = entries
        header.records = 0
        for index in entries.indices {
            entries[index].firstRecord = header.records
            header.records += entries[index].records
        }
        let (codec, stored) = compressor.compress(raw)
        header.codec = codec
        header.entries = entries.count
        header.rawLength = raw.count
        header.storedLength = stored.count
        header.storedChecksum = Checksum.crc32c(stored)
        header.rawChecksum = Checksum.crc32(raw)
        self.header = header
        headerBytes = header.encoded()
        listAndPayload = BlockList.encoded(entries, block: header.offset, sequence: header.sequence) + stored
    }
}
