// File offsets that follow from a layout. Valid after `Geometry.validate`.

extension Geometry {
    /// Bytes in front of the ring: what a logger maps.
    public var mappedBytes: Int { keepOffset }

    public func superblockOffset(copy: Int) -> Int { headerOffset(unit: 0, copy: copy) }
    public func sessionPageOffset(copy: Int) -> Int { headerOffset(unit: 2, copy: copy) }
    public func clockPageOffset(copy: Int) -> Int { headerOffset(unit: 4, copy: copy) }
    public var countersOffset: Int { 7 * unit }

    private func headerOffset(unit first: Int, copy: Int) -> Int {
        precondition(copy == 0 || copy == 1, "there are two copies")
        return (first + copy) * unit
    }

    public func slotOffset(_ slot: Int) -> Int {
        precondition(slot >= 0 && slot < slotCount, "no such slot")
        return slotsOffset + slot * slotSize
    }

    /// Bytes of a slot that hold frames, counted from the slot's start.
    public var frameRange: Range<Int> { Format.slotHeaderSize..<slotSize - Format.slotHeaderSize }

    public func segments(_ lane: Lane) -> Int { lane == .main ? mainSegments : keepSegments }
    public func laneOffset(_ lane: Lane) -> Int { lane == .main ? mainOffset : keepOffset }

    /// Where place `index` of a lane starts.
    public func segmentOffset(_ lane: Lane, index: Int) -> Int {
        precondition(index >= 0 && index < segments(lane), "no such segment")
        return laneOffset(lane) + index * segmentSize
    }

    /// Where segment sequence `sequence` of a lane lives.
    public func segmentOffset(_ lane: Lane, sequence: UInt64) -> Int {
        segmentOffset(lane, index: Int(sequence % UInt64(segments(lane))))
    }
}
