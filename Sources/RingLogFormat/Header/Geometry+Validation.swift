// What a layout must fulfil, whoever states it. After `validate` no product or sum of its fields overflows.

extension Geometry {
    public func validate() throws(FormatError) {
        try Self.checkCapacity(capacity, unit: unit)
        try Self.checkSlotSize(slotSize, unit: unit)
        guard 1...Self.mostSlots ~= slotCount else { throw .init(.slotCount(slotCount, most: Self.mostSlots)) }
        // Two slots a segment: a slot stored as it is, with headers and list, always fits.
        let least = 2 * slotSize
        guard least...Self.mostSegmentSize ~= segmentSize, segmentSize.nonzeroBitCount == 1 else {
            throw .init(.segmentSize(segmentSize, least: least, most: Self.mostSegmentSize))
        }
        guard keepSegments >= 2, keepSegments <= capacity / segmentSize else {
            throw .init(.keepLane(segments: keepSegments))
        }
        guard mainSegments > slotCount, mainSegments <= capacity / segmentSize else {
            throw .init(.mainLane(segments: mainSegments, slots: slotCount))
        }
        try checkPlaces()
    }

    /// Header, slots, keep lane and main lane in this order, on their borders, within the capacity.
    private func checkPlaces() throws(FormatError) {
        let border = Format.headerUnits * unit
        try place("slots", at: slotsOffset, from: border, length: slotCount * slotSize, border: border)
        let slotsEnd = slotsOffset + slotCount * slotSize
        try place("keep lane", at: keepOffset, from: slotsEnd, length: keepSegments * segmentSize, border: border)
        let keepEnd = keepOffset + keepSegments * segmentSize
        try place("main lane", at: mainOffset, from: keepEnd, length: mainSegments * segmentSize, border: unit)
    }

    private func place(_ what: String, at offset: Int, from least: Int, length: Int, border: Int) throws(FormatError) {
        guard offset >= least, offset % border == 0, offset <= capacity else {
            throw .init(.misplaced(what, offset: offset))
        }
        guard length <= capacity - offset else { throw .init(.noRoom(needed: offset + length, capacity: capacity)) }
    }

    static func checkCapacity(_ capacity: Int, unit: Int) throws(FormatError) {
        guard Format.units.contains(unit) else { throw .init(.unit(unit)) }
        let least = unit == 4096 ? leastCapacity : leastTestCapacity
        guard least...mostCapacity ~= capacity else {
            throw .init(.capacity(capacity, least: least, most: mostCapacity))
        }
        let step = Format.headerUnits * unit
        guard capacity % step == 0 else { throw .init(.capacityStep(capacity, step: step)) }
    }

    static func checkSlotSize(_ size: Int, unit: Int) throws(FormatError) {
        let least = 2 * unit
        guard least...mostSlotSize ~= size, size.nonzeroBitCount == 1 else {
            throw .init(.slotSize(size, least: least, most: mostSlotSize))
        }
    }
}
