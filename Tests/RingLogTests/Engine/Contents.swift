// Reads a ring file back by the rules of docs/FORMAT.md, without the reader library: simple, in memory, and strict
// where the logger has no excuse.

@_spi(Testing) import RingLogFormat
import Testing

/// Where a copy of a record was found.
enum Source: Hashable {
    case slot, main, keep
}

/// Identity of a record: docs/FORMAT.md, section 5.
struct Identity: Hashable {
    let nonce: UInt64
    let slot: UInt32
    let generation: UInt64
    let thread: UInt32
    let sequence: UInt32
}

/// The frames of one slot generation, from a slot or from a block.
struct Generation {
    let source: Source
    let nonce: UInt64
    let slot: UInt32
    let generation: UInt64
    var bodies: [Bytes] = []
    var holes = 0
    var end: SlotEnd?

    var records: [Record] {
        bodies.filter { $0.frameKind == .record }.compactMap { body in
            do { return try Record(RecordView(decoding: body)) } catch {
                Issue.record("a record that cannot be read: \(error)")
                return nil
            }
        }
    }
    var drops: [Drop] { bodies.compactMap { try? Drop(decoding: $0) } }
    var shapes: [ShapeDefinition] { bodies.compactMap { try? ShapeDefinition(decoding: $0) } }
    var labels: [LabelDefinition] { bodies.compactMap { try? LabelDefinition(decoding: $0) } }
    var threads: [ThreadDefinition] { bodies.compactMap { try? ThreadDefinition(decoding: $0) } }

    func identity(_ record: Record) -> Identity {
        Identity(nonce: nonce, slot: slot, generation: generation, thread: record.thread, sequence: record.sequence)
    }

    /// Records whose shape, label or thread is not defined in front of them.
    var undefined: Int {
        var shapes: Set<UInt32> = [0], labels: Set<UInt16> = [0], threads: Set<UInt32> = []
        var missing = 0
        for body in bodies {
            if let shape = try? ShapeDefinition(decoding: body) { shapes.insert(shape.id) }
            if let label = try? LabelDefinition(decoding: body) { labels.insert(label.id) }
            if let thread = try? ThreadDefinition(decoding: body) { threads.insert(thread.ordinal) }
            guard let view = try? RecordView(decoding: body) else { continue }
            let isKnown =
                shapes.contains(view.shapeID) && labels.contains(view.labelID) && threads.contains(view.thread)
            if !isKnown { missing += 1 }
        }
        return missing
    }
}

struct Segment {
    let lane: Lane
    let index: Int
    let header: SegmentHeader
    var blocks: [Block] = []
}

/// A whole file.
struct Contents {
    let bytes: [UInt8]
    let all: Bytes
    let superblock: Superblock
    var geometry: Geometry { superblock.geometry }

    init(_ path: String) { self.init(Files.read(path)) }

    init(_ bytes: [UInt8]) {
        let whole = Bytes(bytes)
        let found = [0, 512, 4096].compactMap { at in
            whole.slice(at, 512).flatMap { try? Superblock(decoding: $0, at: at) }
        }
        let newest = found.max { $0.sequence < $1.sequence }
        #expect(newest != nil, "no superblock")
        // A test that has failed goes on with a file of zeros, to come to its end.
        superblock = newest ?? Superblock(file: FileID(first: 0, second: 0), geometry: .small, created: 0)
        self.bytes = newest == nil ? [UInt8](repeating: 0, count: superblock.geometry.capacity) : bytes
        all = Bytes(self.bytes)
    }

    // MARK: Header

    var sessionPages: [SessionPage] {
        (0..<2).compactMap { copy in
            let at = geometry.sessionPageOffset(copy: copy)
            return try? SessionPage(decoding: all.suffix(from: at), at: at, file: superblock.file)
        }
    }
    /// The page that counts.
    var page: SessionPage {
        if let page = sessionPages.max(by: { $0.sequence < $1.sequence }) { return page }
        Issue.record("no session page")
        let reading = ClockReading(
            triple: ClockTriple(ticks: 0, boottime: 0, realtime: 0), ticksPerSecond: 1, epoch: 0, source: .monotonic)
        let session = Session(nonce: 1, boot: BootID(first: 0, second: 0), ordinal: 0, opened: reading)
        return SessionPage(offset: 0, file: superblock.file, sequence: 0, session: session)
    }
    var clockPages: [ClockPage] {
        (0..<2).compactMap { copy in
            let at = geometry.clockPageOffset(copy: copy)
            return try? ClockPage(decoding: all.suffix(from: at), at: at, file: superblock.file)
        }
    }

