// Frames that occur only in blocks, under the pseudo-slot: so that history keeps a session's start, end and gaps.

public struct SessionStart: FrameBody, Equatable {
    public static let kind = FrameKind.sessionStart
    public var session: Session

    /// The body holds the page's bytes from 32 on, so the page would start this many bytes in front of the body.
    private static let page = 8 - Session.frameRange.lowerBound
    static let size = 8 + Session.frameRange.count

    public init(session: Session) { self.session = session }

    public init(decoding body: Bytes) throws(FormatError) {
        session = Session(page: try Self.checked(body, size: Self.size), at: Self.page)
        guard session.nonce != 0 else { throw Self.failure(.invalidField("nonce", 0)) }
    }

    public func encoded() -> [UInt8] {
        var writer = Self.writer(size: Self.size)
        session.write(&writer, page: Self.page)
        return writer.bytes
    }
}

public struct SessionEnd: FrameBody, Equatable {
    public static let kind = FrameKind.sessionEnd
    public var ending: SessionEnding
    public var sessionOrdinal: UInt32
    /// Of the end; the last one known if the session was found dead.
    public var triple: ClockTriple
    /// 24 counters; nil where the word was unknown.
    public var counters: [UInt64?]

    static let size = 32 + CountersPage.counters * 8
    private static let unknown = UInt64.max

    public init(ending: SessionEnding, sessionOrdinal: UInt32, triple: ClockTriple, counters: [UInt64?]) {
        precondition(counters.count == CountersPage.counters, "a session has 24 counters")
        self.ending = ending
        self.sessionOrdinal = sessionOrdinal
        self.triple = triple
        self.counters = counters
    }

    public init(decoding body: Bytes) throws(FormatError) {
        let body = try Self.checked(body, size: Self.size)
        ending = SessionEnding(rawValue: body.u8(1))
        sessionOrdinal = body.u32(4)
        triple = ClockTriple(body, at: 8)
        counters = (0..<CountersPage.counters).map {
            let value = body.u64(32 + $0 * 8)
            return value == Self.unknown ? nil : value
        }
    }

    public func encoded() -> [UInt8] {
        var writer = Self.writer(size: Self.size)
        writer.set(ending.rawValue, at: 1)
        writer.set(sessionOrdinal, at: 4)
        triple.write(&writer, at: 8)
        for (index, value) in counters.enumerated() { writer.set(value ?? Self.unknown, at: 32 + index * 8) }
        return writer.bytes
    }
}

public struct GapFrame: FrameBody, Equatable {
    public static let kind = FrameKind.gap
    public var gap: Gap

    public init(gap: Gap) { self.gap = gap }

    public init(decoding body: Bytes) throws(FormatError) {
        gap = Gap(try Self.checked(body, size: 8 + Gap.fieldsSize), at: 8)
    }

    public func encoded() -> [UInt8] {
        var writer = Self.writer(size: 8 + Gap.fieldsSize)
        gap.write(&writer, at: 8)
        return writer.bytes
    }
}

public struct GapSummaryFrame: FrameBody, Equatable {
    public static let kind = FrameKind.gapSummary
    public var summary: GapSummary

    private static let size = roundedUp(8 + GapSummary.fieldsSize, to: 8)

    public init(summary: GapSummary) { self.summary = summary }

    public init(decoding body: Bytes) throws(FormatError) {
        summary = GapSummary(try Self.checked(body, size: Self.size), at: 8)
    }

    public func encoded() -> [UInt8] {
        var writer = Self.writer(size: Self.size)
        summary.write(&writer, at: 8)
        return writer.bytes
    }
}
