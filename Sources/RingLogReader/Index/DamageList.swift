/// Damages as they are found. Counts all, keeps the first few thousand: a crafted input must not fill memory.
struct DamageList: Sendable {
    private(set) var list: [Damage] = []
    private(set) var count: UInt64 = 0

    static let most = 4096

    mutating func add(_ damage: Damage) {
        count += 1
        if list.count < DamageList.most { list.append(damage) }
    }

    mutating func add(_ damages: [Damage]) { for damage in damages { add(damage) } }

    mutating func add(_ other: DamageList) {
        let left = other.count - UInt64(other.list.count)
        add(other.list)
        count += left
    }

    /// What both list: damage that was there in both of two readings.
    func confirmed(by other: DamageList) -> DamageList {
        let known = Set(other.list)
        var confirmed = DamageList()
        for damage in list where known.contains(damage) { confirmed.add(damage) }
        if count > UInt64(list.count) && other.count > UInt64(other.list.count) {
            confirmed.count += min(count, other.count) - UInt64(DamageList.most)
        }
        return confirmed
    }
}
