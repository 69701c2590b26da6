import RingLogFormat

/// Adds up what is missing and why, so that the numbers agree.
struct Account {
    enum Reason {
        case writtenOff
        case givenUp
        case damaged
    }

    private struct Generation: Hashable {
        let nonce: UInt64
        let slot: UInt32
        let generation: UInt64
    }

    private struct Loss {
        var expected: UInt64
        var shown: UInt64 = 0
    }

    /// Generations that were in damaged bytes: how many records they had, and how many turned up elsewhere.
    private var losses: [Generation: Loss] = [:]
    /// Slots that were given up, of which some records may have turned up.
    private var gaps: [Generation: Loss] = [:]
    private var spans: [ClosedRange<Moment>] = []
    private var unexplained: UInt64 = 0
    private var excused: UInt64 = 0
    private var keepLaneOnly: UInt64 = 0
    /// Blocks are damaged of which not even the list is left: anything may be missing.
    private var isBlind = false

    private static let most = 1 << 15

    init(_ index: FileIndex) {
        for gap in index.gaps.gaps {
            let key = Generation(nonce: gap.nonce, slot: gap.slot, generation: gap.generation)
            gaps[key] = Loss(expected: UInt64(gap.records))
        }
        for slot in index.slots where !slot.damages.isEmpty {
            guard let held = slot.held else {
                isBlind = true
                continue
            }
            let key = Generation(nonce: held.nonce, slot: held.slot, generation: held.generation)
            losses[key] = Loss(expected: UInt64(slot.end?.records ?? 0))
            span(Moment(epoch: held.reading.epoch, ticks: held.reading.triple.ticks), .end(held.reading.epoch))
        }
        isBlind = isBlind || index.hasLostBlocks
    }

    // MARK: While records go by

    mutating func show(_ identity: RecordIdentity, isKeepLaneOnly: Bool) {
        if isKeepLaneOnly { keepLaneOnly += 1 }
        if losses.isEmpty && gaps.isEmpty { return }
        let key = Generation(nonce: identity.nonce, slot: identity.slot, generation: identity.generation)
        losses[key]?.shown += 1
        gaps[key]?.shown += 1
    }

    /// A block's payload cannot be read.
    mutating func lose(_ found: FoundBlock) {
        // The keep lane only repeats; what it loses the main lane has, or has given up.
        if found.header.lane == .main {
            for entry in found.entries { lose(entry, of: found.header, atLeast: UInt64(entry.records)) }
        }
        span(found.lowest, found.highest)
    }

    mutating func lose(_ entry: BlockEntry, of header: BlockHeader, atLeast records: UInt64) {
        guard losses.count < Account.most else { return }
        let key = Generation(nonce: header.nonce, slot: entry.slot, generation: entry.generation)
        losses[key, default: Loss(expected: 0)].expected = records
        span(
            Moment(epoch: header.epoch, ticks: header.lowestTicks),
            Moment(epoch: header.epoch, ticks: header.highestTicks))
    }

    /// Beyond a few hundred they are taken as one, so that explaining a hole stays cheap.
    private mutating func span(_ from: Moment, _ to: Moment) {
        guard from <= to else { return }
        spans.append(from...to)
        if spans.count > 256 {
            spans = [spans.map(\.lowerBound).min()!...spans.map(\.upperBound).max()!]
        }
    }

    /// Why the records of a hole may be missing; nil if nothing tells.
    mutating func explain(_ hole: ThreadTracker.Hole, _ index: FileIndex) -> Reason? {
        if index.lanes[.main]!.mark.covers(epoch: hole.from.epoch, ticks: hole.from.ticks) {
            excused &+= hole.count
            return .writtenOff
        }
        if index.gaps.covers(hole.nonce, from: hole.from, to: hole.to) {
            excused &+= hole.count
            return .givenUp
        }
        if isBlind || spans.contains(where: { $0.lowerBound <= hole.to && $0.upperBound >= hole.from }) {
            return .damaged
        }
        return nil
    }

    /// Nothing tells why these are missing.
    mutating func leaveUnexplained(_ hole: ThreadTracker.Hole) { unexplained &+= hole.count }

    // MARK: At the end

    /// Records known to be lost to damage.
    var lost: UInt64 { losses.values.reduce(unexplained) { $0 &+ $1.expected - min($1.expected, $1.shown) } }

    /// Records that the main lane gave up and the keep lane does not show.
    func overwritten(_ index: FileIndex) -> UInt64 {
        let givenUp = index.lanes[.main]!.newest?.recordsGivenUp ?? 0
        return givenUp - min(givenUp, keepLaneOnly)
    }

