// Which generation a slot holds. Freeing a slot writes the next generation's header, then its trailer; the process
// may die between any two bytes of that, and until both are written the frames of the old generation are untouched.

/// A slot as it was read, with its header and trailer.
public struct SlotImage: Sendable {
    public let bytes: Bytes
    /// Nil with the reason if the copy is not valid.
    public let header: Result<SlotHeader, FormatError>
    public let trailer: Result<SlotHeader, FormatError>

    /// Reads both copies. `bytes` is the slot, `offset` where it is expected to say it lies (nil: anywhere).
    public init(_ bytes: Bytes, at offset: Int? = nil, file: FileID? = nil) {
        self.bytes = bytes
        header = Self.read(bytes, 0, .header, at: offset, file: file)
        trailer = Self.read(bytes, bytes.count - SlotHeader.size, .trailer, at: offset, file: file)
    }

    private static func read(
        _ slot: Bytes, _ start: Int, _ copy: SlotHeader.Copy, at offset: Int?, file: FileID?
    ) -> Result<SlotHeader, FormatError> {
        Result { () throws(FormatError) in
            guard slot.count >= 2 * SlotHeader.size, slot.count % Format.frameAlignment == 0 else {
                throw FormatError(.slot, at: offset, .tooShort(needed: 2 * SlotHeader.size, available: slot.count))
            }
            let header = try SlotHeader(decoding: slot.suffix(from: start), at: offset, file: file)
            guard header.copy == copy else {
                throw FormatError(.slotHeader, at: offset, .invalidField("copy", UInt64(header.copy.rawValue)))
            }
            guard header.slotSize == slot.count else {
                throw FormatError(.slotHeader, at: offset, .invalidField("slot size", UInt64(header.slotSize)))
            }
            return header
        }
    }

    /// Zeros from end to end: never used, not damage.
    public var isUnused: Bool { bytes.isAllZero }

    /// The generation that the slot holds, as a header; nil if neither copy is valid.
    ///
    /// With equal copies it is theirs. Otherwise the slot was being freed: the highest candidate of which there are
    /// frames, where a header without valid trailer also stands for its predecessor. Costs up to three searches.
    public var held: SlotHeader? {
        let candidates = self.candidates
        guard candidates.count > 1 else { return candidates.first }
        return candidates.first(where: hasFrames) ?? candidates[0]
    }

    private var candidates: [SlotHeader] {
        switch (try? header.get(), try? trailer.get()) {
        case (let header?, let trailer?):
            guard header.generation != trailer.generation || header.nonce != trailer.nonce else { return [header] }
            // Of different sessions the one opened later comes first.
            let order = (header.sessionOrdinal, header.generation) > (trailer.sessionOrdinal, trailer.generation)
            return order ? [header, trailer] : [trailer, header]
        case (let header?, nil): return header.generation > 1 ? [header, Self.predecessor(header)] : [header]
        case (nil, let trailer?): return [trailer]
        case (nil, nil): return []
        }
    }

    private static func predecessor(_ header: SlotHeader) -> SlotHeader {
        var other = header
        other.generation -= 1
        return other
    }

    private func hasFrames(_ header: SlotHeader) -> Bool {
        var scanner = FrameScanner(bytes, seal: header.seal)
        if scanner.next() != nil { return true }
        if case .sealed = scanner.ending { return true }
        return false
    }
}
