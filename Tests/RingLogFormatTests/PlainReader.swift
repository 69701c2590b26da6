// The plainest reader of undamaged files there can be: header, both lanes, slots, unite, sort. It checks what tests
// build.
import RingLogFormat

struct PlainReader {
    struct Identity: Hashable {
        var nonce: UInt64
        var slot: UInt32
        var generation: UInt64
        var thread: UInt32
        var sequence: UInt32
    }

    let file: Bytes
    let superblock: Superblock
    /// Copies of the same record are one.
    private(set) var records: [Identity: (epoch: UInt32, body: Bytes)] = [:]

    init(_ bytes: [UInt8]) throws {
        file = Bytes(bytes)
        superblock = try Superblock(decoding: file, at: 0)
        for lane in Lane.allCases { try readLane(lane) }
        for slot in 0..<superblock.geometry.slotCount { try readSlot(slot) }
    }

    /// The last argument of each record that `FileBuilder.log` wrote, in the order of the records.
    var numbers: [Int64] {
        get throws {
            let ordered = try records.map { ($0.value.epoch, try RecordView(decoding: $0.value.body), $0.key) }
                .sorted {
                    ($0.0, $0.1.ticks, $0.2.thread, $0.2.sequence) < ($1.0, $1.1.ticks, $1.2.thread, $1.2.sequence)
                }
            return try ordered.filter { $0.1.shapeID == 1 }.map {
                guard case .signed(let number) = try $0.1.arguments.decoded().last else { return .min }
                return number
            }
        }
    }

    private mutating func readLane(_ lane: Lane) throws {
        let geometry = superblock.geometry
        var decompressor = Decompressor()
        for index in 0..<geometry.segments(lane) {
            let start = geometry.segmentOffset(lane, index: index)
            guard let segment = try? SegmentHeader(decoding: file.suffix(from: start), at: start, file: superblock.file)
            else { continue }
            var offset = start + SegmentHeader.size
            while offset < start + geometry.segmentSize {
                let bytes = file[offset..<start + geometry.segmentSize]
                // The end of the lane's newest segment: nothing, or a block of an earlier turn, or an unfinished one.
                guard let block = try? Block(decoding: bytes, at: offset, file: superblock.file, with: &decompressor),
                    block.header.segmentSequence == segment.sequence
                else { break }
                try read(block)
                offset += block.header.stride
            }
        }
    }

    private mutating func read(_ block: Block) throws {
        for (index, entry) in block.entries.enumerated() {
            var rows = try block.rows(of: index)
            while let body = try rows.next() {
                add(body, block.header.nonce, entry.slot, entry.generation, block.header.epoch)
            }
        }
    }

    private mutating func readSlot(_ slot: Int) throws {
        let offset = superblock.geometry.slotOffset(slot)
        let image = SlotImage(file[offset..<offset + superblock.geometry.slotSize], at: offset, file: superblock.file)
        guard let held = image.held else { return }
        var scanner = FrameScanner(image.bytes, seal: held.seal)
        while let item = scanner.next() {
            guard case .frame(_, let body) = item else { continue }
            add(body, held.nonce, held.slot, held.generation, held.reading.epoch)
        }
    }

    private mutating func add(_ body: Bytes, _ nonce: UInt64, _ slot: UInt32, _ generation: UInt64, _ epoch: UInt32) {
        guard let view = try? RecordView(decoding: body) else { return }
        let identity = Identity(
            nonce: nonce, slot: slot, generation: generation, thread: view.thread, sequence: view.sequence)
        records[identity] = (epoch, body)
    }
}
