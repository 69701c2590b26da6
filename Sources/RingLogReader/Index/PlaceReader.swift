import RingLogFormat

/// A block whose header and list are intact; its payload has not been looked at.
struct FoundBlock: Sendable {
    let header: BlockHeader
    let entries: [BlockEntry]

    var lowest: Moment { Moment(epoch: header.epoch, ticks: header.lowestTicks) }
    var highest: Moment { Moment(epoch: header.epoch, ticks: header.highestTicks) }
    var holdsSessionFrames: Bool { entries.contains { $0.slot == Format.pseudoSlot } }
}

/// What lives in one place of the ring.
struct PlaceContents: Sendable {
    var header: SegmentHeader?
    /// Nil if nothing tells.
    var lane: Lane?
    var sequence: UInt64?
    var blocks: [FoundBlock] = []
    /// Blocks of which only the header is intact.
    var unlisted: [BlockHeader] = []
    /// Block sequences that damaged headers account for.
    var unreadable: [ClosedRange<UInt64>] = []
    var damages: [Damage] = []
    /// Nothing was ever written where the header belongs.
    var headerIsEmpty = false
}

/// Reads a place of the ring by the rules of docs/FORMAT.md, section 4.2: which segment lives there, and which blocks
/// belong to it. Blocks of an earlier turn may still lie behind the newest one; they name another segment.
struct PlaceReader {
    let layout: Layout
    /// Index of the file, for damages.
    let file: Int

    private static let window = 64 << 10

    func read(_ place: Layout.Place) -> PlaceContents {
        var contents = PlaceContents()
        readHeader(place, into: &contents)
        if contents.sequence == nil { guess(place, into: &contents) }
        if contents.sequence != nil { readBlocks(place, into: &contents) }
        return contents
    }

    private func readHeader(_ place: Layout.Place, into contents: inout PlaceContents) {
        let bytes = layout.view.bytes(place.offset, SegmentHeader.size)
        contents.lane = place.lane
        contents.headerIsEmpty = bytes.isAllZero
        guard let header = try? SegmentHeader(decoding: bytes, at: place.offset, file: layout.file),
            header.lane == place.lane ?? header.lane, fits(header.sequence, place)
        else { return }
        contents.header = header
        contents.lane = header.lane
        contents.sequence = header.sequence
    }

    private func fits(_ sequence: UInt64, _ place: Layout.Place) -> Bool {
        sequence % UInt64(place.count) == UInt64(place.index)
    }

    /// Without header the highest segment sequence of the blocks decides.
    private func guess(_ place: Layout.Place, into contents: inout PlaceContents) {
        var position = 0
        while let found = nextMagic(place, from: position) {
            position = found + Format.blockAlignment
            guard let header = blockHeader(place, at: found), fits(header.segmentSequence, place),
                header.lane == contents.lane ?? header.lane
            else { continue }
            contents.lane = header.lane
            contents.sequence = max(contents.sequence ?? 0, header.segmentSequence)
        }
    }

    private func readBlocks(_ place: Layout.Place, into contents: inout PlaceContents) {
        // Without header a block may even lie where it belongs: in a place of which the border is a guess.
        var position = contents.header == nil ? 0 : SegmentHeader.size
        var hole: Int? = contents.header == nil ? 0 : nil
        while position <= place.length - Format.blockHeaderSize {
            if let header = blockHeader(place, at: position), belongs(header, to: contents),
                header.stride <= place.length - position || layout.superblock == nil
            {
                note(hole: hole, before: header, place, into: &contents)
                hole = nil
                take(header, into: &contents)
                position += header.stride
            } else {
                if hole == nil { hole = position }
                guard let next = nextMagic(place, from: position + Format.blockAlignment) else { break }
                position = next
            }
        }
        if let hole, resemblesBlock(place, at: hole, contents) {
            contents.damages.append(
                damage(
                    .blockHeader, place.offset + hole, Format.blockHeaderSize, "block header: checksum does not match"))
        }
    }

    private func belongs(_ header: BlockHeader, to contents: PlaceContents) -> Bool {
        header.segmentSequence == contents.sequence && header.lane == contents.lane
    }

    private func take(_ header: BlockHeader, into contents: inout PlaceContents) {
        let bytes = layout.view.bytes(header.offset + BlockHeader.size, header.listSize)
        do throws(FormatError) {
            contents.blocks.append(FoundBlock(header: header, entries: try BlockList.entries(bytes, of: header)))
        } catch {
            contents.unlisted.append(header)
            let text = "list of block \(header.sequence): \(error.reason.plain)"
            contents.damages.append(damage(.blockList, header.offset, header.length, text))
        }
    }

    /// Bytes before an intact block that should have been blocks.
    private func note(
        hole: Int?, before header: BlockHeader, _ place: Layout.Place, into contents: inout PlaceContents
    ) {
        guard let hole else { return }
        let length = header.offset - place.offset - hole
        let before = max(contents.blocks.last?.header.sequence ?? 0, contents.unlisted.last?.sequence ?? 0)
        // Behind a lost segment header it is the header that is missing, not blocks.
        if before == 0 && hole == 0 {
            guard length > SegmentHeader.size, layout.superblock != nil else { return }
        } else if before > 0, before + 1 < header.sequence {
            contents.unreadable.append(before + 1...header.sequence - 1)
        }
        contents.damages.append(
            damage(
                .blockHeader, place.offset + hole, length, "block header: unreadable before block \(header.sequence)"))
    }

    private func damage(_ kind: Damage.Kind, _ offset: Int, _ length: Int, _ text: String) -> Damage {
        Damage(kind: kind, file: file, offset: layout.view.place(offset), length: UInt64(length), text: text)
    }

    private func blockHeader(_ place: Layout.Place, at position: Int) -> BlockHeader? {
        let offset = place.offset + position
        return try? BlockHeader(
            decoding: layout.view.bytes(offset, BlockHeader.size), at: offset, file: layout.file)
    }

    /// The first multiple of the alignment at or behind `position` where the magic of a block lies.
    private func nextMagic(_ place: Layout.Place, from position: Int) -> Int? {
        var start = position
        while start < place.length {
            let chunk = layout.view.bytes(place.offset + start, min(PlaceReader.window, place.length - start))
            var offset = 0
            while offset <= chunk.count - 8 {
                if chunk.u64(offset) == Magic.block { return start + offset }
                offset += Format.blockAlignment
            }
            start += PlaceReader.window
        }
        return nil
    }

    /// True if an unreadable header behind the last block was one of this segment: of magic, offset, file and segment
    /// all but one are right. What is left of an earlier turn is intact, and what was never written is nothing of all
    /// this.
    private func resemblesBlock(_ place: Layout.Place, at position: Int, _ contents: PlaceContents) -> Bool {
        guard position <= place.length - Format.blockHeaderSize else { return false }
        let offset = place.offset + position
        let bytes = layout.view.bytes(offset, BlockHeader.size)
        if (try? BlockHeader(decoding: bytes)) != nil { return false }
        let right = [
            bytes.u64(0) == Magic.block, bytes.u64(8) == UInt64(offset),
            bytes.u64(16) == layout.file.first && bytes.u64(24) == layout.file.second,
            bytes.u64(80) == contents.sequence,
        ]
        return right.count { $0 } >= 3
    }
}
