// Segments and blocks of both lanes, as the compactor writes them.
import RingLogFormat

/// How far a lane has come.
public struct LaneState: Sendable {
    /// Blocks that are still in the ring, oldest first.
    public internal(set) var blocks: [BlockHeader] = []
    /// Sequence of the present segment; nil before the first block.
    public internal(set) var segment: UInt64?
    public internal(set) var mark = WrittenOff.nothing
    public internal(set) var recordsStored: UInt64 = 0
    public internal(set) var recordsGivenUp: UInt64 = 0
    /// Where the next block goes.
    var position = 0
    var nextBlock: UInt64 = 1
}

extension FileBuilder {
    /// Turns slots into one block of the main lane, and before it one of the keep lane if there is anything for it;
    /// then frees them unless told not to (a process that died in between).
    public mutating func compact(_ slots: [Int], codec: Codec? = nil, freeing: Bool = true) {
        let codec = codec ?? superblock.codec
        let kept = slots.filter { self.slots[$0].keepRecords > 0 }
        if !kept.isEmpty {
            addBlock(.keep, kept.map { Source(self.slots[$0], from: superblock.keepLevel) }, codec: codec)
        }
        addBlock(.main, slots.map { Source(self.slots[$0], from: 0) }, codec: codec)
        if freeing { for slot in slots { free(slot: slot) } }
    }

    /// Stores a damaged slot as it is, in the main lane.
    public mutating func storeImage(slot: Int, codec: Codec? = nil) {
        let start = geometry.slotOffset(slot)
        var source = Source(slots[slot], from: 0)
        source.payload = Array(bytes[start..<start + geometry.slotSize])
        addBlock(.main, [source], codec: codec ?? superblock.codec, encoding: .image)
        count(.damagedSlots)
    }

    /// A block of session frames under the pseudo-slot, in both lanes.
    mutating func addSessionBlock(generation: UInt64, _ bodies: [[UInt8]]) {
        var rows = RowWriter()
        for body in bodies { rows.append(body) }
        let source = Source(
            slot: Format.pseudoSlot, generation: generation, triple: session.opened.triple, payload: rows.bytes)
        for lane in [Lane.keep, .main] { addBlock(lane, [source], codec: superblock.codec) }
    }

    /// One list entry and its part of the payload.
    struct Source {
        var slot: UInt32
        var generation: UInt64
        var triple: ClockTriple
        var payload: [UInt8]
        var views: [RecordView] = []

        init(slot: UInt32, generation: UInt64, triple: ClockTriple, payload: [UInt8]) {
            self.slot = slot
            self.generation = generation
            self.triple = triple
            self.payload = payload
        }

        /// The records of a slot at or above `level`, and everything that is no record.
        init(_ state: SlotState, from level: UInt8) {
            var rows = RowWriter()
            for frame in state.frames {
                if let view = try? RecordView(decoding: Bytes(frame.body)) {
                    guard view.level.rawValue >= level else { continue }
                    views.append(view)
                }
                rows.append(frame.body)
            }
            slot = UInt32(state.slot)
            generation = state.generation
            triple = state.opened
            payload = rows.bytes
        }
    }

    mutating func addBlock(_ lane: Lane, _ sources: [Source], codec: Codec, encoding: Encoding = .rows) {
        if lanes[lane]!.segment == nil { enterSegment(lane) }
        var block = assemble(lane, sources, codec: codec, encoding: encoding)
        if lanes[lane]!.position + block.header.stride > segmentEnd(lane) {
            enterSegment(lane)
            block = assemble(lane, sources, codec: codec, encoding: encoding)
        }
        precondition(lanes[lane]!.position + block.header.stride <= segmentEnd(lane), "a block fits a segment")
        put(block.listAndPayload, at: block.header.offset + BlockHeader.size)
        put(block.headerBytes, at: block.header.offset)
        lanes[lane]!.blocks.append(block.header)
        lanes[lane]!.recordsStored += UInt64(block.header.records)
        lanes[lane]!.position += block.header.stride
        lanes[lane]!.nextBlock += 1
        count(.blocksWritten)
    }

    private func segmentEnd(_ lane: Lane) -> Int {
        geometry.segmentOffset(lane, sequence: lanes[lane]!.segment!) + geometry.segmentSize
    }

    private func assemble(_ lane: Lane, _ sources: [Source], codec: Codec, encoding: Encoding) -> AssembledBlock {
        let state = lanes[lane]!
        var header = BlockHeader(
            offset: state.position, file: file, nonce: session.nonce, boot: session.boot,
            reading: reading(at: ticks), lane: lane, sequence: state.nextBlock, segmentSequence: state.segment!,
            sessionOrdinal: session.ordinal, encoding: encoding)
        for view in sources.flatMap(\.views) {
            header.levels |= 1 << UInt32(view.level.rawValue)
            header.labels |= 1 << UInt64(view.labelID % 64)
        }
        let ticks = sources.flatMap(\.views).map(\.ticks)
        header.lowestTicks = ticks.min() ?? self.ticks
        header.highestTicks = ticks.max() ?? self.ticks
        header.lowestRealtime = realtime(at: header.lowestTicks)
        header.highestRealtime = realtime(at: header.highestTicks)
        let entries = sources.map {
            BlockEntry(
                slot: $0.slot, generation: $0.generation, records: UInt32($0.views.count),
                rawLength: $0.payload.count, triple: $0.triple)
        }
        var compressor = Compressor(codec)
        return AssembledBlock(header, entries: entries, raw: Bytes(sources.flatMap(\.payload)), with: &compressor)
    }

    /// Enters the next segment of a lane and gives up what was in it.
    public mutating func enterSegment(_ lane: Lane) {
        let sequence = lanes[lane]!.segment.map { $0 + 1 } ?? 0
        let start = geometry.segmentOffset(lane, sequence: sequence)
        let place = start..<start + geometry.segmentSize
        for block in lanes[lane]!.blocks where place.contains(block.offset) {
            lanes[lane]!.mark.add(block)
            lanes[lane]!.recordsGivenUp += UInt64(block.records)
        }
        lanes[lane]!.blocks.removeAll { place.contains($0.offset) }
        lanes[lane]!.segment = sequence
        lanes[lane]!.position = start + SegmentHeader.size
        let state = lanes[lane]!
        let header = SegmentHeader(
            offset: start, file: file, nonce: session.nonce, lane: lane, sequence: sequence,
            firstBlock: state.nextBlock, mark: state.mark, recordsBefore: state.recordsStored,
            recordsGivenUp: state.recordsGivenUp)
        put(header.encoded(), at: start)
    }
}
