// Where each record of an intact file lies: in frames of slots, in blocks. A fault may cost a record only if it hits every
// copy of it.

import RingLogFormat

/// What names a record in a file.
struct RecordName: Hashable {
    let nonce: UInt64
    let slot: UInt32
    let generation: UInt64
    let thread: UInt32
    let sequence: UInt32
}

struct RecordCopies {
    /// The bytes that one copy of a record needs.
    private(set) var extents: [RecordName: [Range<Int>]] = [:]

    /// Walks the structures of an intact file.
    init(_ bytes: [UInt8]) throws(SystemFailure) {
        let file = Bytes(bytes)
        do throws(FormatError) {
            let superblock = try Superblock(decoding: file, at: 0)
            for index in 0..<superblock.geometry.slotCount { addSlot(file, superblock, index) }
            for lane in Lane.allCases {
                for index in 0..<superblock.geometry.segments(lane) { try addSegment(file, superblock, lane, index) }
            }
        } catch {
            throw SystemFailure(because: "the reference is not intact: \(error)")
        }
    }

    private mutating func addSlot(_ file: Bytes, _ superblock: Superblock, _ index: Int) {
        let offset = superblock.geometry.slotOffset(index)
        let slot = file[offset..<offset + superblock.geometry.slotSize]
        guard let header = SlotImage(slot, at: offset, file: superblock.file).held else { return }
        var scanner = FrameScanner(slot, seal: header.seal)
        while let item = scanner.next() {
            guard case .frame(let start, let body) = item else { continue }
            let frame = offset + start..<offset + start + Format.frameHeaderSize + body.count
            add(body, header.nonce, header.slot, header.generation, frame)
        }
    }

    private mutating func addSegment(
        _ file: Bytes, _ superblock: Superblock, _ lane: Lane, _ index: Int
    ) throws(FormatError) {
        let start = superblock.geometry.segmentOffset(lane, index: index)
        let end = start + superblock.geometry.segmentSize
        guard let segment = try? SegmentHeader(decoding: file.suffix(from: start), at: start, file: superblock.file)
        else {
            return
        }
        var decompressor = Decompressor()
        var offset = start + SegmentHeader.size
        while offset < end,
            let header = try? BlockHeader(decoding: file.suffix(from: offset), at: offset, file: superblock.file),
            header.segmentSequence == segment.sequence
        {
            let behind = file[offset + BlockHeader.size..<end]
            let block = try Block(header, behind: behind, with: &decompressor)
            for (number, entry) in block.entries.enumerated() {
                var rows = try block.rows(of: number)
                while let body = try rows.next() {
                    add(body, header.nonce, entry.slot, entry.generation, offset..<offset + header.length)
                }
            }
            offset += header.stride
        }
    }

    private mutating func add(
        _ body: Bytes, _ nonce: UInt64, _ slot: UInt32, _ generation: UInt64, _ extent: Range<Int>
    ) {
        guard let record = try? RecordView(decoding: body) else { return }
        let name = RecordName(
            nonce: nonce, slot: slot, generation: generation, thread: record.thread, sequence: record.sequence)
        extents[name, default: []].append(extent)
    }
}
