// One lane of the ring, as its only writer sees it: where the next block goes, what each segment holds, and what is
// given up by entering one. docs/FORMAT.md, section 4.

import RingLogFormat

/// What a segment holds; enough to account for it when it is given up.
struct SegmentContents: Sendable {
    let sequence: UInt64
    var mark = WrittenOff.nothing
    var records: UInt64 = 0

    mutating func add(_ header: BlockHeader) {
        mark.add(header)
        records += UInt64(header.records)
    }
}

struct LaneWriter: Sendable {
    let lane: Lane
    let geometry: Geometry
    /// By place in the lane; nil: never entered.
    private(set) var segments: [SegmentContents?]
    /// The segment that blocks go into; nil before the first.
    private(set) var current: UInt64?
    /// Where the next block starts, from the segment's start.
    private(set) var position: Int
    private(set) var nextBlock: UInt64
    private(set) var mark: WrittenOff
    private(set) var recordsStored: UInt64
    private(set) var recordsGivenUp: UInt64

    /// The lane of a new file.
    init(_ lane: Lane, geometry: Geometry) {
        self.init(
            lane, geometry: geometry, segments: Array(repeating: nil, count: geometry.segments(lane)), current: nil,
            position: geometry.segmentSize, nextBlock: 1, mark: .nothing, recordsStored: 0, recordsGivenUp: 0)
    }

    /// A lane as recovery found it.
    init(
        _ lane: Lane, geometry: Geometry, segments: [SegmentContents?], current: UInt64?, position: Int,
        nextBlock: UInt64, mark: WrittenOff, recordsStored: UInt64, recordsGivenUp: UInt64
    ) {
        self.lane = lane
        self.geometry = geometry
        self.segments = segments
        self.current = current
        self.position = position
        self.nextBlock = nextBlock
        self.mark = mark
        self.recordsStored = recordsStored
        self.recordsGivenUp = recordsGivenUp
    }

    /// Longest raw payload of a block with this many entries that fits a segment whatever the codec makes of it.
    func longestRaw(entries: Int) -> Int {
        let list = entries * Format.listEntrySize + Format.listTrailerSize
        return min(Format.mostRawBytes, geometry.segmentSize - SegmentHeader.size - BlockHeader.size - list)
    }

    func place(of sequence: UInt64) -> Int { Int(sequence % UInt64(segments.count)) }

    /// The place of the next block of `length` bytes, nil if a segment must be entered first.
    func offset(forBlockOf length: Int) -> Int? {
        guard let current, length <= geometry.segmentSize - position else { return nil }
        return geometry.segmentOffset(lane, sequence: current) + position
    }

    /// The header of the segment that is entered next, and whether that gives up older blocks.
    func nextSegment(file: FileID, nonce: UInt64, ended: EndedSessions) -> (header: SegmentHeader, wraps: Bool) {
        let sequence = current.map { $0 + 1 } ?? 0
        var header = SegmentHeader(
            offset: geometry.segmentOffset(lane, sequence: sequence), file: file, nonce: nonce, lane: lane,
            sequence: sequence, firstBlock: nextBlock, mark: mark, recordsBefore: recordsStored,
            recordsGivenUp: recordsGivenUp, recordsGivenUpInSlots: ended.recordsGivenUpInSlots,
            recordsRefused: ended.recordsRefused)
        guard let old = segments[place(of: sequence)] else { return (header, false) }
        header.mark.add(old.mark)
        header.recordsGivenUp += old.records
        return (header, true)
    }

    /// The segment's header has been written.
    mutating func entered(_ header: SegmentHeader) {
        segments[place(of: header.sequence)] = SegmentContents(sequence: header.sequence)
        current = header.sequence
        position = SegmentHeader.size
        mark = header.mark
        recordsGivenUp = header.recordsGivenUp
    }

    /// The block has been written.
    mutating func appended(_ header: BlockHeader) {
        position += header.stride
        nextBlock = header.sequence + 1
        recordsStored += UInt64(header.records)
        segments[place(of: header.segmentSequence)]?.add(header)
    }
}

/// Totals of the sessions before the running one.
struct EndedSessions: Sendable {
    var recordsGivenUpInSlots: UInt64 = 0
    var recordsRefused: UInt64 = 0

    private static let refusals = 0...4

    /// Takes in the frames of a session's end.
    mutating func add(_ frames: [Bytes]) {
        for frame in frames {
            if let end = try? SessionEnd(decoding: frame) {
                recordsRefused += end.counters[Self.refusals].reduce(0) { $0 + ($1 ?? 0) }
            } else if let gap = try? GapFrame(decoding: frame).gap {
                recordsGivenUpInSlots += UInt64(gap.records)
            } else if let summary = try? GapSummaryFrame(decoding: frame).summary {
                recordsGivenUpInSlots += summary.records
            }
        }
    }
}

extension WrittenOff {
    /// Takes in everything that a segment held.
    mutating func add(_ other: WrittenOff) {
        guard other.block > 0 else { return }
        if block == 0 || (other.epoch, other.ticks) > (epoch, ticks) { (epoch, ticks) = (other.epoch, other.ticks) }
        realtime = block == 0 ? other.realtime : max(realtime, other.realtime)
        block = max(block, other.block)
    }
}
