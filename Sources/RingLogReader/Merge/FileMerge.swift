import RingLogFormat

/// One file's items in order: records of slots and blocks, each once, and what is missing between them.
///
/// Segments, blocks and slot generations wait in heaps by their lowest ticks and are opened when the merge reaches them; they are
/// dropped when their last record has been shown. So memory holds what overlaps in time, which in a file that a logger wrote is
/// about as many slot generations as there are slots. Where a file claims more, the budget wins over the order.
final class FileMerge {
    /// An item with its place in the order of the file.
    struct Output {
        let item: LogItem
        let moment: Moment
    }

    private enum Container {
        case block(FoundBlock)
        case slot(Int)
    }

    private struct Copy {
        let record: LogRecord
        let isKeepLane: Bool
    }

    /// Bytes of slot generations that may be open at a time.
    private static let mostOpenBytes = 24 << 20
    private static let mostWaitingBlocks = 1 << 15
    private static let mostBatch = 1 << 12

    private(set) var index: FileIndex
    private let blocks: BlockReader
    private let switches: Switches
    private var segments = Heap<Int>()
    private var containers = Heap<Container>()
    private var runs = Heap<Run>()
    private var openBytes = 0
    private var clock: ClockTable
    private var decoder: RecordDecoder
    private var tracker = ThreadTracker()
    private var account: Account
    /// What is missing and when; sessions' starts and ends.
    private var events = Heap<LogItem>()
    private var ready: [Output] = []
    private var nextReady = 0
    private var isFinished = false

    private(set) var damages: DamageList
    private(set) var records: UInt64 = 0
    private(set) var copies: UInt64 = 0

    init(_ index: FileIndex, _ blocks: BlockReader, _ switches: Switches) {
        self.index = index
        self.blocks = blocks
        self.switches = switches
        clock = index.clock
        damages = index.damages
        account = Account(index)
        var borrowing = Borrowing(index, blocks, switches)
        decoder = RecordDecoder(file: index.file, borrowed: borrowing.definitions())
        for event in Events.known(index, clock) { events.insert(event.item, at: event.moment) }
        for lane in Lane.allCases {
            for segment in index.lanes[lane]!.segments { segments.insert(segment.place, at: segment.lowest) }
        }
        for (number, slot) in index.slots.enumerated() {
            if let lowest = slot.lowest { containers.insert(.slot(number), at: lowest) }
        }
    }

    /// The next item, nil at the end.
    func next() -> Output? {
        while true {
            if nextReady < ready.count {
                nextReady += 1
                return ready[nextReady - 1]
            }
            if isFinished { return nil }
            ready.removeAll(keepingCapacity: true)
            nextReady = 0
            step()
        }
    }

    /// Fills `ready` with all records of the next moment that has any, and with what comes before them.
    private func step() {
        openWhatIsDue()
        guard let moment = runs.lowest else {
            finish()
            return
        }
        var batch: [Copy] = []
        while batch.count < FileMerge.mostBatch {
            openWhatIsDue()
            guard runs.lowest == moment, let run = runs.removeLowest() else { break }
            take(run, into: &batch, at: moment)
        }
        emitEvents(until: moment)
        emit(batch, at: moment)
    }

    // MARK: Opening

    private func openWhatIsDue() {
        while true {
            let run = runs.lowest
            if let segment = segments.lowest, isDue(segment, before: [containers.lowest, run]),
                containers.count < FileMerge.mostWaitingBlocks || containers.isEmpty && run == nil
            {
                expand(segments.removeLowest()!)
            } else if let container = containers.lowest, isDue(container, before: [run]),
                openBytes < FileMerge.mostOpenBytes || run == nil
            {
                open(containers.removeLowest()!)
            } else {
                return
            }
        }
    }

    private func isDue(_ moment: Moment, before others: [Moment?]) -> Bool {
        others.allSatisfy { $0.map { moment <= $0 } ?? true }
    }

    private func expand(_ place: Int) {
        let contents = PlaceReader(layout: index.layout, file: index.file).read(index.layout.places[place])
        // A live file may have entered the segment again since it was indexed; what was there is given up.
        guard let sequence = contents.sequence, let lane = contents.lane,
            sequence == index.lanes[lane]!.sequence(at: place)
        else {
            refresh()
            return
        }
        for block in contents.blocks { containers.insert(.block(block), at: block.lowest) }
    }

    private func open(_ container: Container) {
        switch container {
        case .slot(let number): openSlot(index.slots[number])
        case .block(let found): openBlock(found)
        }
    }

    private func openSlot(_ slot: SlotReading) {
        guard let held = slot.held else { return }
        let bytes = slot.bytes ?? index.layout.view.bytes(slot.slot.offset, slot.slot.size)
        let origin = Run.Origin(
            nonce: held.nonce, slot: held.slot, generation: held.generation, epoch: held.reading.epoch,
            ordinal: held.sessionOrdinal, isKeepLane: false)
        add(Run(origin, slot: bytes, seal: switches.seal(held)))
    }

