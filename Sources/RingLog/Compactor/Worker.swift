// The compactor: the only thread that touches the file. It turns full slots into blocks, frees them, keeps the clock
// page, seals what lies idle. A crash between any two of its steps leaves every record in its slot, in a block, or in
// both.

import CRingLog
@_spi(Testing) import RingLogFormat

struct Worker: ~Copyable {
    var file: RingFile
    let core: RingCore
    var session: Session
    var clock: SessionClock
    var lanes: [LaneWriter]
    private var compressors: CompressorSet
    var ended: EndedSessions
    let hooks: Hooks?
    /// False while an older session is recovered.
    var isRunning = false
    /// Segment sequence of the main lane when each slot's generation began, for sealing what lies idle.
    private var openedAt: [UInt64]
    private var clockSequence: UInt64 = 1
    private var lastTraffic: UInt64 = 0
    private var lastSecond: Int64 = 0
    private var lastNames: Int64 = 0

    init(
        file: consuming RingFile, core: RingCore, session: Session, clock: SessionClock, lanes: [LaneWriter],
        ended: EndedSessions, hooks: Hooks?
    ) {
        compressors = CompressorSet(file.superblock.codec)
        openedAt = Array(repeating: lanes[Int(Lane.main.rawValue)].current ?? 0, count: file.geometry.slotCount)
        self.file = file
        self.core = core
        self.session = session
        self.clock = clock
        self.lanes = lanes
        self.ended = ended
        self.hooks = hooks
    }

    private static let nanosecondsPerSecond: Int64 = 1_000_000_000
    /// A slot that is not full is stored after this long, so that a crash of the whole host, or a full turn of the
    /// ring, does not find old records in it.
    private static let idleNanoseconds = 60 * nanosecondsPerSecond

    /// Works until somebody asks for the end.
    mutating func run(until ending: () -> SessionEnding?) {
        while true {
            let seen = core.work
            if let ending = ending() {
                finish(ending)
                return
            }
            // One block at a time, so that callers who never pause keep nobody from closing.
            var isBusy = false
            if !core.hasFailed {
                do throws(SystemError) {
                    isBusy = try storeFullSlots()
                    try everySecond()
                } catch {
                    core.fail()
                }
            }
            if !isBusy { core.waitForWork(after: seen, milliseconds: 1000) }
        }
    }

    // MARK: Slots to blocks

    /// Stores the oldest full slots as one block; false if there are none.
    private mutating func storeFullSlots() throws(SystemError) -> Bool {
        let batch = takeFullSlots()
        if batch.isEmpty { return false }
        hooks?.reached?(.compactionBegins)
        try store(batch)
        return true
    }

    /// Claims full slots for one block: at most half of all slots, so that the others stay eligible for callers who
    /// need room.
    private func takeFullSlots() -> [Int] {
        let full = (0..<core.slotCount).filter { core.state($0) == Int(RL_SLOT_FULL) }
            .sorted { core.slot($0).pointee.sealed < core.slot($1).pointee.sealed }
        var batch: [Int] = []
        for index in full.prefix(max(1, min(core.slotCount / 2, slotsPerBlock))) {
            let claimed = core.holding(index) { slot in
                guard rl_load(&slot.pointee.state) == UInt32(RL_SLOT_FULL) else { return false }
                rl_store(&slot.pointee.state, UInt32(RL_SLOT_COMPACTING))
                return true
            }
            if claimed == true { batch.append(index) }
        }
        return batch
    }

    /// As many as fit a segment whatever the codec makes of them.
    private var slotsPerBlock: Int {
        let bytes = lanes[Int(Lane.main.rawValue)].longestRaw(entries: Format.mostBlockEntries)
        return max(1, min(bytes / file.geometry.slotSize, Format.mostBlockEntries))
    }

    private mutating func store(_ batch: [Int]) throws(SystemError) {
        if hooks?.defect == .earlyFree { free(batch) }
        let slots = batch.map { read($0) }
        let whole = slots.filter { $0.image == nil && !$0.isEmpty }
        try storeWhole(whole)
        for slot in slots where slot.image != nil { try storeDamaged(slot) }
        if hooks?.defect != .earlyFree { free(batch) }
    }

    private func read(_ index: Int) -> StoredSlot {
        let slot = core.slot(index).pointee
        let reading = ClockReading(
            triple: clock.latest, ticksPerSecond: clock.ticksPerSecond, epoch: clock.epoch, source: clock.source)
        let bytes = core.image(index)
        // What callers wrote is under the header that is in the slot; the state in memory says what it must be.
        let expected = SlotHeader(
            offset: file.geometry.slotOffset(index), file: file.superblock.file, nonce: session.nonce,
            boot: session.boot, slot: UInt32(index), slotSize: file.geometry.slotSize, generation: slot.generation,
            reading: reading, sessionOrdinal: session.ordinal)
        let image = SlotImage(Bytes(bytes), at: expected.offset, file: expected.file)
        let found = [try? image.header.get(), try? image.trailer.get()].compactMap { $0 }
            .first { $0.generation == expected.generation && $0.nonce == expected.nonce }
        return StoredSlot(
            bytes, header: found ?? expected, seal: Self.seal(expected, hooks?.defect),
            keepLevel: file.superblock.keepLevel,
            expected: slot.records)
    }

