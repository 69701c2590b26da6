// What ties a frame to its file, session, slot, generation and place: the seed of its checksum, and its tag.

/// Seed and tag of the frames of one slot generation.
public struct FrameSeal: Equatable, Sendable {
    let salt: UInt64
    let generation: UInt32
    public let tag: UInt16

    public init(file: FileID, nonce: UInt64, slot: UInt32, generation: UInt64) {
        let salt = Self.slotSalt(file: file, nonce: nonce, slot: slot)
        self.init(
            salt: salt, generation: UInt32(truncatingIfNeeded: generation),
            tag: UInt16(truncatingIfNeeded: salt >> 48) ^ UInt16(truncatingIfNeeded: generation))
    }

    /// A seal with given parts, for tests that prove that each of them is needed.
    @_spi(Testing)
    public init(salt: UInt64, generation: UInt32, tag: UInt16) {
        self.salt = salt
        self.generation = generation
        self.tag = tag
    }

    public static func slotSalt(file: FileID, nonce: UInt64, slot: UInt32) -> UInt64 {
        var hash: UInt64 = 0x5249_4E47_4C4F_4731
        for word in [file.first, file.second, nonce, UInt64(slot)] { hash = Checksum.mix(hash ^ word) }
        return hash
    }

    /// The state that the checksum of a frame at `offset` in its slot starts from.
    public func seed(_ offset: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: ((salt &+ UInt64(offset)) &* Checksum.golden) >> 32) ^ generation
    }

    /// The checksum of a frame: its body, then the first four bytes of its header.
    public func checksum(at offset: Int, body: UnsafeRawBufferPointer, lengthEighths: UInt16) -> UInt32 {
        let start = UInt32(lengthEighths) | UInt32(tag) << 16
        return withUnsafeBytes(of: start.littleEndian) {
            Checksum.update(Checksum.update(seed(offset), body), $0)
        }
    }
}
