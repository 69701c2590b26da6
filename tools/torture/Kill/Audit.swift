// The books of a dead ring, read without the decoder: marks, totals, gaps, which slot generations are where. What the
// decoder says is held against this.

import RingLogFormat

/// A generation of a slot, in one session.
struct SlotGeneration: Hashable {
    let nonce: UInt64
    let slot: UInt32
    let generation: UInt64
}

struct Audit {
    struct LaneBooks {
        var mark = WrittenOff.nothing
        var recordsGivenUp: UInt64 = 0
        /// What its blocks hold.
        var generations: Set<SlotGeneration> = []
        var highestSegment: UInt64?
    }

    private let file: Bytes
    let superblock: Superblock
    let session: SessionPage?
    private(set) var main = LaneBooks()
    private(set) var keep = LaneBooks()
    /// What is in slots.
    private(set) var slots: Set<SlotGeneration> = []
    /// Of the session in the session page.
    private(set) var gaps = GapHistory()
    /// Of that session too, by `Counter`; nil: unknown.
    private(set) var counters: [UInt64?] = []
    /// Structures that a death can not have left so.
    private(set) var complaints: [String] = []
    /// Blocks whose header is there and whose payload is not. Under SIGKILL there are none: the header is written last.
    private(set) var unfinished = 0

    init(path: String) throws(SystemFailure) {
        file = Bytes(try FileBytes.read(path))
        let copies = [0, 4096, 512].compactMap { [file] offset -> Superblock? in
            file.slice(offset, Superblock.size).flatMap { try? Superblock(decoding: $0, at: offset) }
        }
        guard let superblock = copies.max(by: { $0.sequence < $1.sequence }) else {
            throw SystemFailure(because: "no superblock")
        }
        self.superblock = superblock
        let geometry = superblock.geometry
        guard geometry.capacity == file.count else {
            throw SystemFailure(because: "\(file.count) bytes, the superblock says \(geometry.capacity)")
        }
        session = (0..<2).compactMap { [file] copy in
            let offset = geometry.sessionPageOffset(copy: copy)
            return try? SessionPage(decoding: file.suffix(from: offset), at: offset, file: superblock.file)
        }.max { $0.sequence < $1.sequence }
        readSlots()
        main = readLane(.main)
        keep = readLane(.keep)
        readGaps()
    }

    // MARK: Slots

    private func image(_ slot: Int) -> SlotImage {
        let offset = superblock.geometry.slotOffset(slot)
        return SlotImage(file[offset..<offset + superblock.geometry.slotSize], at: offset, file: superblock.file)
    }

    private mutating func readSlots() {
        for index in 0..<superblock.geometry.slotCount {
            let image = image(index)
            let headers = [try? image.header.get(), try? image.trailer.get()].compactMap { $0 }
            // One of both may be torn by a death that came while it was written.
            if headers.isEmpty && !image.isUnused { complaints.append("slot \(index) has neither header nor trailer") }
            for header in headers {
                slots.insert(SlotGeneration(nonce: header.nonce, slot: header.slot, generation: header.generation))
            }
        }
    }

    // MARK: Lanes

    private mutating func readLane(_ lane: Lane) -> LaneBooks {
        var books = LaneBooks()
        var blocks: [BlockHeader] = []
        var failing: [(header: BlockHeader, generations: [SlotGeneration])] = []
        for index in 0..<superblock.geometry.segments(lane) {
            let start = superblock.geometry.segmentOffset(lane, index: index)
            let bytes = file[start..<start + superblock.geometry.segmentSize]
            guard let segment = readSegmentHeader(bytes, at: start, lane) else { continue }
            if books.highestSegment.map({ $0 < segment.sequence }) ?? true {
                books.highestSegment = segment.sequence
                books.mark = segment.mark
                books.recordsGivenUp = segment.recordsGivenUp
            }
            var offset = SegmentHeader.size
            while let header = readBlockHeader(bytes, offset, at: start, segment) {
                blocks.append(header)
                let (generations, isWhole) = contents(of: header, bytes.suffix(from: offset + BlockHeader.size))
                books.generations.formUnion(generations)
                if !isWhole { failing.append((header, generations)) }
                offset += header.stride
            }
        }
        judge(failing, last: blocks.map(\.sequence).max() ?? 0)
        checkSequence(blocks, books)
        return books
    }

