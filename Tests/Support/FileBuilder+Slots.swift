// Records and definitions in slots, and slots that are given up.
import RingLogFormat

/// What a slot holds in its present generation.
public struct SlotState: Sendable {
    public let slot: Int
    public internal(set) var generation: UInt64 = 1
    /// Where the next frame goes, counted from the slot's start.
    public internal(set) var offset: Int
    /// All bodies but that of the end frame, and where their frames are.
    public internal(set) var frames: [(offset: Int, body: [UInt8])] = []
    public internal(set) var records: UInt32 = 0
    public internal(set) var keepRecords: UInt32 = 0
    public internal(set) var opened: ClockTriple = ClockTriple(ticks: 0, boottime: 0, realtime: 0)

    init(slot: Int, room: Range<Int>) {
        self.slot = slot
        offset = room.lowerBound
    }

    /// Ticks of its records.
    var ticks: [UInt64] { views.map(\.ticks) }

    var views: [RecordView] { frames.compactMap { try? RecordView(decoding: Bytes($0.body)) } }

    func defines(_ kind: FrameKind, _ matches: (Bytes) -> Bool) -> Bool {
        frames.contains { $0.body[0] == kind.rawValue && matches(Bytes($0.body)) }
    }
}

extension FileBuilder {
    public func seal(of slot: Int) -> FrameSeal {
        FrameSeal(
            file: file, nonce: session.nonce, slot: UInt32(slot), generation: slots[slot].generation)
    }

    public func slotHeader(_ slot: Int) -> SlotHeader {
        var reading = session.opened
        reading.triple = slots[slot].opened
        return SlotHeader(
            offset: geometry.slotOffset(slot), file: file, nonce: session.nonce, boot: session.boot,
            slot: UInt32(slot), slotSize: geometry.slotSize, generation: slots[slot].generation, reading: reading,
            sessionOrdinal: session.ordinal)
    }

    mutating func writeSlotHeaders(_ slot: Int) {
        slots[slot].opened = triple(at: ticks)
        let header = slotHeader(slot)
        put(header.encoded(), at: header.offset)
        put(header.asCopy(.trailer).encoded(), at: header.offset + geometry.slotSize - SlotHeader.size)
    }

    /// Puts a frame with this body into a slot; false if there is no room.
    @discardableResult
    public mutating func append(_ body: [UInt8], slot: Int) -> Bool {
        let offset = slots[slot].offset
        guard offset + Frame.length(body: body.count) <= geometry.frameRange.upperBound else { return false }
        let frame = Frame.encoded(body, at: offset, seal: seal(of: slot))
        put(frame, at: geometry.slotOffset(slot) + offset)
        slots[slot].offset = offset + frame.count
        guard body[0] != FrameKind.end.rawValue else { return true }
        slots[slot].frames.append((offset, body))
        if let view = try? RecordView(decoding: Bytes(body)) {
            slots[slot].records += 1
            if view.level.rawValue >= superblock.keepLevel { slots[slot].keepRecords += 1 }
        }
        return true
    }

    /// Puts a record with the next ticks into a slot; false if there is no room. Definitions are the caller's.
    @discardableResult
    public mutating func append(_ record: Record, slot: Int) -> Bool {
        var record = record
        record.ticks = tick()
        return append(record.encoded(), slot: slot)
    }

    /// Logs `"<text> n=<number>"` with label 1 (`test`) and shape 1, and defines what the slot does not know yet.
    /// Without `sequence` the thread's next one is taken. False, and no sequence taken, if there is no room for all of
    /// it.
    @discardableResult
    public mutating func log(
        _ text: String, _ number: Int64, level: Level = .info, thread: UInt32 = 1, sequence: UInt32? = nil, slot: Int
    ) -> Bool {
        let sequence = sequence ?? nextSequence(of: thread)
        let state = slots[slot]
        var bodies: [[UInt8]] = []
        if !state.defines(.label, { $0.u16(2) == 1 }) {
            bodies.append(LabelDefinition(id: 1, text: Bytes(Array("test".utf8))).encoded())
        }
        if !state.defines(.thread, { $0.u32(4) == thread }) {
            let name = Bytes(Array("worker-\(thread)".utf8))
            bodies.append(
                ThreadDefinition(ordinal: thread, systemID: 4000 + UInt64(thread), name: name).encoded())
        }
        if !state.defines(.shape, { $0.u32(4) == 1 }) { bodies.append(Self.shape.encoded()) }
        let record = Record(
            level: level, labelID: 1, thread: thread, ticks: tick(), sequence: sequence, shapeID: 1,
            arguments: [.string(text), .signed(number)])
        bodies.append(record.encoded())
        let needed = bodies.reduce(0) { $0 + Frame.length(body: $1.count) }
        guard state.offset + needed <= geometry.frameRange.upperBound else { return false }
        for body in bodies { append(body, slot: slot) }
        sequences[thread] = sequence &+ 1
        return true
    }

