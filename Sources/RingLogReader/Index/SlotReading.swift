import RingLogFormat

/// A slot as it was when the file was indexed.
struct SlotReading: Sendable {
    let slot: Layout.Slot
    /// The generation whose frames are in it; nil if neither header nor trailer tells.
    let held: SlotHeader?
    /// Nil if slots are too large to keep and are read again when their time comes.
    var bytes: Bytes?
    private(set) var state: FileSummary.SlotState
    private(set) var records: UInt64 = 0
    private(set) var lowest: Moment?
    private(set) var highest: Moment?
    private(set) var end: SlotEnd?
    private(set) var readings: [ClockReading] = []
    private(set) var damages: [Damage] = []
    /// Both copies of the header name the held generation.
    let isSettled: Bool

    init(_ slot: Layout.Slot, bytes: Bytes, layout: Layout, file: Int, switches: Switches) {
        self.slot = slot
        self.bytes = bytes
        let image = SlotImage(bytes, at: slot.offset, file: layout.file)
        let (header, trailer) = (try? image.header.get(), try? image.trailer.get())
        held = image.held
        isSettled = header?.generation == trailer?.generation && header?.nonce == trailer?.nonce && header != nil
        guard let held else {
            let isUnused =
                bytes[0..<SlotHeader.size].isAllZero && bytes.suffix(from: slot.size - SlotHeader.size).isAllZero
            state = isUnused ? .unused : .damaged
            if !isUnused {
                damages = [
                    Damage(
                        kind: .slotUnreadable, file: file, offset: layout.view.place(slot.offset),
                        length: UInt64(slot.size),
                        text: "slot \(slot.index): neither header nor trailer is intact")
                ]
            }
            return
        }
        state = .empty(generation: held.generation)
        scan(bytes, held, switches.seal(held), layout, file)
        describe(held, header, trailer)
        noteHeaders(header, trailer, bytes, layout, file)
    }

    private mutating func scan(_ bytes: Bytes, _ held: SlotHeader, _ seal: FrameSeal, _ layout: Layout, _ file: Int) {
        func damage(_ kind: Damage.Kind, _ range: Range<Int>, _ text: String) -> Damage {
            Damage(
                kind: kind, file: file, offset: layout.view.place(slot.offset + range.lowerBound),
                length: UInt64(range.count), text: "slot \(slot.index): \(text)")
        }
        readings.append(held.reading)
        var scanner = FrameScanner(bytes, seal: seal)
        while let item = scanner.next() {
            switch item {
            case .hole(let range): damages.append(damage(.hole, range, "damaged records"))
            case .frame(_, let body): take(body, epoch: held.reading.epoch)
            }
        }
        switch scanner.ending {
        case .sealed(let place, let end):
            self.end = end
            if UInt64(end.records) > records {
                let missing = UInt64(end.records) - records
                damages.append(
                    damage(
                        .recordsMissing(missing), place..<place, "\(missing) of \(end.records) records are missing"))
            }
        case .full, .torn, .abandoned, nil: break
        }
    }

    private mutating func take(_ body: Bytes, epoch: UInt32) {
        switch body.frameKind {
        case .record:
            guard let view = try? RecordView(decoding: body) else { return }
            records += 1
            let moment = Moment(epoch: epoch, ticks: view.ticks)
            lowest = min(lowest ?? moment, moment)
            highest = max(highest ?? moment, moment)
        case .clock:
            if let frame = try? ClockFrame(decoding: body) { readings.append(frame.reading) }
        default: break
        }
    }

    private mutating func describe(_ held: SlotHeader, _ header: SlotHeader?, _ trailer: SlotHeader?) {
        if let header, let trailer, !isSettled {
            state = .changing(from: trailer.generation, to: header.generation, records: records)
        } else if records > 0 || end != nil {
            state = .holding(
                generation: held.generation, records: records, bytes: UInt64(slot.size), sealed: end != nil)
        }
    }

    /// One copy alone is damage, unless the process died while it wrote the header of the next generation.
    private mutating func noteHeaders(
        _ header: SlotHeader?, _ trailer: SlotHeader?, _ bytes: Bytes, _ layout: Layout, _ file: Int
    ) {
        guard (header == nil) != (trailer == nil), let twin = header ?? trailer else { return }
        let start = header == nil ? 0 : slot.size - SlotHeader.size
        let torn = SlotReading.isTorn(
            bytes[start..<start + SlotHeader.size], twin: twin.asCopy(header == nil ? .header : .trailer))
        guard !torn else { return }
        damages.append(
            Damage(
                kind: .slotHeader, file: file, offset: layout.view.place(slot.offset + start),
                length: UInt64(SlotHeader.size),
                text: "slot \(slot.index): its \(header == nil ? "header" : "trailer") is damaged"))
    }

    /// True if `bytes` can be a mix of `twin`, the generation before or behind it: a header is stored in pieces of 16
    /// bytes, and the process may die between any two. Within a session only generation, clocks and checksum differ;
    /// more than a few bits.
    static func isTorn(_ bytes: Bytes, twin: SlotHeader) -> Bool {
        let expected = Bytes(twin.encoded())
        var bits = 0
        for offset in stride(from: 0, to: SlotHeader.size, by: 8) {
            let difference = bytes.u64(offset) ^ expected.u64(offset)
            if difference == 0 { continue }
            // Magic, offset and file stay what they are whatever is written there.
            if offset < 32 { return false }
            bits += difference.nonzeroBitCount
        }
        return bits >= 8
    }
}
