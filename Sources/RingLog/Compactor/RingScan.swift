// What a ring holds, read back before the first new block is written: block headers only, and the payloads of the few
// blocks on which something depends.

import RingLogFormat

/// A slot generation, as blocks list it.
struct SlotGeneration: Hashable, Sendable {
    let nonce: UInt64
    let slot: UInt32
    let generation: UInt64
}

/// One lane as found.
struct LaneScan: Sendable {
    var writer: LaneWriter
    /// Where each listed slot generation is. Only those asked for.
    var blocks: [SlotGeneration: BlockHeader] = [:]
    /// Totals as the newest segment's header has them.
    var ended = EndedSessions()
    var highestEpoch: UInt32 = 0
    var highestOrdinal: UInt32 = 0
    /// Highest ticks in the highest epoch.
    var highestTicks: UInt64 = 0
}

/// Reads one lane.
struct LaneScanner: ~Copyable {
    private let lane: Lane
    private let geometry: Geometry
    private let fileID: FileID
    private let wanted: Set<SlotGeneration>
    private var scan: LaneScan

    private struct Segment {
        var header: SegmentHeader?
        var sequence: UInt64
        var blocks: [BlockHeader]
    }

    init(_ lane: Lane, superblock: Superblock, wanted: Set<SlotGeneration>) {
        self.lane = lane
        geometry = superblock.geometry
        fileID = superblock.file
        self.wanted = wanted
        scan = LaneScan(writer: LaneWriter(lane, geometry: superblock.geometry))
    }

    consuming func read(_ file: borrowing RingFile) throws(SystemError) -> LaneScan {
        var found: [Segment?] = []
        for index in 0..<geometry.segments(lane) { found.append(try segment(index, file)) }
        try lookBehindZeros(&found, file)
        for index in found.indices {
            guard let segment = found[index] else { continue }
            if segment.blocks.count < Self.expectedBlocks(segment, in: found) ?? .max {
                found[index]?.blocks += try blocksBehind(segment, file)
            }
        }
        for segment in found.compactMap({ $0 }) { try note(segment, file) }
        guard let newest = found.compactMap({ $0 }).max(by: { $0.sequence < $1.sequence }) else { return scan }
        let tail = try readTail(of: newest, file)
        // What the lane gave up and what sessions counted stands in its newest header that can be read.
        let told = found.compactMap { $0?.header }.max { $0.sequence < $1.sequence }
        build(found, newest: newest, told: told, position: tail.position, nextBlock: tail.nextBlock)
        scan.ended.recordsGivenUpInSlots = told?.recordsGivenUpInSlots ?? 0
        scan.ended.recordsRefused = told?.recordsRefused ?? 0
        // Sessions that ended behind that header are not in its totals yet.
        let later = found.compactMap { $0 }.filter { $0.sequence >= told?.sequence ?? 0 }.flatMap(\.blocks)
        for header in later where header.records == 0 { scan.ended.add(try frames(of: header, file)) }
        return scan
    }

    private func frames(of header: BlockHeader, _ file: borrowing RingFile) throws(SystemError) -> [Bytes] {
        let bytes = Bytes(try file.read(at: header.offset + BlockHeader.size, count: header.length - BlockHeader.size))
        var decompressor = Decompressor(), frames: [Bytes] = []
        guard let block = try? Block(header, behind: bytes, with: &decompressor), block.entries.count == 1,
            block.entries[0].slot == Format.pseudoSlot, var rows = try? block.rows(of: 0)
        else { return [] }
        while let body = try? rows.next() { frames.append(body) }
        return frames
    }

    // MARK: Segments

    private func segment(_ index: Int, _ file: borrowing RingFile) throws(SystemError) -> Segment? {
        let start = geometry.segmentOffset(lane, index: index)
        let bytes = try file.read(at: start, count: SegmentHeader.size)
        guard let header = try? SegmentHeader(decoding: Bytes(bytes), at: start, file: fileID),
            header.lane == lane, header.sequence % UInt64(geometry.segments(lane)) == UInt64(index)
        else {
            // Never entered, or its header is damaged: then its blocks say which segment it is.
            return Bytes(bytes).isAllZero ? nil : try segmentWithoutHeader(start, file)
        }
        return Segment(
            header: header, sequence: header.sequence, blocks: try chain(start, sequence: header.sequence, file))
    }

