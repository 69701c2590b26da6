import RingLogFormat

/// Slots that were given up to make room: each with what was in it, the oldest as a sum.
struct GapBook: Sendable {
    private(set) var gaps: [Gap] = []
    private(set) var summaries: [UInt64: GapSummary] = [:]
    private var known: Set<Key> = []

    private struct Key: Hashable {
        let nonce: UInt64
        let number: UInt64
    }

    /// Bounds memory against crafted files; what is beyond is neither shown nor excuses anything.
    private static let most = 1 << 16

    mutating func add(_ gap: Gap) {
        guard gaps.count < GapBook.most, known.insert(Key(nonce: gap.nonce, number: gap.number)).inserted else {
            return
        }
        gaps.append(gap)
    }

    mutating func add(_ summary: GapSummary) {
        guard summary.through > 0, summaries.count < GapBook.most else { return }
        if let known = summaries[summary.nonce], known.through >= summary.through { return }
        summaries[summary.nonce] = summary
    }

    /// Call when all have been added: entries that a summary has taken in are dropped, oldest first.
    mutating func finish() {
        gaps.removeAll { $0.number <= summaries[$0.nonce]?.through ?? 0 }
        gaps.sort { $0.lowest < $1.lowest }
    }

    /// True if a record of this session between these moments may have been in a slot that was given up.
    func covers(_ nonce: UInt64, from: Moment, to: Moment) -> Bool {
        if let summary = summaries[nonce], summary.lowest <= to, summary.highest >= from { return true }
        return gaps.contains { $0.nonce == nonce && $0.lowest <= to && $0.highest >= from }
    }

    func records(of nonce: UInt64) -> UInt64 {
        gaps.reduce(summaries[nonce]?.records ?? 0) { $1.nonce == nonce ? $0 &+ UInt64($1.records) : $0 }
    }

    var records: UInt64 {
        gaps.reduce(0) { $0 &+ UInt64($1.records) } &+ summaries.values.reduce(0) { $0 &+ $1.records }
    }
}

extension Gap {
    var lowest: Moment { Moment(epoch: epoch, ticks: lowestTicks) }
    var highest: Moment { Moment(epoch: epoch, ticks: highestTicks) }
}

extension GapSummary {
    // The epoch is that of the newest gap; ticks of earlier ones cannot be told apart, so the range is taken as it is.
    var lowest: Moment { Moment(epoch: epoch, ticks: lowestTicks) }
    var highest: Moment { Moment(epoch: epoch, ticks: highestTicks) }
}
