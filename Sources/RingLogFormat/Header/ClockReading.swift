// How the session's counter relates to the clocks of the host.

/// The same moment on three clocks.
public struct ClockTriple: Hashable, Sendable {
    public var ticks: UInt64
    /// Nanoseconds since the host booted, suspend included.
    public var boottime: Int64
    /// Nanoseconds since 1970.
    public var realtime: Int64

    public init(ticks: UInt64, boottime: Int64, realtime: Int64) {
        self.ticks = ticks
        self.boottime = boottime
        self.realtime = realtime
    }

    static let size = 24

    init(_ bytes: Bytes, at offset: Int) {
        self.init(ticks: bytes.u64(offset), boottime: bytes.i64(offset + 8), realtime: bytes.i64(offset + 16))
    }

    func write(_ writer: inout ByteWriter, at offset: Int) {
        writer.set(ticks, at: offset)
        writer.set(boottime, at: offset + 8)
        writer.set(realtime, at: offset + 16)
    }
}

/// A triple, and what is needed to extrapolate from it.
public struct ClockReading: Hashable, Sendable {
    public var triple: ClockTriple
    public var ticksPerSecond: UInt64
    /// Readings of one epoch are comparable; epochs rise from one boot or source to the next.
    public var epoch: UInt32
    public var source: ClockSource

    public init(triple: ClockTriple, ticksPerSecond: UInt64, epoch: UInt32, source: ClockSource) {
        self.triple = triple
        self.ticksPerSecond = ticksPerSecond
        self.epoch = epoch
        self.source = source
    }

    /// Session page, clock page and slot header hold these 37 bytes in this order.
    init(_ bytes: Bytes, at offset: Int) {
        self.init(
            triple: ClockTriple(bytes, at: offset), ticksPerSecond: bytes.u64(offset + 24),
            epoch: bytes.u32(offset + 32), source: ClockSource(rawValue: bytes.u8(offset + 36)))
    }

    func write(_ writer: inout ByteWriter, at offset: Int) {
        triple.write(&writer, at: offset)
        writer.set(ticksPerSecond, at: offset + 24)
        writer.set(epoch, at: offset + 32)
        writer.set(source.rawValue, at: offset + 36)
    }
}
