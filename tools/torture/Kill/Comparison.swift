// Holds what the decoder shows of a file against what its writers were told, record by record.

import RingLogFormat

@_spi(Testing) import RingLogReader

/// What one reading of a file came to.
struct Comparison {
    /// Of the lives that were compared for the first time: each acknowledged record is one of these, or lost.
    private(set) var decoded: UInt64 = 0
    private(set) var overwritten: UInt64 = 0
    /// Records that were kept though their call did not live to say so.
    private(set) var unacknowledged: UInt64 = 0
    /// All records that were shown.
    private(set) var shown: UInt64 = 0
    private(set) var findings = Findings()

    private let history: FileHistory
    private let audit: Audit
    private let seed: UInt64
    private var threads: [ThreadKey: ThreadReading] = [:]
    private var shownByKeepOnly: UInt64 = 0
    private var latestTicks: UInt64 = 0
    private var epoch: UInt32?
    private var checker: RecordChecker

    private struct ThreadKey: Hashable {
        let life: UInt32
        let thread: UInt32
    }

    init(_ history: FileHistory, _ audit: Audit, seed: UInt64, defect: KillDefect?) {
        self.history = history
        self.audit = audit
        self.seed = seed
        checker = RecordChecker(seed: seed)
        bindLatestLife()
        let reader = read(with: defect?.ofReader ?? Switches())
        for life in history.lives { judge(life) }
        checkNumbers()
        if let reader { checkWords(of: reader) }
        for complaint in audit.complaints { findings.count(\.damaged, complaint) }
        if audit.unfinished > 0 {
            findings.count(
                \.unfinished, by: UInt64(audit.unfinished), "\(audit.unfinished) blocks have a header and no payload")
        }
    }

    /// The session page is the latest life's if that got so far; its gaps can be read only now.
    private mutating func bindLatestLife() {
        guard let life = history.lives.last, !life.isCompared, let session = audit.session?.session else { return }
        guard session.processID == UInt32(life.processID) else {
            if life.wasOpened { findings.count(\.wrong, "the session page is not of process \(life.processID)") }
            return
        }
        if !history.bind(nonce: session.nonce, to: life) {
            findings.count(\.wrong, "life \(life.number) has the nonce of another")
        }
        life.ordinal = session.ordinal
        life.gaps = audit.gaps
        if life.wasOpened { checkCounters(life) }
    }

    /// A thread that dies has changed the file and not yet counted it, or counted it and not yet returned.
    private mutating func checkCounters(_ life: Life) {
        func count(_ counter: Counter) -> UInt64? { audit.counters[counter.rawValue] }
        let refusals = [Counter.refusedNoSlot, .refusedAfterWait, .refusedContended, .refusedFailed, .refusedClosed]
        guard refusals.allSatisfy({ count($0) != nil }), let slots = count(.slotsGivenUp) else {
            findings.count(\.wrong, "life \(life.number): a counter is not whole")
            return
        }
        let refused = refusals.reduce(0) { $0 + (count($1) ?? 0) }
        let told = life.threads.reduce(0) { $0 + $1.refused }
        if !(told...told + UInt64(life.threads.count)).contains(refused) {
            findings.count(\.wrong, "life \(life.number): \(refused) refusals are counted, its threads saw \(told)")
        }
        if life.gaps.slots != slots && life.gaps.slots != slots + 1 {
            findings.count(\.wrong, "life \(life.number): \(slots) gaps are counted, \(life.gaps.slots) are there")
        }
    }

    // MARK: Reading

    private mutating func read(with switches: Switches) -> RingReader? {
        do throws(ReaderError) {
            let reader = RingReader([
                try RingFile(try RingInput.open(path: history.path), switches: switches)
            ])
            while let record = try reader.nextRecord() { take(record) }
            return reader
        } catch {
            findings.count(\.damaged, "the decoder gave up: \(error)")
            return nil
        }
    }

    private mutating func take(_ record: LogRecord) {
        shown += 1
        guard let key = RecordChecker.key(of: record), let life = history.life(key.life),
            key.thread < life.threads.count
        else {
            findings.count(\.wrong, "a record that nobody logged: \(RecordChecker.text(of: record))")
            return
        }
        for fault in checker.faults(of: record, key) { findings.count(\.wrong, "\(key): \(fault)") }
        checkSession(record, key, life)
        checkOrder(record, key)
        if key.number > life.threads[Int(key.thread)].acknowledged {
            findings.count(\.wrong, "\(key): its thread was told of \(life.threads[Int(key.thread)].acknowledged) only")
            return
        }
        note(record, key)
    }

