// Recovery is compaction of the slots that a dead session left behind. Every step may be repeated: what is in the ring
// already is not stored again.

import CRingLog
@_spi(Testing) import RingLogFormat

/// What the file holds before this session touches it.
struct Found: Sendable {
    let main: LaneScan
    let keep: LaneScan
    /// Slots with something in them, oldest first.
    let slots: [FoundSlot]
    /// The session that wrote last, if its page, or a slot of it, can be read.
    let page: SessionPage?
    let clockPage: ClockPage?
    let countersPage: [UInt8]

    init(_ file: borrowing RingFile, defect: Defect?) throws(SystemError) {
        let superblock = file.superblock, geometry = file.geometry
        let kept = try Self.newest(
            Self.copies(file, [geometry.sessionPageOffset(copy: 0), geometry.sessionPageOffset(copy: 1)]))
        let clocks: [ClockPage] = try Self.copies(
            file, [geometry.clockPageOffset(copy: 0), geometry.clockPageOffset(copy: 1)])
        countersPage = try file.read(at: geometry.countersOffset, count: geometry.unit)
        var images: [SlotImage] = []
        for index in 0..<geometry.slotCount {
            let offset = geometry.slotOffset(index)
            let bytes = try file.read(at: offset, count: geometry.slotSize)
            images.append(SlotImage(Bytes(bytes), at: offset, file: superblock.file))
        }
        let session = kept?.session ?? Self.session(of: images, superblock)
        let slots = images.enumerated().compactMap { index, image in
            FoundSlot(image, index: index, superblock: superblock, session: session, defect: defect)
        }
        self.slots = slots.sorted { $0.stored.main.lowestTicks < $1.stored.main.lowestTicks }
        // A lost page costs what it said about the process; the slots still tell whose records, counts and gaps these
        // are.
        let stand = SessionPage(offset: 0, file: superblock.file, sequence: 0, session: session)
        page = kept ?? (slots.contains { $0.stored.main.records > 0 } ? stand : nil)
        let nonce = page?.session.nonce
        clockPage = clocks.filter { $0.nonce == nonce }.max { $0.sequence < $1.sequence }
        var wanted = Set(slots.map(\.key))
        // Only an end that can be told again: what is wanted and unfinished is written over.
        if let page, !page.ended {
            wanted.insert(
                SlotGeneration(
                    nonce: page.session.nonce, slot: Format.pseudoSlot, generation: Format.sessionEndGeneration))
        }
        main = try LaneScanner(.main, superblock: superblock, wanted: wanted).read(file)
        keep = try LaneScanner(.keep, superblock: superblock, wanted: wanted).read(file)
    }

    private static func copies<Page: FileStructure>(
        _ file: borrowing RingFile, _ offsets: [Int]
    ) throws(SystemError) -> [Page] {
        var pages: [Page] = []
        for offset in offsets {
            let bytes = try file.read(at: offset, count: Page.size)
            if let page = try? Page(decoding: Bytes(bytes), at: offset, file: file.superblock.file) {
                pages.append(page)
            }
        }
        return pages
    }

    private static func newest(_ pages: [SessionPage]) -> SessionPage? { pages.max { $0.sequence < $1.sequence } }

    /// The session that wrote last, as the slots tell it; where nothing is left to tell, one without a history, but the
    /// same at every repetition.
    private static func session(of images: [SlotImage], _ superblock: Superblock) -> Session {
        if let header = images.compactMap(\.held).max(by: { $0.sessionOrdinal < $1.sessionOrdinal }) {
            return Session(
                nonce: header.nonce, boot: header.boot, ordinal: header.sessionOrdinal, opened: header.reading)
        }
        let reading = ClockReading(
            triple: ClockTriple(ticks: 0, boottime: 0, realtime: superblock.created), ticksPerSecond: 1_000_000_000,
            epoch: 0, source: .monotonic)
        return Session(
            nonce: Checksum.mix(superblock.file.first) | 1, boot: BootID(first: 0, second: 0), ordinal: 0,
            opened: reading)
    }

    // MARK: What the new session needs

    var highestOrdinal: UInt32 {
        let ordinals = slots.map(\.stored.header.sessionOrdinal) + [main.highestOrdinal, keep.highestOrdinal]
        return max(page?.session.ordinal ?? 0, ordinals.max() ?? 0)
    }

