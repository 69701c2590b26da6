/// Something that is missing, and why.
public struct GapNote: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Old records were overwritten by new ones as the ring went round. Not damage.
        case writtenOff
        /// Full slots were given up because the compactor could not keep up; 0 slots: their number is not known any
        /// more. Not damage.
        case slotsGivenUp(slots: UInt64)
        /// Records were refused, for a counter's reason (nil: several). Not damage.
        case refused(SessionTotals.Counter?)
        /// The file ends before what it should hold, or begins after: a cut copy.
        case cut
        /// Records were in bytes that are damaged.
        case damaged
        /// A thread's numbers have a hole that nothing explains.
        case unexplained
    }

    public let kind: Kind
    /// How many records, nil if that cannot be known.
    public let count: UInt64?
    /// Of them at or above the keep level, nil if that cannot be known.
    public let keepCount: UInt64?
    /// Realtime of the range they were in, nil if not known.
    public let from: Int64?
    public let to: Int64?
    /// Ordinal of the session, 0 if not known or several.
    public let session: UInt32
    /// The thread's ordinal, nil if several.
    public let thread: UInt32?
    /// Index of the file in the order they were handed to the reader.
    public let file: Int
    /// Where in the file, nil if nowhere in particular.
    public let offset: UInt64?

    public init(
        kind: Kind, count: UInt64?, keepCount: UInt64? = nil, from: Int64? = nil, to: Int64? = nil,
        session: UInt32 = 0, thread: UInt32? = nil, file: Int, offset: UInt64? = nil
    ) {
        self.kind = kind
        self.count = count
        self.keepCount = keepCount
        self.from = from
        self.to = to
        self.session = session
        self.thread = thread
        self.file = file
        self.offset = offset
    }

    /// True if somebody harmed the file; false if the logger itself decided so and counted.
    public var isDamage: Bool {
        switch kind {
        case .writtenOff, .slotsGivenUp, .refused: false
        case .cut, .damaged, .unexplained: true
        }
    }
}