    var counters: [UInt64?] {
        CountersPage.values(all.suffix(from: geometry.countersOffset), nonce: page.session.nonce)
    }
    func counter(_ counter: Counter) -> UInt64? { counters[counter.rawValue] }

    /// The summary that counts, under the last session.
    var gapSummary: GapSummary? {
        CountersPage.summaryOffsets.compactMap { at -> GapSummary? in
            let offset = geometry.countersOffset + at
            return try? GapEntry.summary(all.suffix(from: offset), at: offset, file: superblock.file)
        }
        .filter { $0.nonce == page.session.nonce }.max { $0.through < $1.through }
    }

    /// Gap entries of the last session that are in no summary and not void.
    var gaps: [Gap] {
        let places = CountersPage.gapPlaces(unit: geometry.unit)
        let through = gapSummary?.through ?? 0
        return (1...places).compactMap { number -> Gap? in
            let copies = (0..<2).compactMap { copy -> Gap? in
                let offset =
                    geometry.countersOffset
                    + CountersPage.gapOffset(number: UInt64(number), copy: copy, unit: geometry.unit)
                return try? GapEntry.gap(all.suffix(from: offset), at: offset, file: superblock.file)
            }
            return copies.first { $0.nonce == page.session.nonce && $0.number > through }
        }
        .filter { gap in slotImage(Int(gap.slot)).held?.generation != gap.generation }
        .sorted { $0.number < $1.number }
    }

    /// Records that gap entries and summary tell of, with those at or above the keep level.
    var givenUp: (records: UInt64, keep: UInt64) {
        gaps.reduce((gapSummary?.records ?? 0, gapSummary?.keepRecords ?? 0)) {
            ($0.0 + UInt64($1.records), $0.1 + UInt64($1.keepRecords))
        }
    }

    // MARK: Slots

    func slotImage(_ index: Int) -> SlotImage {
        let at = geometry.slotOffset(index)
        return SlotImage(all[at..<at + geometry.slotSize], at: at, file: superblock.file)
    }

    /// What a slot holds; nil if it was never used or cannot be told.
    func slot(_ index: Int, seal: FrameSeal? = nil) -> Generation? {
        slotImage(index).held.map {
            Self.generation(slotImage(index).bytes, header: $0, seal: seal ?? $0.seal, source: .slot)
        }
    }

    private static func generation(_ bytes: Bytes, header: SlotHeader, seal: FrameSeal, source: Source) -> Generation {
        var generation = Generation(
            source: source, nonce: header.nonce, slot: header.slot, generation: header.generation)
        var scanner = FrameScanner(bytes, seal: seal)
        while let item = scanner.next() {
            switch item {
            case .frame(_, let body): generation.bodies.append(body)
            case .hole: generation.holes += 1
            }
        }
        if case .sealed(_, let end) = scanner.ending { generation.end = end }
        return generation
    }

    var slots: [Generation] { (0..<geometry.slotCount).compactMap { slot($0) } }

    // MARK: Ring

    /// Segments that were entered, oldest first, with the blocks that belong to them.
    func segments(_ lane: Lane) -> [Segment] {
        (0..<geometry.segments(lane)).compactMap { index -> Segment? in
            let start = geometry.segmentOffset(lane, index: index)
            let bytes = all[start..<start + geometry.segmentSize]
            guard let header = try? SegmentHeader(decoding: bytes, at: start, file: superblock.file) else { return nil }
            return Segment(lane: lane, index: index, header: header, blocks: blocks(bytes, at: start, header))
        }
        .sorted { $0.header.sequence < $1.header.sequence }
    }