    private func openBlock(_ found: FoundBlock) {
        let block: Block
        do throws(BlockReader.Failure) {
            block = try blocks.read(found.header)
        } catch {
            note(error, in: found)
            return
        }
        for reading in block.clockReadings() { clock.insert(reading) }
        for (number, entry) in block.entries.enumerated() where entry.slot != Format.pseudoSlot {
            let header = block.header
            let origin = Run.Origin(
                nonce: header.nonce, slot: entry.slot, generation: entry.generation, epoch: header.epoch,
                ordinal: header.sessionOrdinal, isKeepLane: header.lane == .keep)
            // Each generation gets bytes of its own, so that one that goes on for long does not keep the others.
            if header.encoding == .image {
                let bytes = Bytes(block.bytes(of: number).array)
                noteImage(bytes, block, entry)
                add(Run(origin, slot: bytes, seal: switches.seal(block.seal(of: entry))))
            } else {
                let bytes = block.bytes(of: number).array
                add(Run(origin, rows: RowReader(Bytes(bytes)), weight: bytes.count))
            }
        }
    }

    private func add(_ run: Run) {
        tell(run)
        guard let moment = run.moment, !isLater(moment) else { return }
        openBytes += run.weight
        runs.insert(run, at: moment)
    }

    /// Later than the moment the reading began: left for the next one.
    private func isLater(_ moment: Moment) -> Bool {
        guard let bound = index.bound else { return false }
        return moment.epoch == bound.epoch && moment.ticks > bound.ticks
    }

    // MARK: Records

    private func take(_ run: Run, into batch: inout [Copy], at moment: Moment) {
        guard let view = run.head else { return }
        let identity = run.identity(view)
        // Only the first copy is decoded, unless it lacks a definition that this one may have.
        let known = switches.keepsCopies ? nil : batch.firstIndex { $0.record.identity == identity }
        if let known {
            copies += 1
            let isKeepLane = batch[known].isKeepLane && run.origin.isKeepLane
            let isPoor = !batch[known].record.marks.isDisjoint(with: [
                .definitionLost, .definitionBorrowed, .contextLost,
            ])
            let record = isPoor ? better(batch[known].record, decode(view, run, moment)) : batch[known].record
            batch[known] = Copy(record: record, isKeepLane: isKeepLane)
        } else {
            batch.append(Copy(record: decode(view, run, moment), isKeepLane: run.origin.isKeepLane))
        }
        run.advance()
        tell(run)
        if let next = run.moment, !isLater(next) {
            runs.insert(run, at: next)
        } else {
            openBytes -= run.weight
        }
    }

    private func decode(_ view: RecordView, _ run: Run, _ moment: Moment) -> LogRecord {
        decoder.decode(view, of: run, realtime: clock.realtime(moment) ?? 0)
    }

    private func better(_ a: LogRecord, _ b: LogRecord) -> LogRecord { b.marks.rawValue < a.marks.rawValue ? b : a }

    /// Hands on what a run has met on the way to its head.
    private func tell(_ run: Run) {
        for drop in run.drops {
            let nonce = run.origin.nonce
            let isNews = tracker.note(
                drop, nonce: nonce, epoch: run.origin.epoch, sessionStart: index.sessions.start(nonce))
            guard isNews else { continue }
            let reason = SessionTotals.Counter(rawValue: Int(drop.reason))
            let from = Moment(epoch: run.origin.epoch, ticks: drop.firstTicks)
            let to = Moment(epoch: run.origin.epoch, ticks: drop.lastTicks)
            emit(
                GapNote(
                    kind: .refused(reason), count: UInt64(drop.records), keepCount: UInt64(drop.keepRecords),
                    from: clock.realtime(from), to: clock.realtime(to), session: run.origin.ordinal,
                    thread: drop.thread, file: index.file), at: from)
        }
        if let failure = run.failure {
            let text = "slot \(run.origin.slot), generation \(run.origin.generation): \(failure.reason.plain)"
            damages.add(Damage(kind: .blockPayload, file: index.file, offset: nil, length: 0, text: text))
        }
    }

    private func emit(_ batch: [Copy], at moment: Moment) {
        let ordered = batch.sorted {
            ($0.record.thread, $0.record.sequence) < ($1.record.thread, $1.record.sequence)
        }
        for copy in ordered {
            let record = copy.record
            records += 1
            account.show(record.identity, isKeepLaneOnly: copy.isKeepLane)
            let start = index.sessions.start(record.identity.nonce)
            for hole in tracker.note(record.identity, at: moment, sessionStart: start) {
                explain(hole, session: record.session)
            }
            ready.append(Output(item: .record(record), moment: moment))
        }
    }

    // MARK: What is missing

