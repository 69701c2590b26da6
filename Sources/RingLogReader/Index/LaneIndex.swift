import RingLogFormat

/// What a lane holds and has given up, as the headers of its segments and blocks say.
struct LaneIndex: Sendable {
    /// A segment to be read when its time comes.
    struct Segment: Sendable {
        let place: Int
        let sequence: UInt64
        let lowest: Moment
    }

    let lane: Lane
    private(set) var segments: [Segment] = []
    /// Block sequences that are there, and those that damage accounts for.
    private(set) var present = IntervalSet()
    private(set) var accounted = IntervalSet()
    private(set) var summary = FileSummary.Lane()
    /// Of the newest segment whose header is intact.
    private(set) var newest: SegmentHeader?
    private(set) var lastBlock: FoundBlock?
    private var sequences: [Int: UInt64] = [:]
    private var firstBlocks: [UInt64: UInt64] = [:]
    private var highest: [UInt64: Moment] = [:]
    private var lastBlocks: [UInt64: UInt64] = [:]
    private var deduced: WrittenOff?

    init(_ lane: Lane) { self.lane = lane }

    mutating func add(_ contents: PlaceContents, place: Int) {
        guard let sequence = contents.sequence else { return }
        summary.highestSegment = max(summary.highestSegment ?? 0, sequence)
        if let header = contents.header {
            firstBlocks[sequence] = header.firstBlock
            if newest.map({ $0.sequence < sequence }) ?? true { newest = header }
        }
        for header in contents.unlisted { accounted.insert(header.sequence) }
        for range in contents.unreadable { accounted.insert(range) }
        guard let lowest = contents.blocks.map(\.lowest).min() else { return }
        sequences[place] = sequence
        segments.append(Segment(place: place, sequence: sequence, lowest: lowest))
        highest[sequence] = contents.blocks.map(\.highest).max()
        lastBlocks[sequence] = contents.blocks.map(\.header.sequence).max()
        summary.segmentsUsed += 1
        for block in contents.blocks { add(block) }
    }

    private mutating func add(_ block: FoundBlock) {
        present.insert(block.header.sequence)
        summary.blocks += 1
        summary.records += UInt64(block.header.records)
        summary.storedBytes += UInt64(block.header.stride)
        summary.rawBytes += UInt64(block.header.rawLength)
        if block.header.records > 0 {
            summary.firstRecord = min(summary.firstRecord ?? .max, block.header.lowestRealtime)
            summary.lastRecord = max(summary.lastRecord ?? .min, block.header.highestRealtime)
        }
        if lastBlock.map({ $0.header.sequence < block.header.sequence }) ?? true { lastBlock = block }
    }

    /// Everything this lane gave up, at least. If the newest header is damaged, the oldest segment left tells.
    var mark: WrittenOff {
        var mark = newest?.mark ?? .nothing
        if let deduced, deduced.block > mark.block { mark = deduced }
        return mark
    }

    /// Call when all places have been added; `count` is the number of places, 0 if not known.
    mutating func finish(segments count: Int) {
        summary.segmentsTotal = count
        summary.firstBlock = present.min
        summary.lastBlock = present.max
        deduce(count)
        // Where a segment's header and first blocks are lost, blocks of an earlier turn may seem to belong; another
        // segment's mark tells that they were given up.
        let given = mark.block
        segments.removeAll { [lastBlocks] in lastBlocks[$0.sequence, default: .max] <= given }
        summary.mark = mark.block
        // Blocks of session frames alone have no time at which a record was given up.
        summary.markTime = mark.block > 0 && newest?.recordsGivenUp ?? 1 > 0 ? mark.realtime : nil
        summary.recordsGivenUp = newest?.recordsGivenUp ?? 0
    }

    private mutating func deduce(_ count: Int) {
        guard let top = summary.highestSegment, newest?.sequence != top, count > 0, top >= UInt64(count) else { return }
        let oldest = top - UInt64(count) + 1
        guard let first = firstBlocks[oldest], first > 1, let highest = highest[oldest] else { return }
        deduced = WrittenOff(
            block: first - 1, epoch: highest.epoch, ticks: highest.ticks, realtime: newest?.mark.realtime ?? 0)
    }

    /// Takes the mark of a later reading: what was given up since.
    mutating func update(newest header: SegmentHeader) {
        guard header.lane == lane, newest.map({ $0.sequence < header.sequence }) ?? true else { return }
        newest = header
    }

    /// The last block of a segment when it was indexed; nil if another one lived in that place.
    func lastBlock(at place: Int, segment sequence: UInt64) -> UInt64? {
        sequences[place] == sequence ? lastBlocks[sequence] : nil
    }

    /// Block sequences above the mark that are neither there nor accounted for.
    var missing: [ClosedRange<UInt64>] {
        guard let last = present.max, last > mark.block else { return [] }
        var known = present
        for range in accounted.ranges { known.insert(range) }
        return known.missing(in: mark.block + 1...last)
    }
}