    private func blocks(_ segment: Bytes, at start: Int, _ header: SegmentHeader) -> [Block] {
        var blocks: [Block] = [], position = SegmentHeader.size
        var decompressor = Decompressor()
        while position + BlockHeader.size <= segment.count {
            let offset = start + position
            let block = try? Block(
                decoding: segment.suffix(from: position), at: offset, file: superblock.file, with: &decompressor)
            if let block, block.header.segmentSequence == header.sequence, block.header.lane == header.lane {
                blocks.append(block)
                position += block.header.stride
            } else {
                position += Format.blockAlignment
            }
        }
        return blocks
    }

    func blocks(_ lane: Lane) -> [Block] { segments(lane).flatMap(\.blocks) }

    func generations(of block: Block) -> [Generation] {
        let source: Source = block.header.lane == .main ? .main : .keep
        return block.entries.enumerated().map { index, entry in
            if block.header.encoding == .image { return image(block, entry, source) }
            var generation = Generation(
                source: source, nonce: block.header.nonce, slot: entry.slot, generation: entry.generation)
            do {
                var rows = try block.rows(of: index)
                while let body = try rows.next() { generation.bodies.append(body) }
            } catch { Issue.record("rows that cannot be read: \(error)") }
            return generation
        }
    }

    private func image(_ block: Block, _ entry: BlockEntry, _ source: Source) -> Generation {
        let seal = FrameSeal(
            file: superblock.file, nonce: block.header.nonce, slot: entry.slot, generation: entry.generation)
        var generation = Generation(
            source: source, nonce: block.header.nonce, slot: entry.slot, generation: entry.generation)
        var scanner = FrameScanner(block.raw, seal: seal)
        while let item = scanner.next() {
            switch item {
            case .frame(_, let body): generation.bodies.append(body)
            case .hole: generation.holes += 1
            }
        }
        return generation
    }

    func generations(_ lane: Lane) -> [Generation] { blocks(lane).flatMap { generations(of: $0) } }

    /// Slots, keep lane and main lane.
    var generations: [Generation] { slots + generations(.keep) + generations(.main) }

    // MARK: Records

    /// Every record once, with where it was found. Copies must agree.
    var records: [Identity: (record: Record, sources: [Source])] {
        var records: [Identity: (record: Record, sources: [Source])] = [:]
        for generation in generations {
            for record in generation.records {
                let identity = generation.identity(record)
                if let known = records[identity] {
                    #expect(known.record == record, "two copies of one record differ")
                    records[identity]?.sources.append(generation.source)
                } else {
                    records[identity] = (record, [generation.source])
                }
            }
        }
        return records
    }

    /// The first argument of every record, in order of ticks and sequence.
    var values: [Int64] {
        let all = records.values.map(\.record)
        return Self.values(
            all.sorted { ($0.ticks, $0.thread, $0.sequence) < ($1.ticks, $1.thread, $1.sequence) })
    }

    /// The first argument of these, as they come.
    static func values(_ records: [Record]) -> [Int64] {
        records.compactMap { record in
            if case .signed(let value)? = record.arguments.first { value } else { nil }
        }
    }

    // MARK: Sessions

    private func frames(_ lane: Lane, generation: UInt64) -> [Bytes] {
        generations(lane).filter { $0.slot == Format.pseudoSlot && $0.generation == generation }.flatMap(\.bodies)
    }
    func starts(_ lane: Lane = .main) -> [Session] {
        frames(lane, generation: Format.sessionStartGeneration).compactMap { try? SessionStart(decoding: $0).session }
    }
    func ends(_ lane: Lane = .main) -> [SessionEnd] {
        frames(lane, generation: Format.sessionEndGeneration).compactMap { try? SessionEnd(decoding: $0) }
    }
    func gapFrames(_ lane: Lane = .main) -> [Gap] {
        frames(lane, generation: Format.sessionEndGeneration).compactMap { try? GapFrame(decoding: $0).gap }
    }
    func gapSummaryFrames(_ lane: Lane = .main) -> [GapSummary] {
        frames(lane, generation: Format.sessionEndGeneration).compactMap { try? GapSummaryFrame(decoding: $0).summary }
    }
}
