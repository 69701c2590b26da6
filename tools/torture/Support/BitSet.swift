// A set of small numbers.

struct BitSet: Sendable {
    private(set) var words: [UInt64] = []

    func contains(_ number: UInt64) -> Bool {
        let index = Int(number / 64)
        return index < words.count && words[index] >> (number % 64) & 1 == 1
    }

    /// False if it was there already.
    mutating func insert(_ number: UInt64) -> Bool {
        let index = Int(number / 64)
        if index >= words.count { words.append(contentsOf: repeatElement(0, count: index + 1 - words.count)) }
        let bit = UInt64(1) << (number % 64)
        defer { words[index] |= bit }
        return words[index] & bit == 0
    }

    func word(_ index: Int) -> UInt64 { index < words.count ? words[index] : 0 }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
