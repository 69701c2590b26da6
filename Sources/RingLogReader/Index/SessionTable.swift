import RingLogFormat

/// What is known of each session, gathered from pages, blocks and slots.
struct SessionTable: Sendable {
    struct Entry: Sendable {
        var ordinal: UInt32 = 0
        var session: Session?
        var ending: SessionEnding?
        var end: ClockTriple?
        var counters: [UInt64?]?
        var epoch: UInt32?
        var lowest: Moment?
        var highest: Moment?

        mutating func extend(_ low: Moment, _ high: Moment) {
            lowest = min(lowest ?? low, low)
            highest = max(highest ?? high, high)
        }
    }

    private(set) var entries: [UInt64: Entry] = [:]
    /// Of the session page: the last session that opened the file.
    private(set) var current: UInt64?

    /// Bounds memory against files that are nothing but sessions; the newest are kept.
    private static let most = 1 << 15

    private mutating func update(_ nonce: UInt64, ordinal: UInt32, _ body: (inout Entry) -> Void) {
        if entries[nonce] == nil, entries.count >= SessionTable.most {
            guard let oldest = entries.min(by: { $0.value.ordinal < $1.value.ordinal }),
                oldest.value.ordinal < ordinal
            else { return }
            entries[oldest.key] = nil
        }
        var entry = entries[nonce] ?? Entry()
        entry.ordinal = max(entry.ordinal, ordinal)
        body(&entry)
        entries[nonce] = entry
    }

    mutating func add(_ page: SessionPage) {
        current = page.session.nonce
        add(page.session)
        guard page.ended else { return }
        update(page.session.nonce, ordinal: page.session.ordinal) { $0.ending = page.ending }
    }

    mutating func add(_ session: Session) {
        update(session.nonce, ordinal: session.ordinal) {
            $0.session = session
            $0.epoch = session.opened.epoch
        }
    }

    mutating func add(_ end: SessionEnd, nonce: UInt64) {
        update(nonce, ordinal: end.sessionOrdinal) {
            $0.ending = end.ending
            $0.end = end.triple
            $0.counters = end.counters
        }
    }

    mutating func add(_ header: BlockHeader) {
        update(header.nonce, ordinal: header.sessionOrdinal) {
            $0.epoch = header.epoch
            guard header.records > 0, header.lowestTicks <= header.highestTicks else { return }
            $0.extend(
                Moment(epoch: header.epoch, ticks: header.lowestTicks),
                Moment(epoch: header.epoch, ticks: header.highestTicks))
        }
    }

    mutating func add(_ slot: SlotReading) {
        guard let header = slot.held, let low = slot.lowest, let high = slot.highest else { return }
        update(header.nonce, ordinal: header.sessionOrdinal) {
            $0.epoch = header.reading.epoch
            $0.extend(low, high)
        }
    }

    /// Counters of the running session, or of the last one if it has not been recovered.
    mutating func add(counters: [UInt64?], nonce: UInt64) {
        guard let entry = entries[nonce], entry.counters == nil else { return }
        update(nonce, ordinal: entry.ordinal) { $0.counters = counters }
    }

    func ordinal(_ nonce: UInt64) -> UInt32 { entries[nonce]?.ordinal ?? 0 }

    /// When it was opened; nil if its page and start frame are lost.
    func start(_ nonce: UInt64) -> Moment? {
        guard let session = entries[nonce]?.session else { return nil }
        return Moment(epoch: session.opened.epoch, ticks: session.opened.triple.ticks)
    }

    /// Oldest first, with times of the clock.
    func infos(file: Int, clock: ClockTable) -> [SessionInfo] {
        entries.sorted { ($0.value.ordinal, $0.key) < ($1.value.ordinal, $1.key) }.map { nonce, entry in
            SessionInfo(
                nonce: nonce, ordinal: entry.ordinal, file: file, details: entry.session.map(SessionInfo.Details.init),
                ending: ending(entry, nonce), totals: entry.counters.map { SessionTotals(values: $0) },
                firstRecord: entry.lowest.flatMap(clock.realtime), lastRecord: entry.highest.flatMap(clock.realtime),
                ended: entry.end?.realtime)
        }
    }

    private func ending(_ entry: Entry, _ nonce: UInt64) -> SessionInfo.Ending {
        if let ending = entry.ending { return SessionInfo.Ending(rawValue: ending.rawValue) ?? .unknown }
        return nonce == current ? .open : .unknown
    }
}

extension SessionInfo.Details {
    init(_ session: Session) {
        self.init(
            bootID: session.boot.bytes, processID: session.processID, pidNamespace: session.pidNamespace,
            timeNamespace: session.timeNamespace, processStart: session.processStart, userID: session.userID,
            executable: session.executable, buildID: session.buildID, host: session.host,
            clockEpoch: session.opened.epoch, clockSource: session.opened.source.rawValue,
            ticksPerSecond: session.opened.ticksPerSecond, startTicks: session.opened.triple.ticks,
            startBoottime: session.opened.triple.boottime, startRealtime: session.opened.triple.realtime)
    }
}

extension BootID {
    /// The 16 bytes in text order.
    var bytes: [UInt8] {
        [first, second].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * UInt64($0))) } }
    }
}