    /// The sequence number that a thread's next record has.
    public func nextSequence(of thread: UInt32) -> UInt32 { sequences[thread] ?? 0 }

    /// Leaves out sequence numbers of a thread, as refused records do.
    public mutating func skipSequences(_ count: UInt32, of thread: UInt32) {
        sequences[thread] = nextSequence(of: thread) &+ count
    }

    /// The shape of what `log` writes.
    public static let shape = ShapeDefinition(
        id: 1, file: Bytes(Array("Test.swift".utf8)), line: 7,
        pieces: [
            .init(literal: Bytes([]), argument: ArgumentDescription(code: 6)),
            .init(literal: Bytes(Array(" n=".utf8)), argument: ArgumentDescription(code: 1)),
        ],
        lastLiteral: Bytes([]))

    /// Writes the end frame; false if there is no room (a slot may be full without one).
    @discardableResult
    public mutating func seal(slot: Int) -> Bool {
        let end = SlotEnd(records: slots[slot].records, keepRecords: slots[slot].keepRecords)
        return append(end.encoded(), slot: slot)
    }

    /// Frees a slot: the next generation begins, the old frames stay behind as stale bytes.
    public mutating func free(slot: Int) {
        let generation = slots[slot].generation + 1
        slots[slot] = SlotState(slot: slot, room: geometry.frameRange)
        slots[slot].generation = generation
        writeSlotHeaders(slot)
    }

    /// Gives a slot up to make room: gap entry, counters, next generation.
    public mutating func giveUp(slot: Int) {
        writeGap(slot: slot)
        count(.slotsGivenUp)
        count(.recordsGivenUp, UInt64(slots[slot].records))
        count(.keepRecordsGivenUp, UInt64(slots[slot].keepRecords))
        free(slot: slot)
    }

    /// Only the gap entry: what a process leaves behind that dies before it frees the slot.
    public mutating func writeGap(slot: Int) {
        gaps += 1
        let places = UInt64(CountersPage.gapPlaces(unit: geometry.unit))
        if gaps > places, let old = openGaps.first {
            gapSummary.add(old)
            let offset = geometry.countersOffset + CountersPage.summaryOffsets[Int(gapSummary.through % 2)]
            put(GapEntry.encoded(gapSummary, at: offset, file: file), at: offset)
        }
        let state = slots[slot]
        let gap = Gap(
            number: gaps, nonce: session.nonce, generation: state.generation, slot: UInt32(slot),
            records: state.records, keepRecords: state.keepRecords, epoch: session.opened.epoch,
            lowestTicks: state.ticks.min() ?? 0, highestTicks: state.ticks.max() ?? 0)
        for copy in 0..<2 {
            let offset = gapOffset(gaps, copy: copy)
            put(GapEntry.encoded(gap, at: offset, file: file), at: offset)
        }
    }

    private func gapOffset(_ number: UInt64, copy: Int) -> Int {
        geometry.countersOffset + CountersPage.gapOffset(number: number, copy: copy, unit: geometry.unit)
    }

    /// Gaps that are not in the summary yet.
    var openGaps: [Gap] {
        guard gaps > gapSummary.through else { return [] }
        return (gapSummary.through + 1...gaps).compactMap {
            let offset = gapOffset($0, copy: 0)
            guard let gap = try? GapEntry.gap(Bytes(bytes).suffix(from: offset), at: offset, file: file),
                gap.number == $0
            else { return nil }
            return gap
        }
    }
}
