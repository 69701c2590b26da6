// Where each record of an intact file lies: in frames of slots, in blocks. A fault may cost a record only if it hits
// every copy of it. And what is left of earlier laps: records that the ring has given up and whose bytes are still
// there.

import RingLogFormat

/// What names a record in a file.
struct RecordName: Hashable {
    let nonce: UInt64
    let slot: UInt32
    let generation: UInt64
    let thread: UInt32
    let sequence: UInt32
}

/// What a fault must have hit before a record that was given up may be shown again: everything that tells that it was.
struct Remains: Sendable {
    /// The header of the segment that took its place, and all blocks of that.
    var successors: [Range<Int>]
    /// Headers of other segments whose mark covers it.
    var marks: [Range<Int>]

    func mayReturn(after fault: Fault) -> Bool {
        successors.allSatisfy(fault.hits) && marks.allSatisfy(fault.hits)
    }
}

struct FileMap: ~Copyable {
    /// The bytes that each copy of a record needs.
    private(set) var copies: [RecordName: [Range<Int>]] = [:]
    private(set) var remains: [RecordName: Remains] = [:]
    /// The last frames of slots that are still open: without them nothing tells that there was more.
    private(set) var tails: [Range<Int>] = []

    private let file: Bytes
    private let superblock: Superblock
    private var decompressor = Decompressor()

    /// Walks the structures of an intact file.
    init(_ bytes: [UInt8]) throws(SystemFailure) {
        file = Bytes(bytes)
        do throws(FormatError) {
            superblock = try Superblock(decoding: Bytes(bytes), at: 0)
        } catch {
            throw SystemFailure(because: "the reference is not intact: \(error)")
        }
        for index in 0..<superblock.geometry.slotCount { addSlot(index) }
        for lane in Lane.allCases {
            let segments = segmentHeaders(of: lane)
            for segment in segments { addSegment(segment, of: segments) }
        }
    }

    // MARK: Slots

    private mutating func addSlot(_ index: Int) {
        let offset = superblock.geometry.slotOffset(index)
        let slot = file[offset..<offset + superblock.geometry.slotSize]
        guard let header = SlotImage(slot, at: offset, file: superblock.file).held else { return }
        var scanner = FrameScanner(slot, seal: header.seal)
        var last: Range<Int>?
        while let item = scanner.next() {
            guard case .frame(let start, let body) = item else { continue }
            let frame = offset + start..<offset + start + Format.frameHeaderSize + body.count
            last = frame
            if let name = RecordName(body, header.nonce, header.slot, header.generation) {
                copies[name, default: []].append(frame)
            }
        }
        if case .torn = scanner.ending, let last { tails.append(last) }
    }

    // MARK: Segments

    private func segmentHeaders(of lane: Lane) -> [SegmentHeader] {
        (0..<superblock.geometry.segments(lane)).compactMap { index in
            let offset = superblock.geometry.segmentOffset(lane, index: index)
            return try? SegmentHeader(decoding: file.suffix(from: offset), at: offset, file: superblock.file)
        }
    }

    private mutating func addSegment(_ segment: SegmentHeader, of all: [SegmentHeader]) {
        let end = segment.offset + superblock.geometry.segmentSize
        var offset = segment.offset + SegmentHeader.size
        var successors = [segment.extent]
        while let header = blockHeader(at: offset, before: end), header.segmentSequence == segment.sequence {
            let extent = offset..<offset + header.length
            for name in names(in: header, before: end) { copies[name, default: []].append(extent) }
            successors.append(extent)
            offset += header.stride
        }
        // Blocks of earlier laps, as far as they are still whole.
        while offset < end {
            if let header = blockHeader(at: offset, before: end) {
                let marks = all.filter { $0.mark.block >= header.sequence && $0.offset != segment.offset }.map(\.extent)
                for name in names(in: header, before: end) {
                    remains[name] = Remains(successors: successors, marks: marks)
                }
            }
            offset += Format.blockAlignment
        }
    }

    private func blockHeader(at offset: Int, before end: Int) -> BlockHeader? {
        guard let bytes = file.slice(offset, BlockHeader.size), offset + BlockHeader.size <= end else { return nil }
        return try? BlockHeader(decoding: bytes, at: offset, file: superblock.file)
    }

    /// Of the records in a block; none if it is not whole.
    private mutating func names(in header: BlockHeader, before end: Int) -> [RecordName] {
        let behind = file[header.offset + BlockHeader.size..<end]
        guard let block = try? Block(header, behind: behind, with: &decompressor) else { return [] }
        var names: [RecordName] = []
        for (index, entry) in block.entries.enumerated() {
            guard var rows = try? block.rows(of: index) else { continue }
            while let body = try? rows.next() {
                if let name = RecordName(body, header.nonce, entry.slot, entry.generation) { names.append(name) }
            }
        }
        return names
    }
}

extension RecordName {
    /// Nil if the body is no record's.
    fileprivate init?(_ body: Bytes, _ nonce: UInt64, _ slot: UInt32, _ generation: UInt64) {
        guard let record = try? RecordView(decoding: body) else { return nil }
        self.init(
            nonce: nonce, slot: slot, generation: generation, thread: record.thread, sequence: record.sequence)
    }
}

extension SegmentHeader {
    fileprivate var extent: Range<Int> { offset..<offset + Self.size }
}
