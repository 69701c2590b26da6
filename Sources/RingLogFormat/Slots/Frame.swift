// One frame: eight bytes of header, then a body. The header proves length, place and generation along with the body.

public enum Frame {
    /// Bytes that a frame with a body of `bodyLength` bytes takes.
    public static func length(body bodyLength: Int) -> Int {
        Format.frameHeaderSize + roundedUp(bodyLength, to: Format.frameAlignment)
    }

    /// The header of a frame: length, tag, checksum, as one word to store last.
    public static func header(seal: FrameSeal, at offset: Int, body: UnsafeRawBufferPointer) -> UInt64 {
        precondition(body.count % Format.frameAlignment == 0 && !body.isEmpty, "a body is a multiple of 8 bytes")
        let eighths = UInt16(Self.length(body: body.count) / Format.frameAlignment)
        let checksum = seal.checksum(at: offset, body: body, lengthEighths: eighths)
        return UInt64(eighths) | UInt64(seal.tag) << 16 | UInt64(checksum) << 32
    }

    /// The frame with this body for `offset` of its slot.
    public static func encoded(_ body: [UInt8], at offset: Int, seal: FrameSeal) -> [UInt8] {
        let header = body.withUnsafeBytes { Self.header(seal: seal, at: offset, body: $0) }
        var writer = ByteWriter(reserving: length(body: body.count))
        writer.append(header)
        writer.append(body)
        return writer.bytes
    }

    /// Puts a frame at `offset` of a slot image and returns the offset behind it; nil if there is no room for it.
    @discardableResult
    public static func write(_ body: [UInt8], into slot: inout [UInt8], at offset: Int, seal: FrameSeal) -> Int? {
        let end = offset + length(body: body.count)
        guard end <= slot.count - Format.slotHeaderSize, end - offset <= Format.longestFrame else { return nil }
        slot.replaceSubrange(offset..<end, with: encoded(body, at: offset, seal: seal))
        return end
    }
}
