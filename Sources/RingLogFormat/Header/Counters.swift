// The counters page: counts of what was refused or given up, then the summary of gaps and the gaps themselves.
// Counters survive the process, so each word proves itself; a torn or stale one reads as unknown, never as a number.

/// What is counted, and where in the page.
public enum Counter: Int, CaseIterable, Sendable {
    case refusedNoSlot = 0
    case refusedAfterWait = 1
    case refusedContended = 2
    case refusedFailed = 3
    case refusedClosed = 4
    /// Of the five above, at or above the keep level.
    case refusedKeep = 5
    case slotsGivenUp = 6
    case recordsGivenUp = 7
    case keepRecordsGivenUp = 8
    case recordsCut = 9
    case bytesCut = 10
    case messagesGone = 11
    case blocksWritten = 12
    case damagedSlots = 13
}

/// The page of counters and gaps, without the bytes themselves.
public enum CountersPage {
    public static let counters = 24
    public static let summaryOffsets = [192, 256]
    public static let gapsOffset = 320
    /// Two copies in a row.
    public static let gapPlaceSize = 2 * GapEntry.size
    public static let mostValue: UInt64 = (1 << 48) - 1

    /// Places for gap entries in a page of one unit.
    public static func gapPlaces(unit: Int) -> Int { (unit - gapsOffset) / gapPlaceSize }

    /// Where in the page copy `copy` of gap number `number` (1, 2, 3, …) goes.
    public static func gapOffset(number: UInt64, copy: Int, unit: Int) -> Int {
        precondition(number > 0 && (copy == 0 || copy == 1), "gaps are numbered from 1 and written twice")
        let place = Int((number - 1) % UInt64(gapPlaces(unit: unit)))
        return gapsOffset + place * gapPlaceSize + copy * GapEntry.size
    }

    /// The word for a count. Counts stop at the highest that fits.
    public static func word(_ value: UInt64, index: Int, nonce: UInt64) -> UInt64 {
        let value = min(value, mostValue)
        return value | check(value, index, nonce) << 48
    }

    /// The count in a word; nil if the word does not prove itself.
    public static func value(_ word: UInt64, index: Int, nonce: UInt64) -> UInt64? {
        let value = word & mostValue
        return word != 0 && word >> 48 == check(value, index, nonce) ? value : nil
    }

    private static func check(_ value: UInt64, _ index: Int, _ nonce: UInt64) -> UInt64 {
        Checksum.mix(value ^ (nonce &+ UInt64(index) &* Checksum.golden)) >> 48
    }

    /// All counters of a page under a session's nonce. `page` must hold them.
    public static func values(_ page: Bytes, nonce: UInt64) -> [UInt64?] {
        (0..<counters).map { value(page.u64($0 * 8), index: $0, nonce: nonce) }
    }
}