    static func seal(_ header: SlotHeader, _ defect: Defect?) -> FrameSeal {
        defect == .noSalt ? FrameSeal(salt: 0, generation: 0, tag: 0x5A5A) : header.seal
    }

    /// The keep lane first: a block of the main lane says that both lanes have what they should.
    private mutating func storeWhole(_ slots: [StoredSlot]) throws(SystemError) {
        guard let first = slots.first else { return }
        var keep = BlockDraft(sessionOf: first.header), main = BlockDraft(sessionOf: first.header)
        for slot in slots {
            if slot.keep.records > 0 { keep.add(slot.keep, of: slot.header) }
            main.add(slot.main, of: slot.header)
        }
        if !keep.entries.isEmpty { try append(keep, to: .keep) }
        try append(main, to: .main)
    }

    private mutating func storeDamaged(_ slot: StoredSlot) throws(SystemError) {
        if let keep = slot.keepBlock { try append(keep, to: .keep) }
        try append(slot.mainBlock, to: .main)
        core.count(Int(RL_COUNT_IMAGES))
    }

    private mutating func free(_ batch: [Int]) {
        for index in batch {
            hooks?.reached?(.slotFreeing)
            openedAt[index] = lanes[Int(Lane.main.rawValue)].current ?? 0
            core.free(index)
        }
    }

    // MARK: Blocks

    /// Writes a block at the end of a lane, entering the next segment if this one has no room for it.
    mutating func append(_ draft: BlockDraft, to lane: Lane) throws(SystemError) {
        let index = Int(lane.rawValue)
        try file.checkIdentity()
        var block = assemble(draft, lane: lane, at: lanes[index].offset(forBlockOf: 1) ?? 0)
        if lanes[index].offset(forBlockOf: block.header.length) == nil {
            try enterSegment(of: lane)
            guard let offset = lanes[index].offset(forBlockOf: block.header.length) else {
                preconditionFailure("a block that was bounded by the segment does not fit it")
            }
            block = assemble(draft, lane: lane, at: offset)
        }
        try write(block)
        try file.checkIdentity()
        lanes[index].appended(block.header)
        // Until the slots are cleared, counters and slots are still the dead session's.
        if isRunning { core.count(Int(RL_COUNT_BLOCKS)) }
        hooks?.reached?(.blockWritten)
    }

    /// How much time a block may take: the fuller the slots, the less, so that a burst costs history and never the
    /// caller's time.
    private var effort: CompressorSet.Effort {
        let full = (0..<core.slotCount).filter { core.state($0) == Int(RL_SLOT_FULL) }.count
        if full * 4 < core.slotCount { return .thorough }
        return full * 2 < core.slotCount ? .fast : .none
    }

    private mutating func assemble(_ draft: BlockDraft, lane: Lane, at offset: Int) -> AssembledBlock {
        let writer = lanes[Int(lane.rawValue)]
        let running = draft.nonce == session.nonce ? clock : nil
        let header = draft.header(
            at: offset, file: file.superblock.file, lane: lane, sequence: writer.nextBlock,
            segment: writer.current ?? 0, clock: running)
        return compressors.assemble(header, draft, effort: isRunning ? effort : .fast)
    }

    /// Payload first, header last: until the header is there, nothing is.
    private func write(_ block: AssembledBlock) throws(SystemError) {
        let behind = block.header.offset + BlockHeader.size
        if hooks?.defect == .headerFirst {
            try file.write(block.headerBytes, at: block.header.offset)
        } else {
            try file.write(block.listAndPayload, at: behind)
        }
        hooks?.reached?(.payloadWritten)
        if hooks?.defect == .headerFirst {
            try file.write(block.listAndPayload, at: behind)
        } else {
            try file.write(block.headerBytes, at: block.header.offset)
        }
    }

    private mutating func enterSegment(of lane: Lane) throws(SystemError) {
        let index = Int(lane.rawValue)
        let (header, wraps) = lanes[index].nextSegment(
            file: file.superblock.file, nonce: session.nonce, ended: ended)
        hooks?.reached?(wraps ? .segmentWrapping : .segmentEntering)
        try file.write(header.encoded(), at: header.offset)
        lanes[index].entered(header)
    }

    // MARK: Once a second

    private mutating func everySecond() throws(SystemError) {
        let now = rl_clock_triple(clock.source.rawValue).boottime
        guard now - lastSecond >= Self.nanosecondsPerSecond else { return }
        lastSecond = now
        // Stored at the next turn.
        if sealIdle(now) { core.wake() }
        let traffic = core.traffic
        guard traffic != lastTraffic else { return }
        lastTraffic = traffic
        try keepClock()
        if now - lastNames >= 5 * Self.nanosecondsPerSecond {
            lastNames = now
            rl_threads_refresh_names()
        }
    }

