// What a ring has counted since it was opened.

extension LogRing {
    /// Counts of one ring in this session.
    public struct Statistics: Sendable, Hashable {
        /// Records refused because no slot was free (policy drop).
        public var refusedForLackOfSlot: UInt64
        /// Records refused because no slot became free within the longest wait (policy wait).
        public var refusedAfterWaiting: UInt64
        /// Records refused because all slots were held by other threads.
        public var refusedInContention: UInt64
        /// Records refused because the file could not be used any more, or because the message could not be held.
        public var refusedByFailure: UInt64
        /// Records refused because the ring was closed.
        public var refusedAfterClose: UInt64
        /// Of all records refused, those at or above the keep level.
        public var refusedKeepLevel: UInt64
        /// Full slots given up to make room (policy overwriteOldest).
        public var slotsGivenUp: UInt64
        /// Records that were in those slots.
        public var recordsGivenUp: UInt64
        /// Of them, records at or above the keep level.
        public var keepLevelRecordsGivenUp: UInt64
        /// Records that were too long and were cut.
        public var recordsCut: UInt64
        /// Bytes cut from them.
        public var bytesCut: UInt64
        /// Messages that were kept in a variable until their text was gone.
        public var messagesGone: UInt64
        /// Blocks that the background thread has written.
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
}
