import RingLogFormat

/// Goes over an input byte by byte for structures, trusting nothing but checksums. Intact blocks and slots are stepped
/// over: what lies in them is data, and may quote anything.
struct Scan {
    private let input: RingInput
    private(set) var groups: [Group.Key: Group] = [:]
    /// A later format's superblock, or one with features that forbid reading, was seen.
    private(set) var refusal: FormatError.Reason?
    /// Bytes of payloads and slots that may still be read in vain.
    private var budget: Int

    private static let chunk = 1 << 20
    private static let mostGroups = 256
    /// The longest structure with a magic.
    private static let longest = 512

    init(_ input: RingInput) {
        self.input = input
        budget = 4 * Int(clamping: min(input.size, 1 << 40)) + 8 * Format.mostRawBytes
        run()
    }

    private mutating func run() {
        let size = Int(clamping: input.size)
        var start = 0
        while start < size {
            let count = min(Scan.chunk, size - start)
            let chunk = Bytes(input.zeroFilled(at: start, count: min(count + Scan.longest, size - start)))
            var place = 0
            while let found = MagicSearch.next(in: chunk, from: place), found < count {
                let extent = look(chunk.suffix(from: found), at: start + found)
                place = found + extent
            }
            start += max(count, place)
        }
    }

    /// Tries the structure at the start of `bytes`, found at `place`; returns how far to step.
    private mutating func look(_ bytes: Bytes, at place: Int) -> Int {
        switch bytes.u64(0) {
        case Magic.superblock:
            do throws(FormatError) {
                let superblock = try Superblock(decoding: bytes)
                note(superblock, at: place) { $0.add(superblock) }
            } catch {
                noteRefusal(error)
            }
        case Magic.sessionPage:
            if let page = try? SessionPage(decoding: bytes) { note(page, at: place) { $0.votes += 1 } }
        case Magic.clockPage:
            if let page = try? ClockPage(decoding: bytes) { note(page, at: place) { $0.votes += 1 } }
        case Magic.segment:
            if let header = try? SegmentHeader(decoding: bytes) { note(header, at: place) { $0.add(header) } }
        case Magic.slot: return lookAtSlot(bytes, at: place)
        case Magic.block: return lookAtBlock(bytes, at: place)
        default: break
        }
        return 1
    }

    private mutating func noteRefusal(_ error: FormatError) {
        switch error.reason {
        case .unsupportedVersion, .unknownFeatures: refusal = refusal ?? error.reason
        default: break
        }
    }

    private mutating func lookAtSlot(_ bytes: Bytes, at place: Int) -> Int {
        guard let header = try? SlotHeader(decoding: bytes) else { return 1 }
        let behind = header.copy == .header ? 0 : header.slotSize - SlotHeader.size
        note(header, at: place - behind) { $0.add(header) }
        guard header.copy == .header, header.slotSize <= budget else { return 1 }
        let trailer = Bytes(
            input.zeroFilled(at: place + header.slotSize - SlotHeader.size, count: SlotHeader.size))
        budget -= SlotHeader.size
        let other = try? SlotHeader(decoding: trailer, at: header.offset, file: header.file)
        return other?.copy == .trailer ? header.slotSize - SlotHeader.size : 1
    }

    private mutating func lookAtBlock(_ bytes: Bytes, at place: Int) -> Int {
        guard let header = try? BlockHeader(decoding: bytes) else { return 1 }
        note(header, at: place) { $0.add(header) }
        guard header.length <= budget else { return 1 }
        let list = Bytes(input.zeroFilled(at: place + BlockHeader.size, count: header.listSize + header.storedLength))
        guard (try? BlockList.entries(list, of: header)) != nil,
            Checksum.crc32c(list.suffix(from: header.listSize)) == header.storedChecksum
        else {
            budget -= header.length
            return 1
        }
        return header.length
    }

    private mutating func note(_ structure: some FileStructure, at place: Int, _ body: (inout Group) -> Void) {
        // No file of this format is longer; and sums below this cannot overflow.
        guard structure.offset < 1 << 48 else { return }
        let key = Group.Key(file: structure.file, shift: place - structure.offset)
        if groups[key] == nil, groups.count >= Scan.mostGroups { dropLeast() }
        body(&groups[key, default: Group()])
    }

    /// Makes room for another file or shift; what is quoted or scattered has few votes and goes first.
    private mutating func dropLeast() {
        guard let least = groups.min(by: { $0.value.votes < $1.value.votes }) else { return }
        groups[least.key] = nil
    }

    /// The file that most structures belong to.
    var best: (key: Group.Key, group: Group)? {
        groups.max { ($0.value.votes, $1.key.shift) < ($1.value.votes, $0.key.shift) }.map { ($0.key, $0.value) }
    }
}
