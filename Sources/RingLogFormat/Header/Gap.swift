// What a slot held that was given up to make room. Written, twice, before the slot is overwritten.

/// One slot generation that was given up.
public struct Gap: Equatable, Sendable {
    /// 1, 2, 3, … in its session.
    public var number: UInt64
    public var nonce: UInt64
    public var generation: UInt64
    public var slot: UInt32
    public var records: UInt32
    public var keepRecords: UInt32
    public var epoch: UInt32
    public var lowestTicks: UInt64
    public var highestTicks: UInt64

    /// The bytes that entry and frame have in common.
    static let fieldsSize = 56

    public init(
        number: UInt64, nonce: UInt64, generation: UInt64, slot: UInt32, records: UInt32, keepRecords: UInt32,
        epoch: UInt32, lowestTicks: UInt64, highestTicks: UInt64
    ) {
        self.number = number
        self.nonce = nonce
        self.generation = generation
        self.slot = slot
        self.records = records
        self.keepRecords = keepRecords
        self.epoch = epoch
        self.lowestTicks = lowestTicks
        self.highestTicks = highestTicks
    }

    init(_ bytes: Bytes, at offset: Int) {
        self.init(
            number: bytes.u64(offset), nonce: bytes.u64(offset + 8), generation: bytes.u64(offset + 16),
            slot: bytes.u32(offset + 24), records: bytes.u32(offset + 28), keepRecords: bytes.u32(offset + 32),
            epoch: bytes.u32(offset + 36), lowestTicks: bytes.u64(offset + 40),
            highestTicks: bytes.u64(offset + 48))
    }

    func write(_ writer: inout ByteWriter, at offset: Int) {
        writer.set(number, at: offset)
        writer.set(nonce, at: offset + 8)
        writer.set(generation, at: offset + 16)
        writer.set(slot, at: offset + 24)
        writer.set(records, at: offset + 28)
        writer.set(keepRecords, at: offset + 32)
        writer.set(epoch, at: offset + 36)
        writer.set(lowestTicks, at: offset + 40)
        writer.set(highestTicks, at: offset + 48)
    }
}

/// What all gaps up to a number come to, once their entries have been overwritten.
public struct GapSummary: Equatable, Sendable {
    /// All gaps up to this number are in here.
    public var through: UInt64
    public var nonce: UInt64
    public var slots: UInt64 = 0
    public var records: UInt64 = 0
    public var keepRecords: UInt64 = 0
    public var lowestTicks: UInt64 = .max
    public var highestTicks: UInt64 = 0
    public var epoch: UInt32

    /// The bytes that summary and frame have in common.
    static let fieldsSize = 60

    /// A summary of nothing yet.
    public init(nonce: UInt64, epoch: UInt32) {
        through = 0
        self.nonce = nonce
        self.epoch = epoch
    }

    /// Takes in the next gap. Gaps are added in the order of their numbers.
    public mutating func add(_ gap: Gap) {
        precondition(gap.number == through + 1 && gap.nonce == nonce, "gaps are summed up in order")
        through = gap.number
        slots += 1
        records += UInt64(gap.records)
        keepRecords += UInt64(gap.keepRecords)
        lowestTicks = min(lowestTicks, gap.lowestTicks)
        highestTicks = max(highestTicks, gap.highestTicks)
        epoch = gap.epoch
    }

    init(_ bytes: Bytes, at offset: Int) {
        through = bytes.u64(offset)
        nonce = bytes.u64(offset + 8)
        slots = bytes.u64(offset + 16)
        records = bytes.u64(offset + 24)
        keepRecords = bytes.u64(offset + 32)
        lowestTicks = bytes.u64(offset + 40)
        highestTicks = bytes.u64(offset + 48)
        epoch = bytes.u32(offset + 56)
    }

    func write(_ writer: inout ByteWriter, at offset: Int) {
        writer.set(through, at: offset)
        writer.set(nonce, at: offset + 8)
        writer.set(slots, at: offset + 16)
        writer.set(records, at: offset + 24)
        writer.set(keepRecords, at: offset + 32)
        writer.set(lowestTicks, at: offset + 40)
        writer.set(highestTicks, at: offset + 48)
        writer.set(epoch, at: offset + 56)
    }
}
