import RingLogFormat

/// Where the parts of a file lie, as its superblock says or as a scan found out.
struct Layout: Sendable {
    /// A stretch of the ring that one segment may live in.
    struct Place: Sendable {
        let offset: Int
        let length: Int
        /// Nil if only what is found there tells.
        let lane: Lane?
        /// Index in the lane and segments of the lane, as far as known: segment `s` lives at index `s mod count`.
        let index: Int
        let count: Int
    }

    struct Slot: Sendable {
        let offset: Int
        let size: Int
        let index: Int
    }

    let view: FileView
    let file: FileID
    /// The superblock that counts; nil if none is left.
    let superblock: Superblock?
    let slots: [Slot]
    let places: [Place]
    /// What is wrong with the superblocks.
    let damages: [Damage]

    var geometry: Geometry? { superblock?.geometry }
    var shift: Int { view.shift }
}

extension Layout {
    /// The layout that a superblock states.
    init(_ superblock: Superblock, view: FileView, damages: [Damage]) {
        let geometry = superblock.geometry
        self.view = view
        self.superblock = superblock
        self.damages = damages
        file = superblock.file
        slots = (0..<geometry.slotCount).map {
            Slot(offset: geometry.slotOffset($0), size: geometry.slotSize, index: $0)
        }
        places = [Lane.keep, Lane.main].flatMap { lane in
            let count = geometry.segments(lane)
            return (0..<count).map {
                Place(
                    offset: geometry.segmentOffset(lane, index: $0), length: geometry.segmentSize, lane: lane,
                    index: $0, count: count)
            }
        }
    }

    /// The layout that the found structures suggest.
    init(_ group: Group, file: FileID, view: FileView, damages: [Damage]) {
        self.view = view
        self.file = file
        self.damages = damages
        superblock = nil
        slots = Layout.slots(of: group)
        places = Layout.places(of: group, in: view, behind: slots.last.map { $0.offset + $0.size } ?? 0)
    }

    /// Every slot up to the last one found, so that one without header and trailer is missed too.
    private static func slots(of group: Group) -> [Slot] {
        guard let first = group.slots.values.min(by: { $0.slot < $1.slot }), Int(first.slot) < Geometry.mostSlots
        else { return [] }
        let size = first.slotSize
        let base = first.offset - Int(first.slot) * size
        let fitting = group.slots.values.filter {
            $0.slotSize == size && Int($0.slot) < Geometry.mostSlots && $0.offset == base + Int($0.slot) * size
        }
        let last = fitting.map { Int($0.slot) }.max() ?? 0
        return (Int(first.slot)...last).map { Slot(offset: base + $0 * size, size: size, index: $0) }
    }

    /// Stretches between segment borders. Borders lie at multiples of a power of two from each other, so those that
    /// were found tell of those that were not.
    private static func places(of group: Group, in view: FileView, behind slotsEnd: Int) -> [Place] {
        guard group.blocks != nil || !group.borders.isEmpty else { return [] }
        let found = group.borders.sorted()
        let structures = found + [group.blocks?.lowerBound, group.blocks?.upperBound].compactMap { $0 }
        guard let lowest = structures.min(), let highest = structures.max() else { return [] }
        let anchor = found.first ?? lowest
        let distances = found.reduce(0) { $0 | ($1 - anchor) }
        var size = min(Geometry.mostSegmentSize, distances == 0 ? Int.max : distances & -distances)
        let start = max(view.range.lowerBound, slotsEnd, lowest - Geometry.mostSegmentSize)
        let end = min(view.range.upperBound, highest + Geometry.mostSegmentSize)
        guard size >= 2 * Format.blockHeaderSize, start < end else { return [] }
        while (end - start) / size > Group.mostBorders { size *= 2 }

        var borders = Set(found)
        var border = anchor - (anchor - start + size - 1) / size * size
        while border < end {
            if border > start { borders.insert(border) }
            border += size
        }
        // Blocks lie at multiples of their alignment; so must the place in front of the first border.
        let front = anchor - (anchor - start) / Format.blockAlignment * Format.blockAlignment
        let ends = (borders.filter { $0 > front && $0 < end } + [end]).sorted()
        return zip([front] + ends.dropLast(), ends).map {
            Place(offset: $0, length: min($1 - $0, Geometry.mostSegmentSize), lane: nil, index: 0, count: 1)
        }
    }
}
