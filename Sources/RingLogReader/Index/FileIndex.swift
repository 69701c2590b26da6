import RingLogFormat

/// Everything that headers, lists, slots and session frames tell: what is where, since when, and what is missing.
/// Payloads of records are left for the merge. Of a block nothing is kept but what its segment and lane add up, so
/// memory does not grow with the file.
struct FileIndex {
    let layout: Layout
    /// Index of the file among those of the reading.
    let file: Int
    private(set) var pages: HeaderPages
    private(set) var slots: [SlotReading] = []
    private(set) var lanes: [Lane: LaneIndex] = [.main: LaneIndex(.main), .keep: LaneIndex(.keep)]
    private(set) var sessions = SessionTable()
    private(set) var clock = ClockTable()
    private(set) var gaps = GapBook()
    private(set) var generations = GenerationTable()
    private(set) var damages = DamageList()
    /// Damaged slots that were stored as they were.
    private(set) var images: [BlockHeader] = []
    /// Blocks of which only the header is intact.
    private(set) var lostBlocks: [BlockHeader] = []
    /// Blocks, or slots, are gone without telling what was in them.
    private(set) var hasLostBlocks = false
    /// The writer entered segments while they were read, so that what was found was never all there at once.
    private(set) var hasMoved = false
    /// What the keep lane alone still has, and what sessions lost that are not in the file any more.
    private(set) var remains = Remains()
    /// Records later than this are left for the next reading: their file was being written.
    let bound: Moment?

    /// Slots are kept in memory up to this many bytes, else read again.
    private static let mostSlotBytes = 16 << 20
    private static let mostImages = 4096

    init(_ layout: Layout, file: Int, blocks: BlockReader, switches: Switches) {
        self.layout = layout
        self.file = file
        // The order matters while a writer is at work: the clock, then the slots, then the ring, and what was given up
        // last.
        let first = HeaderPages(layout, file: file)
        bound = LiveClock.bound(first.session)
        pages = first
        damages.add(layout.damages)
        // Before the slots: while they are copied, or between them and the ring, a fast writer may go round once.
        let newest = newestSegment()
        for slot in layout.slots { addSlot(slot, switches) }
        for (index, place) in layout.places.enumerated() { addPlace(index, place, blocks) }
        hasMoved = newest != newestSegment()
        pages = HeaderPages(layout, file: file)
        addPages()
        finish()
    }

    private func newestSegment() -> UInt64? {
        guard !layout.view.input.isFixed else { return nil }
        var newest: UInt64?
        for place in layout.places where place.lane == .main {
            let bytes = layout.view.bytes(place.offset, SegmentHeader.size)
            guard let header = try? SegmentHeader(decoding: bytes, at: place.offset, file: layout.file) else {
                continue
            }
            newest = max(newest ?? 0, header.sequence)
        }
        return newest
    }

    private mutating func addSlot(_ slot: Layout.Slot, _ switches: Switches) {
        guard layout.view.range.overlaps(slot.offset..<slot.offset + slot.size) else { return }
        var reading = SlotReading(slot, bytes: settled(slot), layout: layout, file: file, switches: switches)
        // The writer may have been at it: what counts is what a second look shows too.
        if !reading.damages.isEmpty, !layout.view.input.isFixed {
            let again = SlotReading(slot, bytes: settled(slot), layout: layout, file: file, switches: switches)
            if again.damages != reading.damages { reading = again }
        }
        if layout.slots.count * slot.size > FileIndex.mostSlotBytes { reading.bytes = nil }
        damages.add(reading.damages)
        sessions.add(reading)
        for relation in reading.readings { clock.add(relation) }
        if let held = reading.held { generations.add(held) }
        slots.append(reading)
    }

    /// The bytes of a slot, read again while its generation changes in between.
    private func settled(_ slot: Layout.Slot) -> Bytes {
        var bytes = layout.view.bytes(slot.offset, slot.size)
        guard !layout.view.input.isFixed else { return bytes }
        for _ in 0..<8 {
            let header = layout.view.bytes(slot.offset, SlotHeader.size)
            if header == bytes[0..<SlotHeader.size] { break }
            bytes = layout.view.bytes(slot.offset, slot.size)
        }
        return bytes
    }

    private mutating func addPlace(_ index: Int, _ place: Layout.Place, _ blocks: BlockReader) {
        guard layout.view.range.overlaps(place.offset..<place.offset + place.length) else { return }
        let contents = PlaceReader(layout: layout, file: file).read(place)
        damages.add(contents.damages)
        if !contents.damages.isEmpty { hasLostBlocks = true }
        noteHeader(contents, place)
        guard let lane = contents.lane else { return }
        lanes[lane]!.add(contents, place: index)
        for block in contents.blocks { add(block, blocks) }
        for header in contents.unlisted {
            sessions.add(header)
            if lostBlocks.count < FileIndex.mostImages { lostBlocks.append(header) }
        }
    }

    private mutating func noteHeader(_ contents: PlaceContents, _ place: Layout.Place) {
        guard contents.header == nil, layout.superblock != nil, contents.sequence != nil || !contents.headerIsEmpty,
            layout.view.covers(place.offset, SegmentHeader.size)
        else { return }
        damages.add(
            Damage(
                kind: .segmentHeader, file: file, offset: layout.view.place(place.offset),
                length: UInt64(SegmentHeader.size), text: "segment header: unreadable"))
    }