    private mutating func checkSession(_ record: LogRecord, _ key: RecordKey, _ life: Life) {
        if !history.bind(nonce: record.identity.nonce, to: life) {
            findings.count(\.wrong, "\(key): in the session of another life")
        }
        if let ordinal = life.ordinal, ordinal != record.session {
            findings.count(\.wrong, "\(key): in session \(record.session), not \(ordinal)")
        }
        life.ordinal = record.session
    }

    private mutating func checkOrder(_ record: LogRecord, _ key: RecordKey) {
        if let epoch, epoch != record.epoch { findings.count(\.wrong, "\(key): epoch \(record.epoch) after \(epoch)") }
        epoch = record.epoch
        if record.ticks < latestTicks { findings.count(\.wrong, "\(key): shown after a later record") }
        latestTicks = record.ticks
        let stamped = history.life(key.life)!.threads[Int(key.thread)].earliest(key.number)
        if record.ticks < stamped { findings.count(\.wrong, "\(key): \(record.ticks) is before its call, \(stamped)") }
    }

    private mutating func note(_ record: LogRecord, _ key: RecordKey) {
        let id = record.identity
        let generation = SlotGeneration(nonce: id.nonce, slot: id.slot, generation: id.generation)
        let inKeepOnly = !audit.main.generations.contains(generation) && !audit.slots.contains(generation)
        let problem = threads[ThreadKey(life: key.life, thread: key.thread), default: ThreadReading()].take(
            key.number, record.ticks)
        switch problem {
        case nil: shownByKeepOnly += inKeepOnly ? 1 : 0
        case .again: findings.count(\.duplicated, "\(key): shown twice")
        case .late(let number): findings.count(\.wrong, "\(key): shown after number \(number)")
        }
    }

    // MARK: Judging

    private mutating func judge(_ life: Life) {
        for thread in life.threads.indices {
            let key = ThreadKey(life: life.number, thread: UInt32(thread))
            let reading = threads[key] ?? ThreadReading()
            if !life.isCompared { settle(life, thread, reading) }
            judge(life, thread, reading)
            life.threads[thread].shown = reading.seen
        }
        life.isCompared = true
    }

    /// Whether the record behind the last acknowledged one was kept is seen at the first reading or never.
    private mutating func settle(_ life: Life, _ thread: Int, _ reading: ThreadReading) {
        let acknowledged = life.threads[thread].acknowledged
        if reading.seen.contains(acknowledged) {
            life.threads[thread].recorded = acknowledged + 1
            unacknowledged += 1
        } else {
            life.threads[thread].isUncertain = excuses(life, thread, acknowledged, reading.moments)
        }
        decoded += UInt64(reading.seen.count) - (reading.seen.contains(acknowledged) ? 1 : 0)
    }

    /// Looks at every record that was there until now, or should be there for the first time, and is not.
    private mutating func judge(_ life: Life, _ thread: Int, _ reading: ThreadReading) {
        let history = life.threads[thread]
        let bits = history.recorded
        var moments = reading.moments[...]
        var previous: UInt64 = 0
        for index in 0..<Int((bits + 63) / 64) {
            let valid = bits - UInt64(index) * 64 >= 64 ? UInt64.max : (1 << (bits % 64)) - 1
            let before = life.isCompared ? history.shown.word(index) : valid
            let seen = reading.seen.word(index)
            if seen & ~before != 0 {
                findings.count(\.wrong, "life \(life.number) thread \(thread): records near \(index * 64) are back")
            }
            var missing = before & ~seen
            while missing != 0 {
                let number = UInt64(index) * 64 + UInt64(missing.trailingZeroBitCount)
                missing &= missing - 1
                while let first = moments.first, first.number < number {
                    previous = first.ticks
                    moments.removeFirst()
                }
                let next = moments.first?.ticks ?? .max
                judgeMissing(life, thread, number, since: previous, until: next)
            }
        }
    }

    private mutating func judgeMissing(_ life: Life, _ thread: Int, _ number: UInt64, since: UInt64, until: UInt64) {
        if isExcused(life, thread, number, since: since, until: until) {
            if !life.isCompared { overwritten += 1 }
        } else {
            history.lost += 1
            findings.count(\.lost, "\(RecordKey(life: life.number, thread: UInt32(thread), number: number)): lost")
        }
    }

    private func excuses(
        _ life: Life, _ thread: Int, _ number: UInt64, _ moments: [(number: UInt64, ticks: UInt64)]
    ) -> Bool {
        isExcused(life, thread, number, since: moments.last?.ticks ?? 0, until: .max)
    }