    private mutating func readSegmentHeader(_ bytes: Bytes, at offset: Int, _ lane: Lane) -> SegmentHeader? {
        do throws(FormatError) {
            let header = try SegmentHeader(decoding: bytes, at: offset, file: superblock.file)
            let place = Int(header.sequence % UInt64(superblock.geometry.segments(lane)))
            if header.lane != lane || superblock.geometry.segmentOffset(lane, index: place) != offset {
                complaints.append("segment at \(offset) belongs elsewhere")
            }
            return header
        } catch {
            if error.reason != .empty { complaints.append("\(error)") }
            return nil
        }
    }

    private func readBlockHeader(
        _ segment: Bytes, _ offset: Int, at start: Int, _ header: SegmentHeader
    ) -> BlockHeader? {
        guard let bytes = segment.slice(offset, BlockHeader.size),
            let block = try? BlockHeader(decoding: bytes, at: start + offset, file: superblock.file),
            block.segmentSequence == header.sequence, block.lane == header.lane
        else { return nil }
        return block
    }

    private func contents(of header: BlockHeader, _ behind: Bytes) -> (generations: [SlotGeneration], isWhole: Bool) {
        guard let entries = try? BlockList.entries(behind, of: header) else { return ([], false) }
        let generations = entries.map {
            SlotGeneration(nonce: header.nonce, slot: $0.slot, generation: $0.generation)
        }
        guard let stored = behind.slice(header.listSize, header.storedLength) else { return (generations, false) }
        return (generations, Checksum.crc32c(stored) == header.storedChecksum)
    }

    private mutating func judge(_ failing: [(header: BlockHeader, generations: [SlotGeneration])], last: UInt64) {
        for (header, generations) in failing {
            if header.sequence == last && generations.allSatisfy(slots.contains) {
                unfinished += 1
            } else {
                complaints.append("block \(header.sequence) of the \(header.lane) lane at \(header.offset) is damaged")
            }
        }
    }

    /// Above the mark every block is there.
    private mutating func checkSequence(_ blocks: [BlockHeader], _ books: LaneBooks) {
        let sequences = blocks.map(\.sequence).sorted()
        let expected = (0..<sequences.count).map { books.mark.block + 1 + UInt64($0) }
        if sequences != expected {
            complaints.append(
                "blocks \(sequences.first ?? 0)...\(sequences.last ?? 0) above mark \(books.mark.block): not one each")
        }
    }

    // MARK: Gaps

    private mutating func readGaps() {
        guard let nonce = session?.session.nonce else { return }
        counters = CountersPage.values(file.suffix(from: superblock.geometry.countersOffset), nonce: nonce)
        let page = superblock.geometry.countersOffset
        let summaries = CountersPage.summaryOffsets.compactMap { offset -> GapSummary? in
            guard
                let summary = try? GapEntry.summary(
                    file.suffix(from: page + offset), at: page + offset, file: superblock.file)
            else { return nil }
            return summary.nonce == nonce ? summary : nil
        }
        let summary = summaries.max { $0.through < $1.through }
        if let summary, summary.slots > 0 {
            gaps.add(
                slots: summary.slots, records: summary.records, from: summary.lowestTicks, to: summary.highestTicks)
        }
        for place in 1...CountersPage.gapPlaces(unit: superblock.geometry.unit) {
            guard let gap = gap(at: UInt64(place)), gap.nonce == nonce, gap.number > summary?.through ?? 0, !isVoid(gap)
            else { continue }
            gaps.add(slots: 1, records: UInt64(gap.records), from: gap.lowestTicks, to: gap.highestTicks)
        }
    }

    private func gap(at place: UInt64) -> Gap? {
        for copy in 0..<2 {
            let offset =
                superblock.geometry.countersOffset
                + CountersPage.gapOffset(number: place, copy: copy, unit: superblock.geometry.unit)
            if let gap = try? GapEntry.gap(file.suffix(from: offset), at: offset, file: superblock.file) { return gap }
        }
        return nil
    }

    /// The process died between the entry and the giving up: until the trailer is written, which comes last, the slot's
    /// records are all there.
    private func isVoid(_ gap: Gap) -> Bool {
        guard gap.slot < superblock.geometry.slotCount, let trailer = try? image(Int(gap.slot)).trailer.get() else {
            return false
        }
        return trailer.nonce == gap.nonce && trailer.generation == gap.generation
    }
}
