// The only place where this module reads raw memory: an immutable, owned, cheap-to-slice run of bytes with checked
// little-endian loads. Decoders compare lengths first and throw; a load outside the run is a bug here and traps.

/// A slice of an array of bytes that never copies them. Slicing and storing cost one retain.
public struct Bytes: Sendable {
    @usableFromInline let storage: [UInt8]
    /// Where this run starts and ends in the array it was cut from.
    public let startOffset: Int
    public let endOffset: Int

    @inlinable
    public init(_ array: [UInt8]) {
        storage = array
        startOffset = 0
        endOffset = array.count
    }

    @usableFromInline
    init(unchecked storage: [UInt8], from start: Int, to end: Int) {
        self.storage = storage
        startOffset = start
        endOffset = end
    }

    @inlinable public var count: Int { endOffset - startOffset }
    @inlinable public var isEmpty: Bool { endOffset == startOffset }

    /// The bytes of `range`, counted from the start of this run. Traps outside it.
    @inlinable
    public subscript(range: Range<Int>) -> Bytes {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "slice outside its bytes")
        return Bytes(
            unchecked: storage, from: startOffset + range.lowerBound, to: startOffset + range.upperBound)
    }

    /// The bytes from `offset` to the end.
    @inlinable public func suffix(from offset: Int) -> Bytes { self[offset..<count] }

    /// `length` bytes from `offset`, nil if there are not that many. Neither number needs to be sane.
    @inlinable
    public func slice(_ offset: Int, _ length: Int) -> Bytes? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return self[offset..<offset + length]
    }

    /// Runs `body` with the memory, which is valid for the call only.
    @inlinable
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        let range = startOffset..<endOffset
        return try storage.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    @inlinable
    func load<Word: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Word.Type) -> Word {
        precondition(offset >= 0 && offset <= count - MemoryLayout<Word>.size, "load outside its bytes")
        let at = startOffset + offset
        return Word(littleEndian: storage.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: Word.self) })
    }

    @inlinable public func u8(_ offset: Int) -> UInt8 { load(offset, as: UInt8.self) }
    @inlinable public func u16(_ offset: Int) -> UInt16 { load(offset, as: UInt16.self) }
    @inlinable public func u32(_ offset: Int) -> UInt32 { load(offset, as: UInt32.self) }
    @inlinable public func u64(_ offset: Int) -> UInt64 { load(offset, as: UInt64.self) }
    @inlinable public func i16(_ offset: Int) -> Int16 { load(offset, as: Int16.self) }
    @inlinable public func i64(_ offset: Int) -> Int64 { load(offset, as: Int64.self) }
    @inlinable public func u128(_ offset: Int) -> UInt128 {
        UInt128(u64(offset)) | UInt128(u64(offset + 8)) << 64
    }

    /// The bytes as an array of their own.
    public var array: [UInt8] { Array(storage[startOffset..<endOffset]) }

    public var isAllZero: Bool { withUnsafeBytes { $0.allSatisfy { $0 == 0 } } }
}

extension Bytes: Equatable {
    public static func == (left: Bytes, right: Bytes) -> Bool {
        left.count == right.count && left.withUnsafeBytes { l in right.withUnsafeBytes { r in l.elementsEqual(r) } }
    }
}

extension Bytes: CustomStringConvertible {
    /// The count and the first bytes in hexadecimal.
    public var description: String {
        let shown = self[0..<min(count, 32)].array.map { hexadecimal(UInt64($0), digits: 2) }.joined()
        return "\(count) bytes: \(shown)\(count > 32 ? "…" : "")"
    }
}

extension String {
    /// The text as it was logged; what is not UTF-8 becomes U+FFFD.
    public init(repairing bytes: Bytes) {
        self = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
