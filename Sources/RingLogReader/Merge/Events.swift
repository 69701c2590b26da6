import RingLogFormat

/// What is known to be missing, and sessions' starts and ends, before a single block is opened.
enum Events {
    /// In no order of time, but of one moment a session's start comes first.
    static func known(_ index: FileIndex, _ clock: ClockTable) -> [FileMerge.Output] {
        sessions(index, clock) + writtenOff(index, clock) + forgotten(index) + slotGaps(index, clock)
            + damaged(index, clock)
    }

    /// What sessions lost of which nothing else is left: the ring remembers their totals.
    private static func forgotten(_ index: FileIndex) -> [FileMerge.Output] {
        var notes: [GapNote] = []
        if index.remains.givenUp > 0 {
            notes.append(
                GapNote(kind: .slotsGivenUp(slots: 0), count: index.remains.givenUp, keepCount: nil, file: index.file))
        }
        if index.remains.refused > 0 {
            notes.append(GapNote(kind: .refused(nil), count: index.remains.refused, keepCount: nil, file: index.file))
        }
        return notes.map { FileMerge.Output(item: .gap($0), moment: .start) }
    }

    private static func writtenOff(_ index: FileIndex, _ clock: ClockTable) -> [FileMerge.Output] {
        let lane = index.lanes[.main]!
        let mark = lane.mark
        guard mark.block > 0, lane.newest?.recordsGivenUp != 0 else { return [] }
        let moment = Moment(epoch: mark.epoch, ticks: mark.ticks)
        let note = GapNote(
            kind: .writtenOff,
            count: lane.newest.map { given in
                given.recordsGivenUp - min(given.recordsGivenUp, index.remains.keepLaneOnly)
            },
            keepCount: index.lanes[.keep]!.newest?.recordsGivenUp,
            to: clock.realtime(moment) ?? mark.realtime, file: index.file)
        return [FileMerge.Output(item: .gap(note), moment: .start)]
    }

    private static func slotGaps(_ index: FileIndex, _ clock: ClockTable) -> [FileMerge.Output] {
        let summaries = index.gaps.summaries.values.map { summary in
            FileMerge.Output(
                item: .gap(
                    GapNote(
                        kind: .slotsGivenUp(slots: summary.slots), count: summary.records,
                        keepCount: summary.keepRecords,
                        from: clock.realtime(summary.lowest), to: clock.realtime(summary.highest),
                        session: index.sessions.ordinal(summary.nonce), file: index.file)), moment: summary.lowest)
        }
        let gaps = index.gaps.gaps.map { gap in
            FileMerge.Output(
                item: .gap(
                    GapNote(
                        kind: .slotsGivenUp(slots: 1), count: UInt64(gap.records), keepCount: UInt64(gap.keepRecords),
                        from: clock.realtime(gap.lowest), to: clock.realtime(gap.highest),
                        session: index.sessions.ordinal(gap.nonce), file: index.file)), moment: gap.lowest)
        }
        return summaries + gaps
    }

    private static func damaged(_ index: FileIndex, _ clock: ClockTable) -> [FileMerge.Output] {
        var events: [FileMerge.Output] = []
        for slot in index.slots where slot.damages.contains(where: \.costsRecords) {
            let missing = slot.end.map { UInt64($0.records) - min(UInt64($0.records), slot.records) }
            let note = GapNote(
                kind: .damaged, count: missing, from: slot.lowest.flatMap(clock.realtime),
                to: slot.highest.flatMap(clock.realtime), session: slot.held?.sessionOrdinal ?? 0, file: index.file,
                offset: index.layout.view.place(slot.slot.offset))
            events.append(FileMerge.Output(item: .gap(note), moment: slot.lowest ?? .start))
        }
        for header in index.lostBlocks {
            let note = GapNote(
                kind: .damaged, count: UInt64(header.records), from: header.lowestRealtime, to: header.highestRealtime,
                session: header.sessionOrdinal, file: index.file, offset: index.layout.view.place(header.offset))
            events.append(
                FileMerge.Output(
                    item: .gap(note), moment: Moment(epoch: header.epoch, ticks: header.lowestTicks)))
        }
        return events
    }

    private static func sessions(_ index: FileIndex, _ clock: ClockTable) -> [FileMerge.Output] {
        index.sessions.infos(file: index.file, clock: clock).flatMap { info -> [FileMerge.Output] in
            guard let entry = index.sessions.entries[info.nonce] else { return [] }
            var events: [FileMerge.Output] = []
            if let start = index.sessions.start(info.nonce) {
                events.append(FileMerge.Output(item: .sessionStart(info), moment: start))
            }
            if let end = entry.end, let epoch = entry.epoch {
                // Of one found dead the last moment known may lie before its last records.
                var moment = max(Moment(epoch: epoch, ticks: end.ticks), entry.highest ?? .start)
                if moment.ticks < .max { moment.ticks += 1 }
                events.append(FileMerge.Output(item: .sessionEnd(info), moment: moment))
            }
            return events
        }
    }
}

extension Damage {
    /// True if records were in these bytes.
    var costsRecords: Bool {
        switch kind {
        case .hole, .recordsMissing, .slotUnreadable: true
        default: false
        }
    }
}
