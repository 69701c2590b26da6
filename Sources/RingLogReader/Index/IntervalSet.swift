/// A set of numbers that come mostly in rising order, as ranges.
struct IntervalSet: Sendable {
    /// Sorted, apart from each other by at least one number.
    private(set) var ranges: [ClosedRange<UInt64>] = []

    /// Bounds memory: a crafted file could make every number a range of its own. Beyond it, the gap to the neighbour is
    /// taken in.
    private static let most = 1 << 16

    var isEmpty: Bool { ranges.isEmpty }
    var min: UInt64? { ranges.first?.lowerBound }
    var max: UInt64? { ranges.last?.upperBound }

    func contains(_ value: UInt64) -> Bool {
        let index = firstIndex(endingAtOrBehind: value)
        return index < ranges.count && ranges[index].contains(value)
    }

    mutating func insert(_ value: UInt64) { insert(value...value) }

    mutating func insert(_ range: ClosedRange<UInt64>) {
        // Touching ranges become one.
        let from = range.lowerBound == 0 ? 0 : range.lowerBound - 1
        let to = range.upperBound == .max ? .max : range.upperBound + 1
        let first = firstIndex(endingAtOrBehind: from)
        var last = first
        var merged = range
        while last < ranges.count, ranges[last].lowerBound <= to {
            merged =
                Swift.min(
                    merged.lowerBound, ranges[last].lowerBound)...Swift.max(merged.upperBound, ranges[last].upperBound)
            last += 1
        }
        if ranges.count >= IntervalSet.most, first == last, first < ranges.count {
            ranges[first] = merged.lowerBound...ranges[first].upperBound
            return
        }
        ranges.replaceSubrange(first..<last, with: CollectionOfOne(merged))
    }

    /// The numbers of `bounds` that are not in the set.
    func missing(in bounds: ClosedRange<UInt64>) -> [ClosedRange<UInt64>] {
        var missing: [ClosedRange<UInt64>] = []
        var next = bounds.lowerBound
        var index = firstIndex(endingAtOrBehind: next)
        while index < ranges.count, ranges[index].lowerBound <= bounds.upperBound {
            if ranges[index].lowerBound > next { missing.append(next...ranges[index].lowerBound - 1) }
            if ranges[index].upperBound >= bounds.upperBound { return missing }
            next = ranges[index].upperBound + 1
            index += 1
        }
        missing.append(next...bounds.upperBound)
        return missing
    }

    /// The highest number that is not above `value`.
    func highest(notAbove value: UInt64) -> UInt64? {
        let index = firstIndex(endingAtOrBehind: value)
        if index < ranges.count, ranges[index].lowerBound <= value { return value }
        return index == 0 ? nil : ranges[index - 1].upperBound
    }

    private func firstIndex(endingAtOrBehind value: UInt64) -> Int {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
