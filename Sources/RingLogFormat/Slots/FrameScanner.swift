// Walks the frames of a slot by the rules of docs/FORMAT.md, section 3.1. A slot may hold anything: frames of earlier
// generations, frames quoted inside messages, crafted lengths and tags. Time is linear in the slot's size: behind a bad
// frame every step costs one load, and checksums of candidates that fail have a budget of a few times the slot.

/// The frames of one generation of a slot, one after the other.
public struct FrameScanner: Sendable {
    public enum Item: Equatable, Sendable {
        /// A whole frame; `offset` is that of its header in the slot.
        case frame(offset: Int, body: Bytes)
        /// Damage: bytes that are no frame, with a frame behind them.
        case hole(Range<Int>)
    }

    /// How the walk ended.
    public enum Ending: Equatable, Sendable {
        /// At the trailer: the slot is full to the last byte.
        case full
        /// No frame passes from here on. Normal: what follows was never written in this generation.
        case torn(at: Int)
        /// An end frame; what it counts tells whether frames are missing. `offset` is where unused bytes start.
        case sealed(at: Int, SlotEnd)
        /// As torn: too many candidates behind this point have the right tag and a wrong checksum to look at them all.
        /// No damage: stale records do that when the tag happens to equal what they all have in the right place, a
        /// label's id say.
        case abandoned(at: Int)
    }

    /// Failed checksums may cover this many times the slot's bytes.
    public static let budgetFactor = 8

    private let slot: Bytes
    private let seal: FrameSeal
    private let limit: Int
    private var offset: Int
    private var budget: Int
    /// A frame that the search behind a bad one has found.
    private var found: (offset: Int, length: Int)?

    /// Set once `next` has returned nil.
    public private(set) var ending: Ending?

    /// `slot` is the whole slot, header and trailer included.
    public init(_ slot: Bytes, seal: FrameSeal) {
        self.slot = slot
        self.seal = seal
        limit = slot.count - Format.slotHeaderSize
        offset = Format.slotHeaderSize
        budget = Self.budgetFactor * slot.count
    }

    public mutating func next() -> Item? {
        guard ending == nil else { return nil }
        if let found {
            self.found = nil
            return take(found.offset, found.length)
        }
        guard offset < limit else { return finish(.full) }
        if let length = frameLength(at: offset) { return take(offset, length) }
        return search()
    }

    private mutating func take(_ start: Int, _ length: Int) -> Item? {
        offset = start + length
        let body = slot[start + Format.frameHeaderSize..<offset]
        if body.u8(0) == FrameKind.end.rawValue, let end = try? SlotEnd(decoding: body) {
            return finish(.sealed(at: offset, end))
        }
        return .frame(offset: start, body: body)
    }

    /// Looks behind a bad frame for the next good one.
    private mutating func search() -> Item? {
        let start = offset
        var candidate = start + Format.frameAlignment
        while candidate < limit {
            if let length = frameLength(at: candidate) {
                found = (candidate, length)
                return .hole(start..<candidate)
            }
            if budget < 0 { return finish(.abandoned(at: start)) }
            candidate += Format.frameAlignment
        }
        return finish(.torn(at: start))
    }

    private mutating func finish(_ ending: Ending) -> Item? {
        self.ending = ending
        return nil
    }

    /// The length of the frame at `offset` if it passes.
    private mutating func frameLength(at offset: Int) -> Int? {
        let header = slot.u64(offset)
        let eighths = UInt16(truncatingIfNeeded: header)
        let length = Int(eighths) * Format.frameAlignment
        guard eighths >= 2, length <= limit - offset, UInt16(truncatingIfNeeded: header >> 16) == seal.tag else {
            return nil
        }
        let body = slot[offset + Format.frameHeaderSize..<offset + length]
        let checksum = body.withUnsafeBytes { seal.checksum(at: offset, body: $0, lengthEighths: eighths) }
        guard checksum == UInt32(truncatingIfNeeded: header >> 32) else {
            budget -= length
            return nil
        }
        return length
    }
}