    /// The latest moment of which the session left a trace: its clock page, or a record.
    func lastSignOfLife(of session: Session) -> ClockTriple {
        let clock = SessionClock(clockPage?.reading ?? session.opened)
        let inBlocks = [main, keep].filter { $0.highestEpoch == clock.epoch }.map(\.highestTicks)
        let inSlots = slots.filter { $0.key.nonce == session.nonce && $0.stored.main.records > 0 }
            .map(\.stored.main.highestTicks)
        let ticks = (inBlocks + inSlots).max() ?? 0
        return ticks > clock.latest.ticks ? clock.triple(at: ticks) : clock.latest
    }

    /// The epoch goes on if this is the same boot, read by the same counter, and the counter has not gone back.
    func epoch(boot: BootID, source: ClockSource, now: UInt64) -> UInt32 {
        let readings = slots.map(\.stored.header.reading) + [page?.session.opened].compactMap { $0 }
        let highest = max(readings.map(\.epoch).max() ?? 0, main.highestEpoch, keep.highestEpoch)
        guard let page, page.session.boot == boot, page.session.opened.source == source,
            page.session.opened.epoch == highest
        else { return highest + 1 }
        let latest = [main, keep].filter { $0.highestEpoch == highest }.map(\.highestTicks).max() ?? 0
        let inSlots =
            slots.filter { $0.stored.header.reading.epoch == highest }.map(\.stored.main.highestTicks).max() ?? 0
        let last = max(latest, inSlots, page.session.opened.triple.ticks, clockPage?.reading.triple.ticks ?? 0)
        return now > last ? highest : highest + 1
    }
}

/// A slot that a dead session left behind.
struct FoundSlot: Sendable {
    let stored: StoredSlot
    var key: SlotGeneration {
        SlotGeneration(nonce: stored.header.nonce, slot: stored.header.slot, generation: stored.header.generation)
    }

    /// nil if there is nothing in it.
    init?(_ image: SlotImage, index: Int, superblock: Superblock, session: Session, defect: Defect?) {
        guard !image.isUnused else { return nil }
        let bytes = image.bytes.array
        guard let header = image.held else {
            // Nobody can tell what this was. It is kept as it is under the last session, in generation 0, which no slot
            // ever has.
            let stand = SlotHeader(
                offset: superblock.geometry.slotOffset(index), file: superblock.file, nonce: session.nonce,
                boot: session.boot, slot: UInt32(index), slotSize: bytes.count, generation: 0, reading: session.opened,
                sessionOrdinal: session.ordinal)
            stored = StoredSlot(unreadable: bytes, header: stand)
            return
        }
        stored = StoredSlot(
            bytes, header: header, seal: Worker.seal(header, defect), keepLevel: superblock.keepLevel, expected: nil)
        if stored.isEmpty { return nil }
    }
}

extension Worker {
    /// Puts everything that dead sessions left in slots and counters into the ring.
    mutating func recover(_ found: Found) throws(SystemError) {
        for slot in found.slots {
            try recover(slot, found)
            hooks?.reached?(.recoveryStored)
        }
        try storeEnd(of: found)
        if !found.slots.isEmpty || found.page != nil { try System.syncData(file.descriptor.number) }
    }

    private mutating func recover(_ slot: FoundSlot, _ found: Found) throws(SystemError) {
        if found.keep.blocks[slot.key] == nil, let keep = slot.stored.keepBlock { try append(keep, to: .keep) }
        if found.main.blocks[slot.key] == nil { try append(slot.stored.mainBlock, to: .main) }
    }

    /// The end of a session that nobody closed, with its totals and gaps.
    private mutating func storeEnd(of found: Found) throws(SystemError) {
        guard let page = found.page, !page.ended else { return }
        let session = page.session
        let key = SlotGeneration(
            nonce: session.nonce, slot: Format.pseudoSlot, generation: Format.sessionEndGeneration)
        let triple = found.lastSignOfLife(of: session)
        let frames = SessionEndFrames.make(
            session: session, ending: .recovered, triple: triple, countersPage: found.countersPage,
            geometry: file.geometry, file: file.superblock.file,
            slotGeneration: { slot in
                found.slots.first { $0.stored.header.slot == slot && $0.stored.header.nonce == session.nonce }?
                    .key.generation
            })
        let draft = BlockDraft(
            session: session, generation: Format.sessionEndGeneration, frames: frames, at: triple)
        if found.keep.blocks[key] == nil { try append(draft, to: .keep) }
        guard found.main.blocks[key] == nil else { return }
        try append(draft, to: .main)
        ended.add(frames.map { Bytes($0) })
    }
}