    /// The first of the two conditions of docs/FORMAT.md, section 6: the record's time is covered by a mark or a gap.
    /// Its exact time is not known, only what it lies between; a loss that this lets through is one the numbers do not
    /// agree with.
    private func isExcused(_ life: Life, _ thread: Int, _ number: UInt64, since: UInt64, until: UInt64) -> Bool {
        let earliest = max(life.threads[thread].earliest(number), since)
        let latest = max(earliest, min(life.threads[thread].latest(number), until))
        if life.gaps.overlaps(earliest...latest) { return true }
        guard audit.main.mark.covers(epoch: epoch ?? audit.main.mark.epoch, ticks: earliest) else { return false }
        let key = RecordKey(life: life.number, thread: UInt32(thread), number: number)
        guard Content.isKeepLevel(Content(key, seed: seed).level) else { return true }
        return audit.keep.mark.covers(epoch: epoch ?? audit.keep.mark.epoch, ticks: earliest)
    }

    /// The second: the numbers agree.
    private mutating func checkNumbers() {
        var recorded: UInt64 = 0, present: UInt64 = 0, inGaps: UInt64 = 0, uncertain: UInt64 = 0
        for life in history.lives {
            inGaps += life.gaps.records
            for thread in life.threads {
                recorded += thread.recorded
                present += UInt64(thread.shown.count)
                uncertain += thread.isUncertain ? 1 : 0
            }
        }
        let missing = Int64(recorded) - Int64(present)
        let told = Int64(audit.main.recordsGivenUp + inGaps) - Int64(shownByKeepOnly)
        let text =
            "\(missing) records are missing; \(audit.main.recordsGivenUp) given up by the main lane"
            + " + \(inGaps) in gaps - \(shownByKeepOnly) in the keep lane alone = \(told)"
        // Those that were found one by one are counted.
        let unaccounted = missing - told - Int64(history.lost)
        if unaccounted > 0 { findings.count(\.lost, by: UInt64(unaccounted), text) }
        if told > missing + Int64(uncertain) { findings.count(\.wrong, text) }
    }

    // MARK: What the decoder says besides

    private mutating func checkWords(of reader: RingReader) {
        for damage in reader.damages { findings.count(\.damaged, "\(damage)") }
        for gap in reader.gaps where gap.isDamage { findings.count(\.damaged, "\(gap)") }
        let verdict = reader.verdict
        if verdict.state != .intact && reader.damages.isEmpty { findings.count(\.damaged, "\(verdict)") }
        let overwritten = audit.main.recordsGivenUp - min(audit.main.recordsGivenUp, shownByKeepOnly)
        if verdict.overwritten != overwritten {
            findings.count(\.wrong, "\(verdict.overwritten) overwritten by the verdict, \(overwritten) by the books")
        }
        checkGaps(reader.gaps)
        for session in reader.files.flatMap(\.sessions) { check(session) }
    }

    /// What the latest session gave up in slots, exactly.
    private mutating func checkGaps(_ notes: [GapNote]) {
        guard let life = history.lives.last, let ordinal = life.ordinal else { return }
        var told: UInt64 = 0
        for note in notes where note.session == ordinal {
            if case .slotsGivenUp = note.kind { told += note.count ?? 0 }
        }
        if told != life.gaps.records {
            findings.count(\.wrong, "\(told) records in slots given up by the notes, \(life.gaps.records) by the books")
        }
    }

    /// Sessions are told apart, and all but the latest are known to have died.
    private mutating func check(_ session: SessionInfo) {
        guard let life = history.lives.first(where: { $0.nonce == session.nonce }) else { return }
        if session.ordinal != life.ordinal {
            findings.count(\.wrong, "life \(life.number): session \(session.ordinal), not \(life.ordinal ?? 0)")
        }
        if let details = session.details, details.processID != UInt32(life.processID) {
            findings.count(\.wrong, "life \(life.number): process \(details.processID), not \(life.processID)")
        }
        // A writer that died in recovery may have told the end of the session before it, and begun none of its own.
        let isLatest = history.lives.last?.nonce == session.nonce
        let isOnPage = audit.session?.session.nonce == session.nonce
        let endings: [SessionInfo.Ending] =
            isLatest ? [.open] : isOnPage ? [.open, .died] : [.died, .unknown]
        if !endings.contains(session.ending) {
            findings.count(\.wrong, "life \(life.number): its session is said to be \(session.ending)")
        }
    }
}

/// What was shown of one thread.
private struct ThreadReading {
    private(set) var seen = BitSet()
    /// In the order shown.
    private(set) var moments: [(number: UInt64, ticks: UInt64)] = []

    enum Problem {
        case again
        case late(after: UInt64)
    }

    mutating func take(_ number: UInt64, _ ticks: UInt64) -> Problem? {
        guard seen.insert(number) else { return .again }
        if let last = moments.last, last.number > number { return .late(after: last.number) }
        moments.append((number, ticks))
        return nil
    }
}
