// Reading what has no fixed place: a cursor that never passes the end, whatever lengths it is fed with.

struct ByteReader: Sendable {
    let bytes: Bytes
    private(set) var offset: Int

    init(_ bytes: Bytes, from offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var remaining: Int { bytes.count - offset }

    /// Passes over `count` bytes and returns where they are.
    private mutating func skip(_ count: Int) throws(FormatError) -> Int {
        guard count >= 0, count <= remaining else {
            throw FormatError(.body, at: offset, .tooShort(needed: count, available: remaining))
        }
        defer { offset += count }
        return offset
    }

    /// The next `count` bytes.
    mutating func take(_ count: Int) throws(FormatError) -> Bytes {
        let start = try skip(count)
        return bytes[start..<offset]
    }

    mutating func u32() throws(FormatError) -> UInt32 { bytes.u32(try skip(4)) }
    mutating func u64() throws(FormatError) -> UInt64 { bytes.u64(try skip(8)) }

    /// A length and that many bytes.
    mutating func string() throws(FormatError) -> Bytes { try take(Int(try u32())) }
}