    private mutating func add(_ block: FoundBlock, _ blocks: BlockReader) {
        let header = block.header
        sessions.add(header)
        for entry in block.entries {
            clock.add(entry.triple, epoch: header.epoch, ticksPerSecond: header.ticksPerSecond)
            if header.lane == .main { generations.add(entry, header) } else { remains.addKept(entry, header) }
        }
        if header.encoding == .image, images.count < FileIndex.mostImages { images.append(header) }
        if block.holdsSessionFrames { addSessionFrames(block, blocks) }
    }

    private mutating func addSessionFrames(_ found: FoundBlock, _ blocks: BlockReader) {
        guard let block = try? blocks.read(found.header) else { return }
        for (index, entry) in block.entries.enumerated() where entry.slot == Format.pseudoSlot {
            guard var rows = try? block.rows(of: index) else { continue }
            while let body = try? rows.next() {
                addSessionFrame(body, nonce: found.header.nonce)
                if body.frameKind == .sessionEnd { remains.addEnd(of: found.header) }
            }
        }
    }

    private mutating func addSessionFrame(_ body: Bytes, nonce: UInt64) {
        switch body.frameKind {
        case .sessionStart:
            guard let start = try? SessionStart(decoding: body) else { return }
            sessions.add(start.session)
            clock.add(start.session.opened)
        case .sessionEnd: if let end = try? SessionEnd(decoding: body) { sessions.add(end, nonce: nonce) }
        case .gap: if let frame = try? GapFrame(decoding: body) { gaps.add(frame.gap) }
        case .gapSummary: if let frame = try? GapSummaryFrame(decoding: body) { gaps.add(frame.summary) }
        default: break
        }
    }

    private mutating func addPages() {
        damages.add(pages.damages)
        for page in pages.clocks { clock.add(page.reading) }
        guard let page = pages.session else { return }
        sessions.add(page)
        clock.add(page.session.opened)
        if let counters = pages.counters { sessions.add(counters: counters, nonce: page.session.nonce) }
        for summary in pages.summaries { gaps.add(summary) }
        for gap in pages.gaps where !isVoid(gap) { gaps.add(gap) }
    }

    /// The process died between noting a gap and giving up its slot.
    private func isVoid(_ gap: Gap) -> Bool {
        slots.contains {
            guard let held = $0.held else { return false }
            return held.nonce == gap.nonce && held.slot == gap.slot && held.generation == gap.generation
        }
    }

    private mutating func finish() {
        gaps.finish()
        clock.sort()
        for lane in Lane.allCases {
            lanes[lane]!.finish(segments: layout.geometry?.segments(lane) ?? 0)
            for range in lanes[lane]!.missing {
                damages.add(missing(range, lane))
                hasLostBlocks = true
            }
        }
        remains.finish(main: lanes[.main]!.newest, generations: generations, gaps: gaps, sessions: sessions)
    }

    private func missing(_ range: ClosedRange<UInt64>, _ lane: Lane) -> Damage {
        let what =
            range.lowerBound == range.upperBound
            ? "block \(range.lowerBound) is" : "blocks \(range.lowerBound) to \(range.upperBound) are"
        let name = lane == .main ? "main lane" : "keep lane"
        return Damage(kind: .blockMissing, file: file, offset: nil, length: 0, text: "\(name): \(what) missing")
    }

    /// Reads again what a live file has given up since: the newest segment headers and the gaps. True if there is news.
    /// Costs two small reads if there is none.
    mutating func refresh() -> Bool {
        guard !layout.view.input.isFixed else { return false }
        let hasEntered = Lane.allCases.map { refresh($0) }.contains(true)
        let fresh = HeaderPages(layout, file: file)
        guard fresh.gaps != pages.gaps || fresh.summaries != pages.summaries else { return hasEntered }
        pages = fresh
        for summary in fresh.summaries { gaps.add(summary) }
        for gap in fresh.gaps where !isVoid(gap) { gaps.add(gap) }
        gaps.finish()
        return true
    }

    /// Follows the segments that a lane has entered since.
    private mutating func refresh(_ lane: Lane) -> Bool {
        guard let geometry = layout.geometry, let known = lanes[lane]!.newest else { return false }
        var hasEntered = false
        var next = known.sequence &+ 1
        // A whole turn at most; of the segments behind the next one any may be the newest by now.
        for _ in 0..<geometry.segments(lane) {
            let offset = geometry.segmentOffset(lane, sequence: next)
            let bytes = layout.view.bytes(offset, SegmentHeader.size)
            guard let header = try? SegmentHeader(decoding: bytes, at: offset, file: layout.file), header.lane == lane,
                header.sequence >= next
            else { break }
            lanes[lane]!.update(newest: header)
            hasEntered = true
            next = header.sequence &+ 1
        }
        return hasEntered
    }

    /// Keeps of the damages those that `other`, an earlier reading of the same input, shows too.
    mutating func confirm(by other: FileIndex) { damages = damages.confirmed(by: other.damages) }
}