    /// Zeros where a header should be: of a segment that was never entered, or all that is left of a lost sector.
    /// Segments are entered in order, so only those up to the one behind the newest can be of the second kind.
    private func lookBehindZeros(_ found: inout [Segment?], _ file: borrowing RingFile) throws(SystemError) {
        for index in found.indices where found[index] == nil {
            let newest = found.compactMap { $0?.sequence }.max()
            guard index == 0 || UInt64(index - 1) <= newest ?? 0 else { return }
            found[index] = try segmentWithoutHeader(geometry.segmentOffset(lane, index: index), file)
        }
    }

    /// The blocks that follow each other from the segment's start; stops where none follows.
    private func chain(_ start: Int, sequence: UInt64, _ file: borrowing RingFile) throws(SystemError) -> [BlockHeader]
    {
        var blocks: [BlockHeader] = [], position = SegmentHeader.size
        while position + BlockHeader.size <= geometry.segmentSize {
            let bytes = Bytes(try file.read(at: start + position, count: BlockHeader.size))
            guard let header = block(bytes, at: start + position, sequence: sequence, start) else { break }
            blocks.append(header)
            position += header.stride
        }
        return blocks
    }

    /// Blocks behind the one at which a chain broke: a damaged header hides only its own block.
    private func blocksBehind(_ segment: Segment, _ file: borrowing RingFile) throws(SystemError) -> [BlockHeader] {
        let start = geometry.segmentOffset(lane, sequence: segment.sequence)
        let from = segment.blocks.last.map { $0.offset - start + $0.stride } ?? SegmentHeader.size
        guard from + BlockHeader.size <= geometry.segmentSize else { return [] }
        let rest = Bytes(try file.read(at: start + from, count: geometry.segmentSize - from))
        var blocks: [BlockHeader] = [], position = 0
        while position + BlockHeader.size <= rest.count {
            let offset = start + from + position
            if let header = block(rest.suffix(from: position), at: offset, sequence: segment.sequence, start) {
                blocks.append(header)
                position += header.stride
            } else {
                position += Format.blockAlignment
            }
        }
        return blocks
    }

    /// The header at the start of `bytes` if its block belongs to the segment and ends in it.
    private func block(_ bytes: Bytes, at offset: Int, sequence: UInt64, _ start: Int) -> BlockHeader? {
        guard let header = try? BlockHeader(decoding: bytes, at: offset, file: fileID), header.lane == lane,
            header.segmentSequence == sequence, offset - start + header.stride <= geometry.segmentSize
        else { return nil }
        return header
    }

    /// How many blocks a segment must have, as its successor tells; nil if it is the newest or the successor is lost.
    private static func expectedBlocks(_ segment: Segment, in found: [Segment?]) -> Int? {
        let next = found[Int((segment.sequence + 1) % UInt64(found.count))]
        guard let next, next.sequence == segment.sequence + 1, let later = next.header, let own = segment.header,
            later.firstBlock >= own.firstBlock
        else { return nil }
        return Int(clamping: later.firstBlock - own.firstBlock)
    }

    private func segmentWithoutHeader(_ start: Int, _ file: borrowing RingFile) throws(SystemError) -> Segment? {
        let bytes = Bytes(try file.read(at: start, count: geometry.segmentSize))
        var newest: UInt64?
        var position = SegmentHeader.size
        while position + BlockHeader.size <= bytes.count {
            if let header = try? BlockHeader(
                decoding: bytes.suffix(from: position), at: start + position, file: fileID),
                header.lane == lane
            {
                newest = max(newest ?? 0, header.segmentSequence)
            }
            position += Format.blockAlignment
        }
        guard let newest else { return nil }
        return Segment(header: nil, sequence: newest, blocks: try chain(start, sequence: newest, file))
    }

    // MARK: Blocks

