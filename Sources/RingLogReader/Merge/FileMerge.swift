import RingLogFormat

/// One file's items in order: records of slots and blocks, each once, and what is missing between them.
///
/// Segments, blocks and slot generations wait in heaps by their lowest ticks and are opened when the merge reaches
/// them; they are dropped when their last record has been shown. So memory holds what overlaps in time, which in a file
/// that a logger wrote is about as many slot generations as there are slots. Where a file claims more, the budget wins
/// over the order.
final class FileMerge {
    /// An item with its place in the order of the file.
    struct Output {
        let item: LogItem
        let moment: Moment
    }

    enum Container {
        case block(FoundBlock)
        case slot(Int)
    }

    private struct Copy {
        var record: LogRecord
        var isKeepLane: Bool
        let sessionStart: Moment?
    }

    private static let mostBatch = 1 << 12

    // What the parts of this class in other files share; nobody else touches it.
    var index: FileIndex
    let blocks: BlockReader
    let switches: Switches
    var segments = Heap<Int>()
    var containers = Heap<Container>()
    var runs = Heap<Run>()
    var openBytes = 0
    var clock: ClockTable
    var tracker = ThreadTracker()
    var account: Account
    var damages: DamageList
    /// What is missing and when; sessions' starts and ends.
    var events = Heap<LogItem>()
    /// What comes next, last one first, so that it can be moved out.
    var ready: [Output] = []

    private var decoder: RecordDecoder
    private var batch: [Copy] = []
    private var isFinished = false
    private var records: UInt64 = 0
    private var copies: UInt64 = 0

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
        while ready.isEmpty && !isFinished {
            step()
            ready.reverse()
        }
        return ready.popLast()
    }

    /// Fills `ready` with all records of the next moment that has any, and with what comes before them.
    private func step() {
        openWhatIsDue()
        guard let moment = runs.lowest else {
            finish()
            return
        }
        while batch.count < FileMerge.mostBatch {
            guard runs.lowest == moment, let run = runs.removeLowest() else { break }
            take(run, at: moment)
            openWhatIsDue()
        }
        emitEvents(until: moment)
        emitBatch(at: moment)
    }

    // MARK: Records

    private func take(_ run: Run, at moment: Moment) {
        guard let view = run.head else { return }
        let identity = run.identity(view)
        // Only the first copy is decoded, unless it lacks a definition that this one may have.
        let known = switches.keepsCopies ? nil : batch.firstIndex { $0.record.identity == identity }
        if let known {
            copies += 1
            if !run.origin.isKeepLane { batch[known].isKeepLane = false }
            if batch[known].record.isPoor { better(decode(view, run, moment), than: known) }
        } else {
            let record = decode(view, run, moment)
            batch.append(
                Copy(record: record, isKeepLane: run.origin.isKeepLane, sessionStart: run.origin.sessionStart))
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

    private func better(_ record: LogRecord, than known: Int) {
        if record.marks.rawValue < batch[known].record.marks.rawValue { batch[known].record = record }
    }

    private func emitBatch(at moment: Moment) {
        if batch.count > 1 {
            batch.sort { ($0.record.thread, $0.record.sequence) > ($1.record.thread, $1.record.sequence) }
        }
        while let copy = batch.popLast() {
            records += 1
            account.show(copy.record.identity, isKeepLaneOnly: copy.isKeepLane)
            for hole in tracker.note(copy.record.identity, at: moment, sessionStart: copy.sessionStart) {
                explain(hole, session: copy.record.session)
            }
            ready.append(Output(item: .record(copy.record), moment: moment))
        }
    }

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

extension LogRecord {
    /// Another copy may know more.
    fileprivate var isPoor: Bool { !marks.isDisjoint(with: [.definitionLost, .definitionBorrowed, .contextLost]) }
}
