import RingLogFormat

/// Which generations of each slot were found, in slots or in the main lane: a hole between them that nothing excuses is
/// damage.
struct GenerationTable: Sendable {
    struct Key: Hashable, Sendable {
        let nonce: UInt64
        let slot: UInt32
    }

    private(set) var found: [Key: IntervalSet] = [:]
    private static let most = 1 << 15

    private mutating func insert(_ generation: UInt64, _ key: Key) {
        guard found[key] != nil || found.count < GenerationTable.most else { return }
        found[key, default: IntervalSet()].insert(generation)
    }

    mutating func add(_ header: SlotHeader) {
        insert(header.generation, Key(nonce: header.nonce, slot: header.slot))
    }

    mutating func add(_ entry: BlockEntry, _ header: BlockHeader) {
        guard entry.slot != Format.pseudoSlot, entry.generation > 0 else { return }
        insert(entry.generation, Key(nonce: header.nonce, slot: entry.slot))
    }
}
