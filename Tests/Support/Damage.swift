// What can happen to the bytes of a file, as verbs.

extension [UInt8] {
    /// Flips bit `bit` (0 is the lowest bit of byte 0).
    public mutating func flip(bit: Int) { self[bit / 8] ^= 1 << UInt8(bit % 8) }

    /// Overwrites a stretch with zeros.
    public mutating func zero(_ range: Range<Int>) {
        replaceSubrange(range, with: repeatElement(0, count: range.count))
    }

    /// Keeps the first `count` bytes.
    public mutating func cut(to count: Int) { removeSubrange(count...) }

    /// Flips a bit in the middle of `range`.
    public mutating func damage(_ range: Range<Int>) { flip(bit: (range.lowerBound + range.upperBound) / 2 * 8 + 3) }
}
