import RingLogFormat

/// The frames of one slot generation from one place, a record at a time. Within a slot records lie in rising order of
/// ticks.
final class Run {
    /// What its records have in common.
    struct Origin {
        let nonce: UInt64
        let slot: UInt32
        let generation: UInt64
        let epoch: UInt32
        let ordinal: UInt32
        let sessionStart: Moment?
        /// Found in the keep lane only counts for what the main lane has lost.
        let isKeepLane: Bool
    }

    private enum Bodies {
        case rows(RowReader)
        case frames(FrameScanner)
    }

    let origin: Origin
    /// Bytes it keeps in memory, at most: its frames, what it makes of definitions in them, itself.
    let weight: Int
    private var bodies: Bodies
    var definitions = Definitions()
    /// The next record.
    private(set) var head: RecordView?
    /// Drop frames passed on the way to `head`.
    private(set) var drops: [Drop] = []
    /// Records that this version cannot read.
    private(set) var unreadable: UInt64 = 0
    /// Set if the rows are not what rows can be, though their checksum is right.
    private(set) var failure: FormatError?

    init(_ origin: Origin, rows: [UInt8]) {
        self.origin = origin
        weight = Run.weight(rows.count)
        bodies = .rows(RowReader(Bytes(rows)))
        advance()
    }

    init(_ origin: Origin, slot: Bytes, seal: FrameSeal) {
        self.origin = origin
        weight = Run.weight(slot.count)
        bodies = .frames(FrameScanner(slot, seal: seal))
        advance()
    }

    private static func weight(_ bytes: Int) -> Int { 2 * bytes + 1024 }

    var moment: Moment? { head.map { Moment(epoch: origin.epoch, ticks: $0.ticks) } }

    func identity(_ view: RecordView) -> RecordIdentity {
        RecordIdentity(
            nonce: origin.nonce, slot: origin.slot, generation: origin.generation, thread: view.thread,
            sequence: view.sequence)
    }

    /// Steps to the next record; `head` is nil behind the last.
    func advance() {
        head = nil
        drops.removeAll(keepingCapacity: true)
        while let body = nextBody() {
            switch body.frameKind {
            case .record:
                if let view = try? RecordView(decoding: body) {
                    head = view
                    return
                }
                unreadable += 1
            case .drop: if let drop = try? Drop(decoding: body) { drops.append(drop) }
            default: definitions.add(body)
            }
        }
    }

    private func nextBody() -> Bytes? {
        switch bodies {
        case .rows(var reader):
            do throws(FormatError) {
                let body = try reader.next()
                bodies = .rows(reader)
                return body
            } catch {
                failure = error
                return nil
            }
        case .frames(var scanner):
            while let item = scanner.next() {
                if case .frame(_, let body) = item {
                    bodies = .frames(scanner)
                    return body
                }
            }
            bodies = .frames(scanner)
            return nil
        }
    }
}

extension Block {
    /// Clock frames anywhere in the block, known before its records are shown.
    func clockReadings() -> [ClockReading] {
        guard header.encoding == .rows else { return [] }
        var readings: [ClockReading] = []
        for index in entries.indices {
            guard var rows = try? rows(of: index) else { continue }
            while let body = try? rows.next() {
                guard body.frameKind == .clock, let frame = try? ClockFrame(decoding: body) else { continue }
                readings.append(frame.reading)
            }
        }
        return readings
    }
}