    /// The clock page tells when the session was last alive; a jump between clocks is also told in the log.
    private mutating func keepClock() throws(SystemError) {
        let jumped = clock.refresh()
        try writeClockPage()
        if jumped { addToActiveSlot(ClockFrame(reading: clock.reading).encoded()) }
    }

    mutating func writeClockPage() throws(SystemError) {
        let offset = file.geometry.clockPageOffset(copy: Int(clockSequence % 2))
        let page = ClockPage(
            offset: offset, file: file.superblock.file, nonce: session.nonce, sequence: clockSequence,
            reading: clock.reading)
        try file.write(page.encoded(), at: offset)
        clockSequence += 1
    }

    /// One slot is enough: relations of all slots and blocks form one table. With no slot active the next header tells
    /// it.
    private func addToActiveSlot(_ body: [UInt8]) {
        for index in 0..<core.slotCount {
            let added = core.holding(index) { slot in
                guard rl_load(&slot.pointee.state) == UInt32(RL_SLOT_ACTIVE) else { return false }
                return body.withUnsafeBytes { rl_slot_add(core.ring, slot, $0.baseAddress, UInt32($0.count)) }
            }
            if added == true { return }
        }
    }

    /// Seals slots that hold records and have been open for long, or while a quarter of the ring went by.
    private func sealIdle(_ now: Int64) -> Bool {
        let main = lanes[Int(Lane.main.rawValue)]
        let quarter = UInt64(max(1, main.segments.count / 4))
        var sealed = false
        for index in 0..<core.slotCount {
            let slot = core.slot(index)
            let isOld =
                now - slot.pointee.opened >= Self.idleNanoseconds
                || (main.current ?? 0) >= openedAt[index] + quarter
            if isOld && seal(index) { sealed = true }
        }
        return sealed
    }

    /// Makes an active slot with records full; false if there is nothing to do or a thread is inside.
    private func seal(_ index: Int) -> Bool {
        core.holding(index) { slot in
            guard rl_load(&slot.pointee.state) == UInt32(RL_SLOT_ACTIVE), slot.pointee.records > 0 else { return false }
            rl_slot_seal(core.ring, slot)
            return true
        } ?? false
    }

    // MARK: The end

    /// Stores everything and marks the session as ended. What cannot be stored stays in its slot for the next open.
    private mutating func finish(_ ending: SessionEnding) {
        // Bounded: a thread that was stopped inside a log call keeps its slot, whose records recovery will find.
        let held = rl_ring_close(core.ring, Self.nanosecondsPerSecond)
        guard !core.hasFailed else { return }
        do throws(SystemError) {
            try storeRest()
            _ = clock.refresh()
            try writeClockPage()
            try storeSessionEnd(ending)
            try System.syncData(file.descriptor.number)
            // With a slot still held the end is not clean: the next open must look into it.
            if held == 0 { try writeSessionPages(ended: true, ending: ending) }
        } catch {
            core.fail()
        }
    }

    /// All locks are closed, so the slots are this thread's alone.
    private mutating func storeRest() throws(SystemError) {
        let left = (0..<core.slotCount).filter { index in
            let isOurs = rl_load(&core.slot(index).pointee.lock) == UInt32(RL_LOCK_CLOSED)
            return isOurs && [Int(RL_SLOT_ACTIVE), Int(RL_SLOT_FULL)].contains(core.state(index))
        }
        .sorted { core.slot($0).pointee.first_ticks < core.slot($1).pointee.first_ticks }
        for start in stride(from: 0, to: left.count, by: slotsPerBlock) {
            try store(Array(left[start..<min(start + slotsPerBlock, left.count)]))
        }
    }

    private mutating func storeSessionEnd(_ ending: SessionEnding) throws(SystemError) {
        let page = core.countersPage()
        let frames = SessionEndFrames.make(
            session: session, ending: ending, triple: clock.latest, countersPage: page, geometry: file.geometry,
            file: file.superblock.file, slotGeneration: { _ in nil })
        let draft = BlockDraft(
            session: session, generation: Format.sessionEndGeneration, frames: frames, at: clock.latest)
        try append(draft, to: .keep)
        try append(draft, to: .main)
    }

    func writeSessionPages(ended: Bool, ending: SessionEnding) throws(SystemError) {
        for copy in 0..<2 {
            let offset = file.geometry.sessionPageOffset(copy: copy)
            let page = SessionPage(
                offset: offset, file: file.superblock.file, sequence: UInt64(session.ordinal) * 2 + (ended ? 1 : 0),
                session: session, ended: ended, ending: ending)
            try file.write(page.encoded(), at: offset)
        }
    }
}
