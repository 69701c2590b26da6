// The only place where this module writes structures: a growing array with little-endian stores.

/// Builds a structure byte by byte, by appending or by storing into zeros.
public struct ByteWriter: Sendable {
    public var bytes: [UInt8]

    public init(reserving capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// `count` zeros to store into.
    public init(zeros count: Int) { bytes = [UInt8](repeating: 0, count: count) }

    public var count: Int { bytes.count }

    /// Stores `value` at `offset`. Traps outside the bytes there are.
    @inlinable
    public mutating func set<Word: FixedWidthInteger & BitwiseCopyable>(_ value: Word, at offset: Int) {
        precondition(offset >= 0 && offset <= bytes.count - MemoryLayout<Word>.size, "store outside its bytes")
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Word.self)
        }
    }

    /// Stores `run` at `offset`. Traps if it does not fit.
    public mutating func set(_ run: some Collection<UInt8>, at offset: Int) {
        precondition(offset >= 0 && run.count <= bytes.count - offset, "store outside its bytes")
        var at = offset
        for byte in run {
            bytes[at] = byte
            at += 1
        }
    }

    @inlinable
    public mutating func append<Word: FixedWidthInteger & BitwiseCopyable>(_ value: Word) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    public mutating func append(_ run: some Sequence<UInt8>) { bytes.append(contentsOf: run) }

    public mutating func append(_ run: Bytes) { run.withUnsafeBytes { bytes.append(contentsOf: $0) } }

    /// Zeros up to the next multiple of `alignment`.
    public mutating func pad(to alignment: Int) {
        let behind = bytes.count % alignment
        if behind > 0 { bytes.append(contentsOf: repeatElement(0, count: alignment - behind)) }
    }
}

/// The lowest multiple of `alignment` that is not below `value`.
@inlinable
public func roundedUp(_ value: Int, to alignment: Int) -> Int { (value + alignment - 1) / alignment * alignment }
