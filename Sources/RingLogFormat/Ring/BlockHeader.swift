// What a block begins with: enough to know whether anything in it is wanted, without decompressing it.

public struct BlockHeader: FileStructure, Equatable {
    public static let part = FormatError.Part.blockHeader
    public static let magic = Magic.block
    public static let size = Format.blockHeaderSize

    public var offset: Int
    public var file: FileID
    /// Of the session whose records the block holds.
    public var nonce: UInt64
    public var boot: BootID
    public var ticksPerSecond: UInt64
    public var epoch: UInt32
    public var source: ClockSource
    public var lane: Lane
    public var codec: Codec
    public var encoding: Encoding
    /// 1, 2, 3, … in the lane.
    public var sequence: UInt64
    public var segmentSequence: UInt64
    public var rawLength: Int = 0
    public var storedLength: Int = 0
    public var records: UInt32 = 0
    public var entries: Int = 0
    public var lowestTicks: UInt64
    public var highestTicks: UInt64
    public var lowestRealtime: Int64
    public var highestRealtime: Int64
    /// Bit = level.
    public var levels: UInt32 = 0
    public var sessionOrdinal: UInt32
    /// Bit = label id modulo 64.
    public var labels: UInt64 = 0
    public var storedChecksum: UInt32 = 0
    public var rawChecksum: UInt32 = 0

    /// A header of nothing yet; `Block.assemble` fills in lengths, list and checksums.
    public init(
        offset: Int, file: FileID, nonce: UInt64, boot: BootID, reading: ClockReading, lane: Lane, sequence: UInt64,
        segmentSequence: UInt64, sessionOrdinal: UInt32, codec: Codec = .none, encoding: Encoding = .rows
    ) {
        self.offset = offset
        self.file = file
        self.nonce = nonce
        self.boot = boot
        ticksPerSecond = reading.ticksPerSecond
        epoch = reading.epoch
        source = reading.source
        self.lane = lane
        self.codec = codec
        self.encoding = encoding
        self.sequence = sequence
        self.segmentSequence = segmentSequence
        self.sessionOrdinal = sessionOrdinal
        lowestTicks = reading.triple.ticks
        highestTicks = reading.triple.ticks
        lowestRealtime = reading.triple.realtime
        highestRealtime = reading.triple.realtime
    }

    public var listSize: Int { entries * Format.listEntrySize + Format.listTrailerSize }
    /// Header, list and payload.
    public var length: Int { Self.size + listSize + storedLength }
    /// Distance to the next block.
    public var stride: Int { roundedUp(length, to: Format.blockAlignment) }

    public init(verified bytes: Bytes, offset: Int, file: FileID) throws(FormatError) {
        func failure(_ field: String, _ value: UInt64) -> FormatError {
            FormatError(Self.part, at: offset, .invalidField(field, value))
        }
        guard let lane = Lane(rawValue: bytes.u8(69)) else { throw failure("lane", UInt64(bytes.u8(69))) }
        self.offset = offset
        self.file = file
        self.lane = lane
        nonce = bytes.u64(32)
        boot = BootID(bytes, at: 40)
        ticksPerSecond = bytes.u64(56)
        epoch = bytes.u32(64)
        source = ClockSource(rawValue: bytes.u8(68))
        codec = Codec(rawValue: bytes.u8(70))
        encoding = Encoding(rawValue: bytes.u8(71))
        sequence = bytes.u64(72)
        segmentSequence = bytes.u64(80)
        rawLength = Int(bytes.u32(88))
        storedLength = Int(bytes.u32(92))
        records = bytes.u32(96)
        entries = Int(bytes.u32(100))
        lowestTicks = bytes.u64(104)
        highestTicks = bytes.u64(112)
        lowestRealtime = bytes.i64(120)
        highestRealtime = bytes.i64(128)
        levels = bytes.u32(136)
        sessionOrdinal = bytes.u32(140)
        labels = bytes.u64(144)
        storedChecksum = bytes.u32(152)
        rawChecksum = bytes.u32(156)
        guard rawLength <= Format.mostRawBytes else { throw failure("raw length", UInt64(rawLength)) }
        guard length <= Geometry.mostSegmentSize else { throw failure("stored length", UInt64(storedLength)) }
        guard 1...Format.mostBlockEntries ~= entries else { throw failure("number of entries", UInt64(entries)) }
    }

    public func write(_ writer: inout ByteWriter) {
        writer.set(nonce, at: 32)
        boot.write(&writer, at: 40)
        writer.set(ticksPerSecond, at: 56)
        writer.set(epoch, at: 64)
        writer.set(source.rawValue, at: 68)
        writer.set(lane.rawValue, at: 69)
        writer.set(codec.rawValue, at: 70)
        writer.set(encoding.rawValue, at: 71)
        writer.set(sequence, at: 72)
        writer.set(segmentSequence, at: 80)
        writer.set(UInt32(rawLength), at: 88)
        writer.set(UInt32(storedLength), at: 92)
        writer.set(records, at: 96)
        writer.set(UInt32(entries), at: 100)
        writer.set(lowestTicks, at: 104)
        writer.set(highestTicks, at: 112)
        writer.set(lowestRealtime, at: 120)
        writer.set(highestRealtime, at: 128)
        writer.set(levels, at: 136)
        writer.set(sessionOrdinal, at: 140)
        writer.set(labels, at: 144)
        writer.set(storedChecksum, at: 152)
        writer.set(rawChecksum, at: 156)
    }
}