    /// Records that were given up in slots and did not turn up.
    func givenUp(_ index: FileIndex) -> UInt64 {
        let summed = index.gaps.summaries.values.reduce(index.remains.givenUp) { $0 &+ $1.records }
        return gaps.values.reduce(summed) { $0 &+ $1.expected - min($1.expected, $1.shown) }
    }

    /// Records refused, as the counters say or, where they are lost, the threads.
    func refused(_ index: FileIndex, _ tracker: ThreadTracker) -> UInt64 {
        var sum = index.remains.refused
        for (nonce, entry) in index.sessions.entries {
            let counted = entry.counters.flatMap { SessionTotals(values: $0).refused } ?? 0
            sum &+= max(counted, tracker.refused[nonce] ?? 0)
        }
        return sum
    }

    /// Refusals that no thread has told of: it logged nothing more, or what it told is gone.
    func refusedElsewhere(_ index: FileIndex, _ tracker: ThreadTracker) -> [GapNote] {
        index.sessions.entries.sorted { $0.value.ordinal < $1.value.ordinal }.compactMap { nonce, entry in
            guard let totals = entry.counters.map({ SessionTotals(values: $0) }), let refused = totals.refused,
                refused > tracker.refused[nonce] ?? 0
            else { return nil }
            let reasons = SessionTotals.refusals.filter { totals[$0] ?? 0 > 0 }
            return GapNote(
                kind: .refused(reasons.count == 1 ? reasons[0] : nil), count: refused - (tracker.refused[nonce] ?? 0),
                session: entry.ordinal, file: index.file)
        }
    }

    /// What the numbers of records contradict; empty where everything adds up.
    func disagreements(_ index: FileIndex, _ tracker: ThreadTracker) -> [String] {
        missingGenerations(index) + excess(index, tracker)
    }

    /// More is missing than was given up, in whatever way.
    private func excess(_ index: FileIndex, _ tracker: ThreadTracker) -> [String] {
        // With damage, or in a file that goes on while it is read, the sums say nothing.
        guard index.damages.count == 0, losses.isEmpty, !index.hasMoved, let newest = index.lanes[.main]!.newest,
            newest.sequence == index.lanes[.main]!.summary.highestSegment
        else { return [] }
        var allowed = newest.recordsGivenUp &+ newest.recordsGivenUpInSlots &+ newest.recordsRefused
        let told = index.gaps.recordsBySession()
        for (nonce, entry) in index.sessions.entries {
            guard let counters = entry.counters else { continue }
            let totals = SessionTotals(values: counters)
            guard let refused = totals.refused, let givenUp = totals[.recordsGivenUp] else { return [] }
            // A slot is given up before it is counted: of a process that died in between, the entry knows more.
            allowed = allowed &+ refused &+ max(givenUp, told[nonce] ?? 0)
        }
        guard excused > allowed else { return [] }
        return ["\(excused) records are missing, but only \(allowed) were given up"]
    }

    /// Generations of a slot are stored in order, so those between two that are there cannot have been overwritten.
    private func missingGenerations(_ index: FileIndex) -> [String] {
        guard !isBlind, !index.hasMoved else { return [] }
        var texts: [String] = []
        var given: [GenerationTable.Key: IntervalSet] = [:]
        for gap in index.gaps.gaps {
            given[GenerationTable.Key(nonce: gap.nonce, slot: gap.slot), default: IntervalSet()].insert(gap.generation)
        }
        for (key, found) in index.generations.found {
            guard var first = found.min, let last = found.max else { continue }
            // Without a mark nothing was overwritten, and the first generation must be there too.
            if index.lanes[.main]!.mark.block == 0 { first = 1 }
            // What a summary has taken in cannot be told apart.
            guard first < last, index.gaps.summaries[key.nonce] == nil else { continue }
            var known = found
            for range in given[key]?.ranges ?? [] { known.insert(range) }
            for range in known.missing(in: first...last) where texts.count < 64 {
                let what =
                    range.lowerBound == range.upperBound
                    ? "generation \(range.lowerBound)" : "generations \(range.lowerBound) to \(range.upperBound)"
                texts.append("slot \(key.slot), session \(index.sessions.ordinal(key.nonce)): \(what) missing")
            }
        }
        return texts
    }
}

extension Moment {
    static func end(_ epoch: UInt32) -> Moment { Moment(epoch: epoch, ticks: .max) }
}
