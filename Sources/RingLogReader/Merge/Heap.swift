/// Elements by rising moment; of equal moments the one that went in first comes out first.
struct Heap<Element> {
    private var entries: [(key: Moment, order: UInt64, element: Element)] = []
    private var inserted: UInt64 = 0

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    /// The key of the lowest element.
    var lowest: Moment? { entries.isEmpty ? nil : entries[0].key }

    mutating func insert(_ element: Element, at key: Moment) {
        entries.append((key, inserted, element))
        inserted += 1
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard isBefore(child, parent) else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeLowest() -> Element? {
        guard !entries.isEmpty else { return nil }
        entries.swapAt(0, entries.count - 1)
        let lowest = entries.removeLast()
        sink()
        return lowest.element
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count && isBefore(child, least) {
                least = child
            }
            if least == parent { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }

    private func isBefore(_ a: Int, _ b: Int) -> Bool {
        entries[a].key == entries[b].key ? entries[a].order < entries[b].order : entries[a].key < entries[b].key
    }
}
