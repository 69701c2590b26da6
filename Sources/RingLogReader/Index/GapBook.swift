import RingLogFormat

/// Slots that were given up to make room: each with what was in it, the oldest as a sum.
struct GapBook: Sendable {
    private(set) var gaps: [Gap] = []
    private(set) var summaries: [UInt64: GapSummary] = [:]
    private var known: Set<Key> = []
    private var spans: [UInt64: Spans] = [:]

    /// When slots of one session were given up: sorted by start, with the latest end so far.
    private struct Spans {
        var starts: [Moment] = []
        var latestEnds: [Moment] = []

        func overlap(_ from: Moment, _ to: Moment) -> Bool {
            var low = 0
            var high = starts.count
            while low < high {
                let middle = (low + high) / 2
                if starts[middle] <= to { low = middle + 1 } else { high = middle }
            }
            return low > 0 && latestEnds[low - 1] >= from
        }
    }

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
        spans.removeAll()
        for gap in gaps {
            let latest = spans[gap.nonce]?.latestEnds.last ?? gap.highest
            spans[gap.nonce, default: Spans()].starts.append(gap.lowest)
            spans[gap.nonce]!.latestEnds.append(max(latest, gap.highest))
        }
    }

    /// True if a record of this session between these moments may have been in a slot that was given up.
    func covers(_ nonce: UInt64, from: Moment, to: Moment) -> Bool {
        if let summary = summaries[nonce], summary.lowest <= to, summary.highest >= from { return true }
        return spans[nonce]?.overlap(from, to) ?? false
    }

    /// By session nonce.
    func recordsBySession() -> [UInt64: UInt64] {
        var records = summaries.mapValues(\.records)
        for gap in gaps { records[gap.nonce, default: 0] &+= UInt64(gap.records) }
        return records
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
