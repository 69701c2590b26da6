// Checksums and hashes of section 1 of docs/FORMAT.md.
import CRingLog
import CZlib

public enum Checksum {
    /// The raw CRC-32C update, without inversion.
    public static func update(_ state: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        guard let base = bytes.baseAddress else { return state }
        return rl_crc32c(state, base, bytes.count)
    }

    public static func update(_ state: UInt32, _ bytes: Bytes) -> UInt32 {
        bytes.withUnsafeBytes { update(state, $0) }
    }

    public static func update(_ state: UInt32, _ word: UInt64) -> UInt32 {
        withUnsafeBytes(of: word.littleEndian) { update(state, $0) }
    }

    /// The usual CRC-32C, inverted before and after.
    public static func crc32c(_ bytes: Bytes) -> UInt32 { ~update(~0, bytes) }

    public static func crc32c(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { ~update(~0, $0) } }

    /// zlib's CRC-32. It shares no polynomial with CRC-32C, so a codec's mistake cannot hide behind both.
    public static func crc32(_ bytes: Bytes) -> UInt32 {
        bytes.withUnsafeBytes {
            UInt32(truncatingIfNeeded: crc32_z(0, $0.bindMemory(to: UInt8.self).baseAddress, $0.count))
        }
    }

    /// A bijection of 64-bit words whose every output bit depends on every input bit.
    public static func mix(_ word: UInt64) -> UInt64 {
        var x = word
        x ^= x >> 32
        x &*= 0xD6E8_FEB8_6659_FD93
        x ^= x >> 32
        x &*= 0xD6E8_FEB8_6659_FD93
        x ^= x >> 32
        return x
    }

    public static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15
}
