// A record in place. The fixed part is checked once; arguments are decoded when they are wanted.

/// The body of a record frame, read without copying.
public struct RecordView: Sendable {
    public let body: Bytes
    public let level: Level
    public let arguments: ArgumentList
    /// The shape definition that the record carries itself, as a body of kind 16.
    public let inlineShape: Bytes?
    public let fieldSetID: UInt32
    /// The last `2 * metadataPairs` arguments are keys and values.
    public let metadataPairs: Int

    static let fixedSize = 24
    static let extendedFlag: UInt8 = 1 << 4
    static let inlineFlag: UInt8 = 1 << 5
    static let newerFlags: UInt8 = 3 << 6

    /// Throws for a record of a newer kind too: it must be counted, not guessed at.
    public init(decoding body: Bytes) throws(FormatError) {
        func failure(_ reason: FormatError.Reason) -> FormatError { FormatError(.body, reason) }
        guard body.count >= Self.fixedSize + 8 else {
            throw failure(.tooShort(needed: Self.fixedSize + 8, available: body.count))
        }
        guard body.u8(0) == FrameKind.record.rawValue else { throw failure(.invalidField("kind", UInt64(body.u8(0)))) }
        let flags = body.u8(1)
        guard flags & Self.newerFlags == 0 else { throw failure(.invalidField("flags", UInt64(flags))) }
        guard let level = Level(rawValue: flags & 15) else { throw failure(.invalidField("level", UInt64(flags & 15))) }
        self.body = body
        self.level = level
        var offset = Self.fixedSize
        (fieldSetID, metadataPairs) =
            flags & Self.extendedFlag == 0 ? (0, 0) : (body.u32(offset), Int(body.u16(offset + 4)))
        if flags & Self.extendedFlag != 0 { offset += 8 }
        var reader = ByteReader(body, from: offset)
        inlineShape = flags & Self.inlineFlag == 0 ? nil : try Self.inlineShape(&reader)
        arguments = try ArgumentList(body.suffix(from: reader.offset))
        guard 2 * metadataPairs <= arguments.count else {
            throw failure(.invalidField("number of metadata pairs", UInt64(metadataPairs)))
        }
    }

    private static func inlineShape(_ reader: inout ByteReader) throws(FormatError) -> Bytes {
        let length = try reader.u32()
        _ = try reader.u32()
        guard length % 8 == 0 else {
            throw FormatError(.body, at: reader.offset, .invalidField("length of the inline shape", UInt64(length)))
        }
        return try reader.take(Int(length))
    }

    public var labelID: UInt16 { body.u16(2) }
    public var thread: UInt32 { body.u32(4) }
    public var ticks: UInt64 { body.u64(8) }
    /// Of the record in its thread; also advanced by records that were refused.
    public var sequence: UInt32 { body.u32(16) }
    /// 0 if the shape is inline.
    public var shapeID: UInt32 { body.u32(20) }
    /// Arguments that belong to the shape.
    public var shapeArguments: Int { arguments.count - 2 * metadataPairs }
}
