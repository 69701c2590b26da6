import RingLogFormat

// What is missing, and what is damaged, as the merge comes upon it.
extension FileMerge {
    /// Hands on what a run has met on the way to its head.
    func tell(_ run: Run) {
        for drop in run.drops {
            let nonce = run.origin.nonce
            let isNews = tracker.note(
                drop, nonce: nonce, epoch: run.origin.epoch, sessionStart: run.origin.sessionStart)
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

    func explain(_ hole: ThreadTracker.Hole, session: UInt32) {
        var reason = account.explain(hole, index)
        if reason == nil, refresh() { reason = account.explain(hole, index) }
        guard reason == nil else { return }
        account.leaveUnexplained(hole)
        let missing = hole.count == 1 ? "1 record is" : "\(hole.count) records are"
        let text = "session \(session), thread \(hole.thread): \(missing) missing and nothing tells why"
        damages.add(
            Damage(kind: .sequenceGap(hole.count), file: index.file, offset: nil, length: 0, text: text))
        // Right before the record that shows it.
        let note = GapNote(
            kind: .unexplained, count: hole.count, from: clock.realtime(hole.from), to: clock.realtime(hole.to),
            session: session, thread: hole.thread, file: index.file)
        ready.append(Output(item: .gap(note), moment: hole.to))
    }

    /// Puts a note where its time is, or next if that is past.
    func emit(_ gap: GapNote, at moment: Moment) { events.insert(.gap(gap), at: moment) }

    func emitEvents(until moment: Moment) {
        while let next = events.lowest, next <= moment, let item = events.removeLowest() {
            ready.append(Output(item: item, moment: next))
        }
    }

    func note(_ failure: BlockReader.Failure, in found: FoundBlock) {
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

    func noteImage(_ bytes: Bytes, _ block: Block, _ entry: BlockEntry) {
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
    func refresh() -> Bool { index.refresh() }
}
