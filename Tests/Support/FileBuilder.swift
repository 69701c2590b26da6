// Whole ring files in memory, made from values alone: no clock, no randomness, the same bytes every time. Tests of the
// reader and of the command line build what they need here instead of running a logger, and then damage it.
import RingLogFormat

/// A ring file under construction. It behaves as a logger and its compactor would, step by step.
public struct FileBuilder: Sendable {
    public var bytes: [UInt8]
    public let superblock: Superblock
    public internal(set) var session: Session
    public internal(set) var slots: [SlotState] = []
    public internal(set) var lanes: [Lane: LaneState] = [.main: LaneState(), .keep: LaneState()]
    public internal(set) var counters = [UInt64](repeating: 0, count: CountersPage.counters)
    public internal(set) var gapSummary: GapSummary
    public internal(set) var gaps: UInt64 = 0
    /// What the next record is stamped with; one tick is a nanosecond.
    public var ticks: UInt64 = 1_000_000_000
    /// Ticks from one record to the next.
    public var ticksPerRecord: UInt64 = 1_000_000
    /// Added to the wall clock from now on: a stepped clock.
    public var realtimeStep: Int64 = 0
    var sequences: [UInt32: UInt32] = [:]
    var pageSequence: UInt64 = 0
    var clockSequence: UInt64 = 0
    let seed: UInt64

    /// 2026-11-30T08:15:00Z, the wall clock at tick 0.
    public static let realtimeBase: Int64 = 1_796_026_500_000_000_000
    public static let boottimeBase: Int64 = 5_000_000_000

    public var geometry: Geometry { superblock.geometry }
    public var file: FileID { superblock.file }

    /// A new file with its first session open. Files of one `seed` are equal; of different ones they are strangers.
    public init(geometry: Geometry = .small, seed: UInt64 = 1, keepLevel: Level = .warning, codec: Codec = .zlib) {
        let file = FileID(first: Checksum.mix(seed), second: Checksum.mix(seed ^ 0xF11E))
        var superblock = Superblock(file: file, geometry: geometry, created: Self.realtimeBase)
        superblock.keepLevel = keepLevel.rawValue
        superblock.codec = codec
        self.superblock = superblock
        self.seed = seed
        bytes = [UInt8](repeating: 0, count: geometry.capacity)
        let reading = ClockReading(
            triple: ClockTriple(ticks: 0, boottime: 0, realtime: 0), ticksPerSecond: 1_000_000_000, epoch: 1,
            source: .monotonic)
        session = Session(nonce: 1, boot: BootID(first: 0, second: 0), ordinal: 0, opened: reading)
        gapSummary = GapSummary(nonce: 1, epoch: 1)
        for copy in 0..<2 {
            superblock.offset = geometry.superblockOffset(copy: copy)
            put(superblock.encoded(), at: superblock.offset)
        }
        openSession()
    }

    /// Stores `run` at a file offset.
    public mutating func put(_ run: [UInt8], at offset: Int) {
        bytes.replaceSubrange(offset..<offset + run.count, with: run)
    }

    /// The moment `ticks` on all clocks.
    public func triple(at ticks: UInt64) -> ClockTriple {
        ClockTriple(
            ticks: ticks, boottime: Self.boottimeBase &+ Int64(bitPattern: ticks), realtime: realtime(at: ticks))
    }

    public func realtime(at ticks: UInt64) -> Int64 { Self.realtimeBase &+ Int64(bitPattern: ticks) &+ realtimeStep }

    public func reading(at ticks: UInt64) -> ClockReading {
        var reading = session.opened
        reading.triple = triple(at: ticks)
        return reading
    }

    mutating func tick() -> UInt64 {
        ticks += ticksPerRecord
        return ticks
    }
}
