@_spi(Testing) import RingLogFormat

/// Ways to decode wrongly, for proving that each safeguard is needed. Off, and not reachable without `@_spi(Testing)`.
@_spi(Testing)
public struct Switches: Sendable {
    /// Frames are sealed without nonce and generation, with one tag for all.
    public var isWithoutSalt = false
    /// Copies of a record are shown as often as they are found.
    public var keepsCopies = false

    public init(isWithoutSalt: Bool = false, keepsCopies: Bool = false) {
        self.isWithoutSalt = isWithoutSalt
        self.keepsCopies = keepsCopies
    }

    func seal(_ header: SlotHeader) -> FrameSeal { seal(header.seal) }

    func seal(_ right: FrameSeal) -> FrameSeal {
        isWithoutSalt ? FrameSeal(salt: 0, generation: 0, tag: 0x5A5A) : right
    }
}
