// The frame behind which a slot generation is closed.

/// What the writer counted in a slot generation.
public struct SlotEnd: FrameBody, Equatable {
    public static let kind = FrameKind.end
    public var records: UInt32
    /// Of them at or above the keep level.
    public var keepRecords: UInt32

    public init(records: UInt32, keepRecords: UInt32) {
        self.records = records
        self.keepRecords = keepRecords
    }

    public init(decoding body: Bytes) throws(FormatError) {
        let body = try Self.checked(body, size: 16)
        records = body.u32(8)
        keepRecords = body.u32(12)
    }

    public func encoded() -> [UInt8] {
        var writer = Self.writer(size: 16)
        writer.set(records, at: 8)
        writer.set(keepRecords, at: 12)
        return writer.bytes
    }
}
