// The random names of files and boots.

/// The random name of a file. It seeds the checksums of frames, so whoever knows it can forge records: it is never
/// printed, and its description is a fingerprint.
public struct FileID: Hashable, Sendable, CustomStringConvertible {
    public let first: UInt64
    public let second: UInt64

    public init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    init(_ bytes: Bytes, at offset: Int) {
        self.init(first: bytes.u64(offset), second: bytes.u64(offset + 8))
    }

    func write(_ writer: inout ByteWriter, at offset: Int) {
        writer.set(first, at: offset)
        writer.set(second, at: offset + 8)
    }

    /// What programs show instead of the id.
    public var fingerprint: UInt32 {
        UInt32(truncatingIfNeeded: Checksum.mix(first ^ Checksum.mix(second)))
    }

    public var description: String { hexadecimal(UInt64(fingerprint), digits: 8) }
}

/// The kernel's name of a boot (`/proc/sys/kernel/random/boot_id`), in text order.
public struct BootID: Hashable, Sendable, CustomStringConvertible {
    public let first: UInt64
    public let second: UInt64

    /// Both halves as they are loaded little-endian from the 16 bytes.
    public init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    init(_ bytes: Bytes, at offset: Int) {
        self.init(first: bytes.u64(offset), second: bytes.u64(offset + 8))
    }

    func write(_ writer: inout ByteWriter, at offset: Int) {
        writer.set(first, at: offset)
        writer.set(second, at: offset + 8)
    }

    public var description: String {
        let digits = Array(hexadecimal(first.byteSwapped, digits: 16) + hexadecimal(second.byteSwapped, digits: 16))
        let parts = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        return parts.map { String($0) }.joined(separator: "-")
    }
}

func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
