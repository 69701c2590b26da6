// Where the fault harness may look in, and the defects it builds in to see itself fail. Nothing here is on the path of
// a record that fits its slot: the compactor asks at its own steps, callers only when a slot is full.

/// A moment in the life of a ring at which the harness may stop or kill the process.
@_spi(Testing) public enum Phase: Int, Sendable, CaseIterable {
    /// A caller has sealed a full slot.
    case slotSealed
    /// A caller has written a gap entry and not yet given up the slot.
    case gapWritten
    /// The compactor begins with full slots.
    case compactionBegins
    /// Payload and list of a block are written, its header not.
    case payloadWritten
    /// A block is complete, its slots are not free yet.
    case blockWritten
    /// A slot is about to be free.
    case slotFreeing
    /// A segment is about to be entered; `wrapped` when it held older blocks.
    case segmentEntering
    case segmentWrapping
    /// Opening an existing file: before the first step, between blocks, before the slots are cleared, before the
    /// session page.
    case recoveryBegins
    case recoveryStored
    case recoveryClearing
    case sessionBeginning
}

/// A built-in defect. Each must turn the harness red.
@_spi(Testing) public enum Defect: String, Sendable, CaseIterable {
    /// A slot is free before its block is written.
    case earlyFree = "early-free"
    /// A block's header is written before its payload.
    case headerFirst = "header-first"
    /// Seeds without nonce and generation, and a constant tag.
    case noSalt = "no-salt"
}

@_spi(Testing) public final class Hooks: Sendable {
    let reached: (@Sendable (Phase) -> Void)?
    let defect: Defect?

    public init(defect: Defect? = nil, reached: (@Sendable (Phase) -> Void)? = nil) {
        self.defect = defect
        self.reached = reached
    }
}
