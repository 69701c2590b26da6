import RingLogFormat

/// Finds definitions that damage has taken from a slot in the other generations of its session. Used only if something
/// is missing, since it reads the whole ring.
struct Borrowing {
    let index: FileIndex
    let blocks: BlockReader
    let switches: Switches
    private var wanted: [UInt64: Set<DefinitionKey>] = [:]
    private var found: [UInt64: [DefinitionKey: Bytes?]] = [:]
    private var bytes = 0

    /// Bounds on what a damaged file can make us remember.
    private static let mostWanted = 1 << 14
    private static let mostBytes = 4 << 20

    init(_ index: FileIndex, _ blocks: BlockReader, _ switches: Switches) {
        self.index = index
        self.blocks = blocks
        self.switches = switches
    }

    /// The definitions that damaged slots and images lack and other generations have.
    mutating func definitions() -> [UInt64: Definitions] {
        for slot in index.slots where !slot.damages.isEmpty { want(slot) }
        for header in index.images { withSlot(of: header) { want(bodies: $0, nonce: header.nonce) } }
        guard !wanted.isEmpty else { return [:] }
        for slot in index.slots { withBodies(of: slot) { offer($0, nonce: $1) } }
        for place in index.layout.places { offer(place) }
        return found.mapValues { bodies in
            var definitions = Definitions()
            // Two that differ: nobody knows which is meant.
            for case let body? in bodies.values { definitions.add(body) }
            return definitions
        }
    }

    private mutating func want(_ slot: SlotReading) { withBodies(of: slot) { want(bodies: $0, nonce: $1) } }

    private mutating func want(bodies: [Bytes], nonce: UInt64) {
        var defined: Set<DefinitionKey> = []
        for body in bodies {
            if let key = DefinitionKey(body) { defined.insert(key) }
            guard let view = try? RecordView(decoding: body) else { continue }
            var keys: [DefinitionKey] = [.thread(view.thread)]
            if view.labelID != 0 { keys.append(.label(view.labelID)) }
            if view.inlineShape == nil { keys.append(.shape(view.shapeID)) }
            if view.fieldSetID != 0 { keys.append(.fieldSet(view.fieldSetID)) }
            for key in keys where !defined.contains(key) && wanted[nonce]?.count ?? 0 < Borrowing.mostWanted {
                wanted[nonce, default: []].insert(key)
            }
        }
    }

    private mutating func offer(_ bodies: [Bytes], nonce: UInt64) {
        guard let keys = wanted[nonce] else { return }
        for body in bodies {
            guard let key = DefinitionKey(body), keys.contains(key) else { continue }
            if let known = found[nonce]?[key] {
                if known != body { found[nonce]![key] = .some(nil) }
            } else if bytes + body.count <= Borrowing.mostBytes {
                bytes += body.count
                // A copy of its own, so that one definition does not keep a slot in memory.
                found[nonce, default: [:]][key] = Bytes(body.array)
            }
        }
    }

    private mutating func offer(_ place: Layout.Place) {
        for found in PlaceReader(layout: index.layout, file: index.file).read(place).blocks {
            guard wanted[found.header.nonce] != nil else { continue }
            if found.header.encoding == .image {
                withSlot(of: found.header) { offer($0, nonce: found.header.nonce) }
            } else if let block = try? blocks.read(found.header) {
                for entry in block.entries.indices {
                    guard var rows = try? block.rows(of: entry) else { continue }
                    while let body = try? rows.next() { offer([body], nonce: found.header.nonce) }
                }
            }
        }
    }

    private func withBodies(of slot: SlotReading, _ body: ([Bytes], UInt64) -> Void) {
        guard let held = slot.held else { return }
        let bytes = slot.bytes ?? index.layout.view.bytes(slot.slot.offset, slot.slot.size)
        body(Borrowing.frames(FrameScanner(bytes, seal: switches.seal(held))), held.nonce)
    }

    private func withSlot(of header: BlockHeader, _ body: ([Bytes]) -> Void) {
        guard let block = try? blocks.read(header), let entry = block.entries.first else { return }
        body(Borrowing.frames(FrameScanner(block.raw, seal: block.seal(of: entry))))
    }

    private static func frames(_ scanner: FrameScanner) -> [Bytes] {
        var scanner = scanner
        var bodies: [Bytes] = []
        while let item = scanner.next() {
            if case .frame(_, let body) = item { bodies.append(body) }
        }
        return bodies
    }
}

extension Block {
    /// What seals the frames of an entry that is stored as an image.
    func seal(of entry: BlockEntry) -> FrameSeal {
        FrameSeal(file: header.file, nonce: header.nonce, slot: entry.slot, generation: entry.generation)
    }
}
