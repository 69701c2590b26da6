// What one slot generation gives to the ring: its frames as rows for the main lane, those at or above the keep level
// again for the keep lane, and what the block's header says about them.

import RingLogFormat

/// The part of a slot generation that goes into one lane.
struct SlotRows: Sendable {
    var rows = RowWriter()
    var records: UInt32 = 0
    var lowestTicks: UInt64 = .max
    var highestTicks: UInt64 = 0
    var levels: UInt32 = 0
    var labels: UInt64 = 0

    mutating func add(_ body: Bytes) { rows.append(body) }

    mutating func add(record: RecordHead) {
        add(record.body)
        note(record)
    }

    /// Counts a record whose bytes are stored otherwise (in an image).
    mutating func note(_ record: RecordHead) {
        records += 1
        lowestTicks = min(lowestTicks, record.ticks)
        highestTicks = max(highestTicks, record.ticks)
        levels |= 1 << UInt32(record.level)
        labels |= 1 << UInt64(record.label % 64)
    }
}

/// The fixed part of a record, as far as storing needs it.
struct RecordHead {
    let body: Bytes

    /// nil if the body is no record, or shorter than any record is.
    init?(_ body: Bytes) {
        guard body.count >= 32, body.u8(0) == FrameKind.record.rawValue else { return nil }
        self.body = body
    }

    var level: UInt8 { body.u8(1) & 15 }
    var label: UInt16 { body.u16(2) }
    var thread: UInt32 { body.u32(4) }
    var ticks: UInt64 { body.u64(8) }
    var shape: UInt32 { body.u32(20) }
    /// 0 if it has none.
    var fieldSet: UInt32 { body.u8(1) & 1 << 4 == 0 ? 0 : body.u32(24) }
}

struct StoredSlot: Sendable {
    let header: SlotHeader
    let main: SlotRows
    let keep: SlotRows
    /// The slot as it was, if it is damaged: then this, not the rows, goes into the main lane, so that nothing is
    /// laundered.
    let image: [UInt8]?

    var isEmpty: Bool { main.rows.count == 0 && image == nil }

    /// Reads a slot. `expected` is what the writer counted, if it still lives.
    init(_ bytes: [UInt8], header: SlotHeader, seal: FrameSeal, keepLevel: UInt8, expected: UInt32?) {
        self.header = header
        var scanner = FrameScanner(Bytes(bytes), seal: seal)
        var main = SlotRows(), kept = KeptFrames(keepLevel: keepLevel)
        var isDamaged = false
        while let item = scanner.next() {
            switch item {
            case .hole: isDamaged = true
            case .frame(_, let body):
                if let record = RecordHead(body) { main.add(record: record) } else { main.add(body) }
                kept.take(body)
            }
        }
        switch scanner.ending {
        case .sealed(_, let end): isDamaged = isDamaged || end.records != main.records
        case .abandoned, .torn, .full, nil: break
        }
        if let expected, expected != main.records { isDamaged = true }
        self.main = main
        keep = kept.rows()
        image = isDamaged ? bytes : nil
    }

    /// A slot of which neither header nor trailer can be read: kept as it is, under generation 0 of the session it was
    /// in.
    init(unreadable bytes: [UInt8], header: SlotHeader) {
        self.header = header
        main = SlotRows()
        keep = SlotRows()
        image = bytes
    }
}

/// Picks out of a slot the records at or above the keep level and the definitions that they need.
private struct KeptFrames {
    let keepLevel: UInt8
    private var frames: [Bytes] = []
    private var shapes: Set<UInt32> = []
    private var labels: Set<UInt16> = []
    private var threads: Set<UInt32> = []
    private var fieldSets: Set<UInt32> = []

    init(keepLevel: UInt8) { self.keepLevel = keepLevel }

    mutating func take(_ body: Bytes) {
        if let record = RecordHead(body) {
            guard record.level >= keepLevel else { return }
            shapes.insert(record.shape)
            labels.insert(record.label)
            threads.insert(record.thread)
            fieldSets.insert(record.fieldSet)
        }
        frames.append(body)
    }

    /// In the slot's order, so that a definition still precedes what it defines.
    func rows() -> SlotRows {
        var rows = SlotRows()
        for body in frames {
            if let record = RecordHead(body) { rows.add(record: record) } else if needs(body) { rows.add(body) }
        }
        return rows.records > 0 ? rows : SlotRows()
    }

    private func needs(_ body: Bytes) -> Bool {
        guard body.count >= 8 else { return false }
        switch FrameKind(rawValue: body.u8(0)) {
        case .shape: return shapes.contains(body.u32(4))
        case .label: return labels.contains(body.u16(2))
        case .thread: return threads.contains(body.u32(4))
        case .fieldSet: return fieldSets.contains(body.u32(4))
        case .clock: return true
        default: return false
        }
    }
}
