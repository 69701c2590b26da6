/// What `logdecode info` tells about a file, known without decoding its blocks.
public struct FileSummary: Sendable {
    public struct Geometry: Hashable, Sendable {
        public let capacity: UInt64
        public let unit: UInt32
        public let slotSize: UInt32
        public let slotCount: UInt32
        public let segmentSize: UInt32
        public let keepSegments: UInt32
        public let mainSegments: UInt32
        public let slotsOffset: UInt64
        public let ringOffset: UInt64

        public init(
            capacity: UInt64, unit: UInt32, slotSize: UInt32, slotCount: UInt32, segmentSize: UInt32,
            keepSegments: UInt32, mainSegments: UInt32, slotsOffset: UInt64, ringOffset: UInt64
        ) {
            self.capacity = capacity
            self.unit = unit
            self.slotSize = slotSize
            self.slotCount = slotCount
            self.segmentSize = segmentSize
            self.keepSegments = keepSegments
            self.mainSegments = mainSegments
            self.slotsOffset = slotsOffset
            self.ringOffset = ringOffset
        }
    }

    /// What the superblock says beside the geometry.
    public struct Settings: Hashable, Sendable {
        public let formatVersion: UInt32
        public let compatible: UInt64
        public let readCompatible: UInt64
        public let incompatible: UInt64
        public let created: Int64
        public let keepLevel: LogLevel
        public let codec: UInt8
        public let threshold: LogLevel
        public let overflowPolicy: UInt8
        public let longestWait: UInt64

        public init(
            formatVersion: UInt32, compatible: UInt64, readCompatible: UInt64, incompatible: UInt64, created: Int64,
            keepLevel: LogLevel, codec: UInt8, threshold: LogLevel, overflowPolicy: UInt8, longestWait: UInt64
        ) {
            self.formatVersion = formatVersion
            self.compatible = compatible
            self.readCompatible = readCompatible
            self.incompatible = incompatible
            self.created = created
            self.keepLevel = keepLevel
            self.codec = codec
            self.threshold = threshold
            self.overflowPolicy = overflowPolicy
            self.longestWait = longestWait
        }
    }

    /// One ring of segments.
    public struct Lane: Hashable, Sendable {
        /// Segments that hold blocks.
        public var segmentsUsed: Int = 0
        public var segmentsTotal: Int = 0
        public var highestSegment: UInt64?
        public var blocks: Int = 0
        public var firstBlock: UInt64?
        public var lastBlock: UInt64?
        /// Highest block sequence ever given up, 0 if none.
        public var mark: UInt64 = 0
        /// Realtime of the newest record given up.
        public var markTime: Int64?
        /// Records in the blocks that are there, by their headers.
        public var records: UInt64 = 0
        public var storedBytes: UInt64 = 0
        public var rawBytes: UInt64 = 0
        /// Records ever given up by entering segments.
        public var recordsGivenUp: UInt64 = 0
        /// Realtime of the oldest and newest record, by block headers.
        public var firstRecord: Int64?
        public var lastRecord: Int64?

        public init() {}
    }

    public enum SlotState: Hashable, Sendable {
        /// Freed and ready for its generation.
        case empty(generation: UInt64)
        /// Records are in it; `sealed` if it has its end frame.
        case holding(generation: UInt64, records: UInt64, bytes: UInt64, sealed: Bool)
        /// Header and trailer name different generations: the process died while it was being freed.
        case changing(from: UInt64, to: UInt64, records: UInt64)
        /// Never used.
        case unused
        case damaged
    }

    /// The newest clock relation of the file.
    public struct Clock: Hashable, Sendable {
        public let source: UInt8
        public let epoch: UInt32
        public let ticksPerSecond: UInt64
        public let ticks: UInt64
        public let boottime: Int64
        public let realtime: Int64

        public init(
            source: UInt8, epoch: UInt32, ticksPerSecond: UInt64, ticks: UInt64, boottime: Int64, realtime: Int64
        ) {
            self.source = source
            self.epoch = epoch
            self.ticksPerSecond = ticksPerSecond
            self.ticks = ticks
            self.boottime = boottime
            self.realtime = realtime
        }
    }

    public let name: String
    public let size: UInt64
    /// How far everything lies behind where it was written: not 0 in a file without its front, a core or an image.
    public let shift: Int64
    /// Hash of the file id, safe to show; nil if no structure tells the file id.
    public let fingerprint: UInt32?
    /// Nil if no superblock is left and the geometry was not recovered.
    public let geometry: Geometry?
    public let settings: Settings?
    /// Oldest first.
    public let sessions: [SessionInfo]
    public let mainLane: Lane
    public let keepLane: Lane
    public let slots: [SlotState]
    /// Counters of the last session.
    public let counters: SessionTotals?
    public let clock: Clock?
    /// True if a living process on this machine seems to have the file open.
    public let live: Bool

    public init(
        name: String, size: UInt64, shift: Int64, fingerprint: UInt32?, geometry: Geometry?, settings: Settings?,
        sessions: [SessionInfo], mainLane: Lane, keepLane: Lane, slots: [SlotState], counters: SessionTotals?,
        clock: Clock?, live: Bool
    ) {
        self.name = name
        self.size = size
        self.shift = shift
        self.fingerprint = fingerprint
        self.geometry = geometry
        self.settings = settings
        self.sessions = sessions
        self.mainLane = mainLane
        self.keepLane = keepLane
        self.slots = slots
        self.counters = counters
        self.clock = clock
        self.live = live
    }
}
