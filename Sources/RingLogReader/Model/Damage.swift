/// Bytes of a file that are not what they should be.
public struct Damage: Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        case superblock
        case sessionPage
        case clockPage
        case countersPage
        case segmentHeader
        case blockHeader
        case blockList
        case blockPayload
        /// A block that must have been there.
        case blockMissing
        /// Neither header nor trailer of a slot is valid.
        case slotUnreadable
        /// Header or trailer of a slot is invalid, the other is not.
        case slotHeader
        /// Bytes between intact frames of a slot that are none.
        case hole
        /// Fewer records than the slot's end frame counts.
        case recordsMissing(UInt64)
        /// Numbers of a thread that nothing explains.
        case sequenceGap(UInt64)
        /// The file is shorter than its superblock says, or begins later.
        case cut
    }

    public let kind: Kind
    /// Index of the file in the order they were handed to the reader.
    public let file: Int
    /// Where in the file as it was read; nil if nowhere in particular.
    public let offset: UInt64?
    /// Bytes concerned, 0 if not known.
    public let length: UInt64
    /// What it was, for people.
    public let text: String

    public init(kind: Kind, file: Int, offset: UInt64?, length: UInt64, text: String) {
        self.kind = kind
        self.file = file
        self.offset = offset
        self.length = length
        self.text = text
    }

    public var description: String {
        guard let offset else { return text }
        return length == 0 ? "\(text) at \(offset)" : "\(text) at \(offset), \(length) bytes"
    }
}
