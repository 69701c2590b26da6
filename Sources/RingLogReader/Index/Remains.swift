import RingLogFormat

/// What is left of what the main lane has given up: records that only the keep lane has, and the totals of sessions
/// whose own frames are gone.
struct Remains: Sendable {
    /// Records of slot generations that neither the main lane nor a slot has any more.
    private(set) var keepLaneOnly: UInt64 = 0
    /// Records that were given up in slots, or refused, in sessions of which no end is in the file any more.
    private(set) var givenUp: UInt64 = 0
    private(set) var refused: UInt64 = 0

    private struct Kept: Sendable {
        let key: GenerationTable.Key
        let generation: UInt64
        let records: UInt32
    }

    private var kept: [Kept] = []
    /// Block of the main lane that tells a session's end.
    private var endBlocks: [UInt64: UInt64] = [:]
    private var ended: Set<UInt64> = []

    /// Bounds memory against files that are nothing but such blocks.
    private static let most = 1 << 16

    mutating func addKept(_ entry: BlockEntry, _ header: BlockHeader) {
        guard entry.records > 0, kept.count < Remains.most else { return }
        kept.append(
            Kept(
                key: GenerationTable.Key(nonce: header.nonce, slot: entry.slot), generation: entry.generation,
                records: entry.records))
    }

    mutating func addEnd(of header: BlockHeader) {
        guard ended.count < Remains.most else { return }
        ended.insert(header.nonce)
        if header.lane == .main { endBlocks[header.nonce] = header.sequence }
    }

    /// Call when everything has been added.
    mutating func finish(
        main newest: SegmentHeader?, generations: GenerationTable, gaps: GapBook, sessions: SessionTable
    ) {
        keepLaneOnly = kept.reduce(0) { sum, kept in
            let isElsewhere = generations.found[kept.key]?.contains(kept.generation) ?? false
            return isElsewhere ? sum : sum &+ UInt64(kept.records)
        }
        kept = []
        guard let newest else { return }
        // The header counts the sessions that had ended when its segment was entered. Those of them that are still
        // known tell their numbers themselves.
        let told = gaps.recordsBySession()
        var toldGivenUp: UInt64 = 0, toldRefused: UInt64 = 0
        for nonce in ended where isCounted(nonce, in: newest, sessions) {
            toldGivenUp &+= told[nonce] ?? 0
            let totals = sessions.entries[nonce]?.counters.map { SessionTotals(values: $0) }
            toldRefused &+= totals?.refused ?? 0
        }
        givenUp = newest.recordsGivenUpInSlots - min(newest.recordsGivenUpInSlots, toldGivenUp)
        refused = newest.recordsRefused - min(newest.recordsRefused, toldRefused)
    }

    /// An end that stands in the newest segment, or that only the keep lane has got so far, came too late for the
    /// header.
    private func isCounted(_ nonce: UInt64, in newest: SegmentHeader, _ sessions: SessionTable) -> Bool {
        if let block = endBlocks[nonce] { return block < newest.firstBlock }
        return nonce != sessions.current
    }
}
