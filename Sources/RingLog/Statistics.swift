// What a ring has counted since it was opened.

/// Counts of one ring in this session.
public struct Statistics: Sendable, Hashable {
    /// Records that could not be kept, by reason.
    public var refusedForLackOfSlot: UInt64
    public var refusedAfterWaiting: UInt64
    public var refusedInContention: UInt64
    public var refusedByFailure: UInt64
    public var refusedAfterClose: UInt64
    /// Of all these, records at or above the keep level.
    public var refusedKeepLevel: UInt64
    /// Slots given up to make room, and what was in them.
    public var slotsGivenUp: UInt64
    public var recordsGivenUp: UInt64
    public var keepLevelRecordsGivenUp: UInt64
    /// Records that were too long, and the bytes cut from them.
    public var recordsCut: UInt64
    public var bytesCut: UInt64
    /// Messages that were kept in a variable until their text was gone.
    public var messagesGone: UInt64
    public var blocksWritten: UInt64
    /// True once the file could not be used any more; records are refused from then on.
    public var hasFailed: Bool

    init(_ core: RingCore) {
        refusedForLackOfSlot = core.counter(0)
        refusedAfterWaiting = core.counter(1)
        refusedInContention = core.counter(2)
        refusedByFailure = core.counter(3)
        refusedAfterClose = core.counter(4)
        refusedKeepLevel = core.counter(5)
        slotsGivenUp = core.counter(6)
        recordsGivenUp = core.counter(7)
        keepLevelRecordsGivenUp = core.counter(8)
        recordsCut = core.counter(9)
        bytesCut = core.counter(10)
        messagesGone = core.counter(11)
        blocksWritten = core.counter(12)
        hasFailed = core.hasFailed
    }

    /// All records that were not kept.
    public var refused: UInt64 {
        refusedForLackOfSlot + refusedAfterWaiting + refusedInContention + refusedByFailure + refusedAfterClose
    }
}
