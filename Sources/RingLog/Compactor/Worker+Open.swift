// Opening: the file is found or made, mapped, recovered, and given to a new session. The order of the last steps is
// what makes a kill between any two of them harmless: blocks, sync, slots, session page.

import CRingLog
import RingLogFormat

extension Worker {
    static func open(
        _ path: String, options: LogRing.Options, core: RingCore, isShared: Bool
    ) throws(RingError) -> Worker {
        // The system would read the path up to there and open another file.
        guard !path.utf8.contains(0) else {
            throw RingError(path: path, reason: .unsuitable("its path holds a NUL character"))
        }
        let absolute = path.hasPrefix("/") ? path : "\(System.workingDirectory ?? ".")/\(path)"
        let wanted = Wanted(options)
        let file = try findOrCreate(absolute, wanted: wanted, isShared: isShared)
        return try adopt(file, wanted: wanted, core: core)
    }

    /// Another process may create, or clean up, at the same time: then what is there by now is looked at again.
    private static func findOrCreate(
        _ path: String, wanted: Wanted, isShared: Bool
    ) throws(RingError) -> RingFile {
        var attempts = 8
        // First: a layout that cannot be must not move aside the file that is there.
        let superblock = try wanted.superblock(path: path)
        while true {
            attempts -= 1
            do throws(RingError) {
                var file = try findOrCreateOnce(path, wanted: wanted, superblock: superblock)
                file.isShared = isShared
                return file
            } catch {
                guard attempts > 0, error.isRace else { throw error }
            }
        }
    }

    private static func findOrCreateOnce(
        _ path: String, wanted: Wanted, superblock: Superblock
    ) throws(RingError) -> RingFile {
        let mode = wanted.fileMode
        switch try RingFile.openExisting(path, wanted: wanted.accepts) {
        case .ring(let file): return file
        case .nothing: return try RingFile.create(path, superblock: superblock, mode: mode, replacing: false)
        case .unusable(let locked):
            let file = try RingFile.create(path, superblock: superblock, mode: mode, replacing: true)
            // Until now nobody else could have taken or moved the old one.
            _ = consume locked
            return file
        }
    }

    private static func adopt(
        _ file: consuming RingFile, wanted: Wanted, core: RingCore
    ) throws(RingError) -> Worker {
        let path = file.path, geometry = file.geometry
        do throws(SystemError) {
            try file.adjustPreferences(wanted)
            guard map(file, core) else { throw SystemError(call: "mmap", code: System.noMemory) }
            do throws(SystemError) { return try begin(file, wanted: wanted, core: core) } catch {
                unmap(core, geometry)
                throw error
            }
        } catch {
            throw error.at(path)
        }
    }

    // MARK: The mapping

    private static func map(_ file: borrowing RingFile, _ core: RingCore) -> Bool {
        let geometry = file.geometry
        guard let memory = rl_map(file.descriptor.number, geometry.mappedBytes) else { return false }
        let ring = core.ring
        ring.pointee.slot_count = UInt32(geometry.slotCount)
        ring.pointee.slot_size = UInt32(geometry.slotSize)
        ring.pointee.slots_offset = UInt64(geometry.slotsOffset)
        ring.pointee.counters = memory + geometry.countersOffset
        ring.pointee.counters_offset = UInt64(geometry.countersOffset)
        ring.pointee.counters_bytes = UInt32(geometry.unit)
        for index in 0..<geometry.slotCount { core.slot(index).pointee.base = memory + geometry.slotOffset(index) }
        return true
    }

    /// After the last block: callers hold no slot any more.
    private static func unmap(_ core: RingCore, _ geometry: Geometry) {
        rl_unmap(core.ring, core.ring.pointee.counters - geometry.countersOffset, geometry.mappedBytes)
    }

    /// Gives mapping and lock back, unless a thread held a slot for longer than the end waited: whatever it or, after
    /// it, another one stored there would go into nothing.
    consuming func release() {
        let closed = (0..<core.slotCount).allSatisfy {
            rl_load(&core.slot($0).pointee.lock) == UInt32(RL_LOCK_CLOSED)
        }
        if closed { Self.unmap(core, file.geometry) }
    }

    // MARK: A new session

    private static func begin(
        _ file: consuming RingFile, wanted: Wanted, core: RingCore
    ) throws(SystemError) -> Worker {
        let hooks = wanted.options.hooks
        hooks?.reached?(.recoveryBegins)
        let found = try Found(file, defect: hooks?.defect)
        let source = rl_clock_source()
        let boot = ProcessIdentity.boot()
        let clock = SessionClock(
            source: source, ticksPerSecond: rl_clock_frequency(source),
            epoch: found.epoch(boot: boot, source: ClockSource(rawValue: source), now: rl_ticks(source)))
        let session = ProcessIdentity.session(
            nonce: SystemRandom.nonZeroWord(), boot: boot, ordinal: found.highestOrdinal + 1, opened: clock.reading)
        var worker = Worker(
            file: file, core: core, session: session, clock: clock, lanes: [found.main.writer, found.keep.writer],
            ended: found.main.ended, hooks: hooks)
        try worker.recover(found)
        hooks?.reached?(.recoveryClearing)
        worker.configure(wanted)
        worker.clearSlots()
        worker.isRunning = true
        hooks?.reached?(.sessionBeginning)
        try worker.writeClockPage()
        try worker.writeSessionPages(ended: false, ending: .notEnded)
        try worker.storeSessionStart()
        return worker
    }

    /// What callers need to know, before the first of them may enter.
    private func configure(_ wanted: Wanted) {
        let ring = core.ring, superblock = file.superblock
        ring.pointee.policy = UInt32(superblock.overflowPolicy.rawValue)
        ring.pointee.wait_nanoseconds = Int64(clamping: superblock.longestWaitNanoseconds)
        ring.pointee.keep_level = UInt32(superblock.keepLevel)
        ring.pointee.clock_source = clock.source.rawValue
        ring.pointee.session = session.ordinal
        ring.pointee.epoch = clock.epoch
        ring.pointee.nonce = session.nonce
        ring.pointee.ticks_per_second = clock.ticksPerSecond
        ring.pointee.no_salt = hooks?.defect == .noSalt
        core.set(file: superblock.file, boot: session.boot)
        if let hooks { core.watch(hooks) }
    }

    /// From here on the slots are the new session's, and what they held is in the ring.
    private func clearSlots() {
        for index in 0..<core.slotCount {
            rl_slot_prepare(core.ring, core.slot(index), 1)
            core.setState(index, Int(RL_SLOT_FREE))
        }
        rl_counters_reset(core.ring)
    }

    private mutating func storeSessionStart() throws(SystemError) {
        let draft = BlockDraft(
            session: session, generation: Format.sessionStartGeneration,
            frames: [SessionStart(session: session).encoded()], at: session.opened.triple)
        try append(draft, to: .keep)
        try append(draft, to: .main)
    }
}

extension RingError {
    /// Somebody else was faster with the same name, or removed our temporary file between its creation and its lock.
    fileprivate var isRace: Bool {
        switch reason {
        case .system("flock", System.wouldBlock), .system("rename", System.exists), .system("link", System.exists),
            .system("rename", System.notFound), .system("link", System.notFound):
            true
        default: false
        }
    }
}
