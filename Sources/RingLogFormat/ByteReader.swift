// Reading what has no fixed place: a cursor that never passes the end, whatever lengths it is fed with.

struct ByteReader: Sendable {
    let bytes: Bytes
    private(set) var offset: Int

    init(_ bytes: Bytes, from offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var remaining: Int { bytes.count - offset }

    /// The next `count` bytes.
    mutating func take(_ count: Int) throws(FormatError) -> Bytes {
        guard let run = bytes.slice(offset, count) else {
            throw FormatError(.body, at: offset, .tooShort(needed: count, available: remaining))
        }
        offset += count
        return run
    }

    mutating func u32() throws(FormatError) -> UInt32 { try take(4).u32(0) }
    mutating func u64() throws(FormatError) -> UInt64 { try take(8).u64(0) }

    /// A length and that many bytes.
    mutating func string() throws(FormatError) -> Bytes { try take(Int(try u32())) }
}