    private mutating func note(_ segment: Segment, _ file: borrowing RingFile) throws(SystemError) {
        for header in segment.blocks {
            scan.highestOrdinal = max(scan.highestOrdinal, header.sessionOrdinal)
            if (header.epoch, header.highestTicks) > (scan.highestEpoch, scan.highestTicks) {
                (scan.highestEpoch, scan.highestTicks) = (header.epoch, header.highestTicks)
            }
            let list = try file.read(at: header.offset + BlockHeader.size, count: header.listSize)
            guard let entries = try? BlockList.entries(Bytes(list), of: header) else { continue }
            for entry in entries {
                let key = SlotGeneration(nonce: header.nonce, slot: entry.slot, generation: entry.generation)
                guard wanted.contains(key), try isWhole(header, file) else { continue }
                scan.blocks[key] = header
            }
        }
    }

    /// The payload is what the header says: only then may its slots be freed.
    private func isWhole(_ header: BlockHeader, _ file: borrowing RingFile) throws(SystemError) -> Bool {
        let payload = try file.read(at: header.payloadOffset, count: header.storedLength)
        return payload.count == header.storedLength && Checksum.crc32c(Bytes(payload)) == header.storedChecksum
    }

    /// Where the next block goes: behind the last block; over it if it is unfinished, that is, if its payload is not
    /// there while its slots still are; in the next segment if it is damaged, so that what is left of it stays.
    private func readTail(
        of segment: Segment, _ file: borrowing RingFile
    ) throws(SystemError) -> (position: Int, nextBlock: UInt64) {
        let start = geometry.segmentOffset(lane, sequence: segment.sequence)
        guard let last = segment.blocks.last else {
            return (segment.header == nil ? geometry.segmentSize : SegmentHeader.size, segment.header?.firstBlock ?? 1)
        }
        // Without its header the lane's mark and totals are untold until the next one.
        if segment.header == nil { return (geometry.segmentSize, last.sequence + 1) }
        if try isWhole(last, file) { return (last.offset - start + last.stride, last.sequence + 1) }
        let list = try file.read(at: last.offset + BlockHeader.size, count: last.listSize)
        let entries = (try? BlockList.entries(Bytes(list), of: last)) ?? []
        let isUnfinished =
            !entries.isEmpty
            && entries.allSatisfy {
                wanted.contains(SlotGeneration(nonce: last.nonce, slot: $0.slot, generation: $0.generation))
            }
        return isUnfinished ? (last.offset - start, last.sequence) : (geometry.segmentSize, last.sequence + 1)
    }

    // MARK: The writer's state

    private mutating func build(
        _ found: [Segment?], newest: Segment, told: SegmentHeader?, position: Int, nextBlock: UInt64
    ) {
        let contents = found.map { segment -> SegmentContents? in
            guard let segment else { return nil }
            var contents = SegmentContents(sequence: segment.sequence)
            for header in segment.blocks where header.sequence < nextBlock { contents.add(header) }
            return contents
        }
        let entered = contents.compactMap { $0 }
        let since = entered.filter { $0.sequence >= told?.sequence ?? 0 }
        let stored = (told?.recordsBefore ?? 0) + since.reduce(0) { $0 + $1.records }
        var mark = told?.mark ?? .nothing, givenUp = told?.recordsGivenUp ?? 0
        if newest.header == nil {
            // What entering the newest segment gave up is what is there no more.
            givenUp = max(givenUp, stored - min(stored, entered.reduce(0) { $0 + $1.records }))
            mark.add(Self.inFrontOf(found.flatMap { $0?.blocks ?? [] }))
        }
        scan.writer = LaneWriter(
            lane, geometry: geometry, segments: contents, current: newest.sequence, position: position,
            nextBlock: nextBlock, mark: mark, recordsStored: stored, recordsGivenUp: givenUp)
    }

    /// The mark that everything older than these blocks bears.
    private static func inFrontOf(_ blocks: [BlockHeader]) -> WrittenOff {
        guard let first = blocks.min(by: { $0.sequence < $1.sequence }), first.sequence > 1 else { return .nothing }
        let holding = blocks.filter { $0.records > 0 }
        let oldest = holding.min { ($0.epoch, $0.lowestTicks) < ($1.epoch, $1.lowestTicks) } ?? first
        return WrittenOff(
            block: first.sequence - 1, epoch: oldest.epoch, ticks: oldest.lowestTicks - min(1, oldest.lowestTicks),
            realtime: oldest.lowestRealtime)
    }
}
