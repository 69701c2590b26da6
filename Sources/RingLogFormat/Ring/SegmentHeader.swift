// What a segment begins with: which turn of the ring it belongs to, and everything its lane has given up so far.

public struct SegmentHeader: FileStructure, Equatable {
    public static let part = FormatError.Part.segmentHeader
    public static let magic = Magic.segment
    public static let size = Format.segmentHeaderSize

    public var offset: Int
    public var file: FileID
    /// Of the session that entered the segment.
    public var nonce: UInt64
    public var lane: Lane
    /// 0, 1, 2, … in the lane.
    public var sequence: UInt64
    public var firstBlock: UInt64
    public var mark: WrittenOff
    /// Records ever stored in this lane before this segment.
    public var recordsBefore: UInt64
    /// Records ever given up by this lane, this entering included.
    public var recordsGivenUp: UInt64
    /// Records ever given up in slots, in sessions that have ended.
    public var recordsGivenUpInSlots: UInt64
    /// Records ever refused, in sessions that have ended.
    public var recordsRefused: UInt64

    public init(
        offset: Int, file: FileID, nonce: UInt64, lane: Lane, sequence: UInt64, firstBlock: UInt64,
        mark: WrittenOff = .nothing, recordsBefore: UInt64 = 0, recordsGivenUp: UInt64 = 0,
        recordsGivenUpInSlots: UInt64 = 0, recordsRefused: UInt64 = 0
    ) {
        self.offset = offset
        self.file = file
        self.nonce = nonce
        self.lane = lane
        self.sequence = sequence
        self.firstBlock = firstBlock
        self.mark = mark
        self.recordsBefore = recordsBefore
        self.recordsGivenUp = recordsGivenUp
        self.recordsGivenUpInSlots = recordsGivenUpInSlots
        self.recordsRefused = recordsRefused
    }

    public init(verified bytes: Bytes, offset: Int, file: FileID) throws(FormatError) {
        guard let lane = Lane(rawValue: bytes.u8(40)) else {
            throw FormatError(Self.part, at: offset, .invalidField("lane", UInt64(bytes.u8(40))))
        }
        self.init(
            offset: offset, file: file, nonce: bytes.u64(32), lane: lane, sequence: bytes.u64(48),
            firstBlock: bytes.u64(56), mark: WrittenOff(bytes, at: 64), recordsBefore: bytes.u64(96),
            recordsGivenUp: bytes.u64(104), recordsGivenUpInSlots: bytes.u64(112), recordsRefused: bytes.u64(120))
    }

    public func write(_ writer: inout ByteWriter) {
        writer.set(nonce, at: 32)
        writer.set(lane.rawValue, at: 40)
        writer.set(sequence, at: 48)
        writer.set(firstBlock, at: 56)
        mark.write(&writer, at: 64)
        writer.set(recordsBefore, at: 96)
        writer.set(recordsGivenUp, at: 104)
        writer.set(recordsGivenUpInSlots, at: 112)
        writer.set(recordsRefused, at: 120)
    }
}

/// The mark of a lane: the newest of everything it has given up by entering segments.
public struct WrittenOff: Hashable, Sendable {
    /// 0: nothing was given up.
    public var block: UInt64
    /// Highest epoch given up, and the highest ticks in it.
    public var epoch: UInt32
    public var ticks: UInt64
    public var realtime: Int64

    public init(block: UInt64, epoch: UInt32, ticks: UInt64, realtime: Int64) {
        self.block = block
        self.epoch = epoch
        self.ticks = ticks
        self.realtime = realtime
    }

    public static let nothing = WrittenOff(block: 0, epoch: 0, ticks: 0, realtime: 0)

    /// True for a record that may be missing because this lane gave it up.
    public func covers(epoch: UInt32, ticks: UInt64) -> Bool {
        block > 0 && (epoch, ticks) <= (self.epoch, self.ticks)
    }

    /// Takes in a block that is given up.
    public mutating func add(_ header: BlockHeader) {
        // A block of session frames tells its session's times, at which no record was given up.
        if header.records > 0 || header.encoding == .image {
            if (header.epoch, header.highestTicks) > (epoch, ticks) {
                (epoch, ticks) = (header.epoch, header.highestTicks)
            }
            realtime = max(realtime, header.highestRealtime)
        }
        block = max(block, header.sequence)
    }

    init(_ bytes: Bytes, at offset: Int) {
        self.init(
            block: bytes.u64(offset), epoch: bytes.u32(offset + 16), ticks: bytes.u64(offset + 8),
            realtime: bytes.i64(offset + 24))
    }

    func write(_ writer: inout ByteWriter, at offset: Int) {
        writer.set(block, at: offset)
        writer.set(ticks, at: offset + 8)
        writer.set(epoch, at: offset + 16)
        writer.set(realtime, at: offset + 24)
    }
}