    private func explain(_ hole: ThreadTracker.Hole, session: UInt32) {
        var reason = account.explain(hole, index)
        if reason == nil, refresh() { reason = account.explain(hole, index) }
        guard reason == nil else { return }
        let text = "session \(session), thread \(hole.thread): \(hole.count) records are missing and nothing tells why"
        damages.add(
            Damage(kind: .sequenceGap(hole.count), file: index.file, offset: nil, length: 0, text: text))
        // Right before the record that shows it.
        let note = GapNote(
            kind: .unexplained, count: hole.count, from: clock.realtime(hole.from), to: clock.realtime(hole.to),
            session: session, thread: hole.thread, file: index.file)
        ready.append(Output(item: .gap(note), moment: hole.to))
    }

    /// Puts a note where its time is, or next if that is past.
    private func emit(_ gap: GapNote, at moment: Moment) { events.insert(.gap(gap), at: moment) }

    private func emitEvents(until moment: Moment) {
        while let next = events.lowest, next <= moment, let item = events.removeLowest() {
            ready.append(Output(item: item, moment: next))
        }
    }

    private func note(_ failure: BlockReader.Failure, in found: FoundBlock) {
        let header = found.header
        switch failure {
        case .overwritten:
            refresh()
            return
        case .damaged(let error), .unsupported(let error):
            if case .damaged = failure, isUnfinished(found) { return }
            damages.add(
                damage(.blockPayload, header.offset, header.length, "block \(header.sequence): \(error.reason.plain)"))
        case .exhausted:
            let text = "block \(header.sequence): left out, since too much had failed before"
            damages.add(damage(.blockPayload, header.offset, header.length, text))
        }
        account.lose(found)
        emit(
            GapNote(
                kind: .damaged, count: UInt64(header.records), from: clock.realtime(found.lowest),
                to: clock.realtime(found.highest), session: header.sessionOrdinal, file: index.file,
                offset: index.layout.view.place(header.offset)), at: found.lowest)
    }

    /// The process died while it wrote this block: everything in it is still in its slot.
    private func isUnfinished(_ found: FoundBlock) -> Bool {
        guard index.lanes[found.header.lane]!.lastBlock?.header == found.header else { return false }
        return found.entries.allSatisfy { entry in
            index.slots.contains {
                $0.held?.nonce == found.header.nonce && $0.held?.slot == entry.slot
                    && $0.held?.generation == entry.generation
            }
        }
    }

    private func noteImage(_ bytes: Bytes, _ block: Block, _ entry: BlockEntry) {
        var scanner = FrameScanner(bytes, seal: switches.seal(block.seal(of: entry)))
        var count: UInt64 = 0
        while let item = scanner.next() {
            if case .frame(_, let body) = item, body.frameKind == .record { count += 1 }
        }
        var counted = max(count, UInt64(entry.records))
        if case .sealed(_, let end) = scanner.ending { counted = max(counted, UInt64(end.records)) }
        // Where nobody counted what was in it before it was damaged, how much is lost is not known.
        let lost = counted > count ? counted - count : nil
        damages.add(
            damage(
                .hole, block.header.offset, block.header.length,
                "slot \(entry.slot), generation \(entry.generation): was damaged when it was stored"))
        account.lose(entry, of: block.header, atLeast: counted)
        emit(
            GapNote(
                kind: .damaged, count: lost, session: block.header.sessionOrdinal, file: index.file,
                offset: index.layout.view.place(block.header.offset)),
            at: Moment(epoch: block.header.epoch, ticks: block.header.lowestTicks))
    }

    private func damage(_ kind: Damage.Kind, _ offset: Int, _ length: Int, _ text: String) -> Damage {
        Damage(
            kind: kind, file: index.file, offset: index.layout.view.place(offset), length: UInt64(length), text: text)
    }

    /// Reads again what a live file has given up; true if there is news.
    @discardableResult
    private func refresh() -> Bool { index.refresh() }

    // MARK: The end

    private func finish() {
        isFinished = true
        let end = Moment(epoch: .max, ticks: .max)
        for text in account.disagreements(index, tracker) {
            damages.add(Damage(kind: .sequenceGap(0), file: index.file, offset: nil, length: 0, text: text))
        }
        for gap in account.refusedElsewhere(index, tracker) { emit(gap, at: end) }
        if let failure = index.layout.view.input.failure {
            damages.add(
                Damage(kind: .hole, file: index.file, offset: failure.offset, length: 0, text: failure.description))
        }
        emitEvents(until: end)
    }

    /// Complete when `next` has returned nil.
    var verdict: Verdict {
        Verdict(
            state: damages.count > 0 ? .damaged : .intact, records: records, copies: copies, damages: damages.count,
            lost: account.lost, overwritten: account.overwritten(index), givenUp: account.givenUp(index),
            refused: account.refused(index, tracker))
    }
}
