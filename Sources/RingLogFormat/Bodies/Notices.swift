// Frames about the log itself that a slot may hold: clock relations and refused records.

public struct ClockFrame: FrameBody, Equatable {
    public static let kind = FrameKind.clock
    public var reading: ClockReading

    public init(reading: ClockReading) { self.reading = reading }

    public init(decoding body: Bytes) throws(FormatError) {
        let body = try Self.checked(body, size: 40)
        reading = ClockReading(
            triple: ClockTriple(body, at: 8), ticksPerSecond: body.u64(32), epoch: body.u32(4),
            source: ClockSource(rawValue: body.u8(1)))
    }

    public func encoded() -> [UInt8] {
        var writer = Self.writer(size: 40)
        writer.set(reading.source.rawValue, at: 1)
        writer.set(reading.epoch, at: 4)
        reading.triple.write(&writer, at: 8)
        writer.set(reading.ticksPerSecond, at: 32)
        return writer.bytes
    }
}

/// Records of one thread that were refused, written before that thread's next record.
public struct Drop: FrameBody, Equatable {
    public static let kind = FrameKind.drop
    public static let severalReasons: UInt8 = 255

    /// Index of the counter, or `severalReasons`.
    public var reason: UInt8
    public var thread: UInt32
    public var firstTicks: UInt64
    public var lastTicks: UInt64
    public var firstSequence: UInt32
    public var lastSequence: UInt32
    public var records: UInt32
    public var keepRecords: UInt32

    public init(
        reason: UInt8, thread: UInt32, firstTicks: UInt64, lastTicks: UInt64, firstSequence: UInt32,
        lastSequence: UInt32, records: UInt32, keepRecords: UInt32
    ) {
        self.reason = reason
        self.thread = thread
        self.firstTicks = firstTicks
        self.lastTicks = lastTicks
        self.firstSequence = firstSequence
        self.lastSequence = lastSequence
        self.records = records
        self.keepRecords = keepRecords
    }

    public init(decoding body: Bytes) throws(FormatError) {
        let body = try Self.checked(body, size: 40)
        self.init(
            reason: body.u8(1), thread: body.u32(4), firstTicks: body.u64(8), lastTicks: body.u64(16),
            firstSequence: body.u32(24), lastSequence: body.u32(28), records: body.u32(32), keepRecords: body.u32(36))
    }

    public func encoded() -> [UInt8] {
        var writer = Self.writer(size: 40)
        writer.set(reason, at: 1)
        writer.set(thread, at: 4)
        writer.set(firstTicks, at: 8)
        writer.set(lastTicks, at: 16)
        writer.set(firstSequence, at: 24)
        writer.set(lastSequence, at: 28)
        writer.set(records, at: 32)
        writer.set(keepRecords, at: 36)
        return writer.bytes
    }
}
