// A block before it has a place: what it holds and what its header will say.

import RingLogFormat

struct BlockDraft: Sendable {
    let nonce: UInt64
    let boot: BootID
    let reading: ClockReading
    let sessionOrdinal: UInt32
    private(set) var encoding: Encoding = .rows
    private(set) var entries: [BlockEntry] = []
    private(set) var raw: [UInt8] = []
    private var lowestTicks: UInt64 = .max
    private var highestTicks: UInt64 = 0
    private var levels: UInt32 = 0
    private var labels: UInt64 = 0

    /// A block of slots that belong to the session of this header.
    init(sessionOf header: SlotHeader) {
        nonce = header.nonce
        boot = header.boot
        reading = header.reading
        sessionOrdinal = header.sessionOrdinal
    }

    /// A block of session frames.
    init(session: Session, generation: UInt64, frames: [[UInt8]], at triple: ClockTriple) {
        nonce = session.nonce
        boot = session.boot
        var reading = session.opened
        reading.triple = triple
        self.reading = reading
        sessionOrdinal = session.ordinal
        var rows = RowWriter()
        for frame in frames { rows.append(frame) }
        raw = rows.bytes
        entries = [
            BlockEntry(
                slot: Format.pseudoSlot, generation: generation, records: 0, rawLength: raw.count, triple: triple)
        ]
    }

    mutating func add(_ part: SlotRows, of header: SlotHeader) {
        add(part, of: header, raw: part.rows.bytes)
    }

    /// A damaged slot, as it is. `part` is what could be read of it.
    mutating func add(image: [UInt8], _ part: SlotRows, of header: SlotHeader) {
        precondition(entries.isEmpty, "an image is a block of its own")
        encoding = .image
        add(part, of: header, raw: image)
    }

    private mutating func add(_ part: SlotRows, of header: SlotHeader, raw bytes: [UInt8]) {
        entries.append(
            BlockEntry(
                slot: header.slot, generation: header.generation, records: part.records, rawLength: bytes.count,
                triple: header.reading.triple))
        raw += bytes
        lowestTicks = min(lowestTicks, part.lowestTicks)
        highestTicks = max(highestTicks, part.highestTicks)
        levels |= part.levels
        labels |= part.labels
    }

    /// The header for a place in a lane. Without records its ticks are those of the session frame.
    func header(
        at offset: Int, file: FileID, lane: Lane, sequence: UInt64, segment: UInt64, clock: SessionClock?
    ) -> BlockHeader {
        var header = BlockHeader(
            offset: offset, file: file, nonce: nonce, boot: boot, reading: reading, lane: lane, sequence: sequence,
            segmentSequence: segment, sessionOrdinal: sessionOrdinal, encoding: encoding)
        header.levels = levels
        header.labels = labels
        guard lowestTicks <= highestTicks else { return header }
        header.lowestTicks = lowestTicks
        header.highestTicks = highestTicks
        // The running session's clock knows its latest relation; for one found dead, the slot's own is what there is.
        let relation = clock ?? SessionClock(reading)
        header.lowestRealtime = relation.realtime(of: lowestTicks)
        header.highestRealtime = relation.realtime(of: highestTicks)
        return header
    }
}

extension StoredSlot {
    /// This slot alone, for the keep lane; nil if it has nothing for it.
    var keepBlock: BlockDraft? {
        guard keep.records > 0 else { return nil }
        var draft = BlockDraft(sessionOf: header)
        draft.add(keep, of: header)
        return draft
    }

    /// This slot alone, for the main lane; as it was if it is damaged.
    var mainBlock: BlockDraft {
        var draft = BlockDraft(sessionOf: header)
        if let image { draft.add(image: image, main, of: header) } else { draft.add(main, of: header) }
        return draft
    }
}
