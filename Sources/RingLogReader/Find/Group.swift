import RingLogFormat

/// What a scan finds of one file: structures that name the same file id and lie at one shift from where they say.
struct Group {
    struct Key: Hashable {
        let file: FileID
        let shift: Int
    }

    /// Structures found, for choosing the file of an input that has parts of several.
    var votes = 0
    var superblock: Superblock?
    /// Size of each slot by its offset.
    var slots: [Int: SlotHeader] = [:]
    /// Where segments start.
    var borders: Set<Int> = []
    /// Where blocks start, the lowest and the highest.
    var blocks: ClosedRange<Int>?

    /// Bounds what a crafted input can make us remember.
    static let mostBorders = 1 << 17

    mutating func add(_ other: Superblock) {
        votes += 1
        if (superblock?.sequence ?? 0) <= other.sequence { superblock = other }
    }

    mutating func add(_ header: SlotHeader) {
        votes += 1
        if slots.count < Geometry.mostSlots { slots[header.offset] = header }
    }

    mutating func add(_ header: SegmentHeader) {
        votes += 1
        if borders.count < Group.mostBorders { borders.insert(header.offset) }
    }

    mutating func add(_ header: BlockHeader) {
        votes += 1
        let known = blocks ?? header.offset...header.offset
        blocks = min(known.lowerBound, header.offset)...max(known.upperBound, header.offset)
    }
}
