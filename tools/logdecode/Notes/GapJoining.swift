// A burst gives up hundreds of slots one after the other. With nothing shown in between they are one thing to tell.

import RingLogReader

extension GapNote {
    /// This gap and the next one as one, if they have the same cause and place; nil if they are to be told apart.
    func joined(with next: GapNote) -> GapNote? {
        guard session == next.session, thread == next.thread, file == next.file, let kind = kind.joined(with: next.kind)
        else { return nil }
        return GapNote(
            kind: kind, count: Self.sum(count, next.count), keepCount: Self.sum(keepCount, next.keepCount),
            from: Self.outer(from, next.from, min), to: Self.outer(to, next.to, max), session: session, thread: thread,
            file: file, offset: offset)
    }

    /// Unknown if one of them is.
    private static func sum(_ left: UInt64?, _ right: UInt64?) -> UInt64? {
        guard let left, let right else { return nil }
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? nil : sum
    }

    private static func outer(_ left: Int64?, _ right: Int64?, _ choose: (Int64, Int64) -> Int64) -> Int64? {
        guard let left, let right else { return nil }
        return choose(left, right)
    }
}

extension GapNote.Kind {
    fileprivate func joined(with next: GapNote.Kind) -> GapNote.Kind? {
        switch (self, next) {
        case (.slotsGivenUp(let left), .slotsGivenUp(let right)):
            let (sum, overflow) = left.addingReportingOverflow(right)
            return overflow ? nil : .slotsGivenUp(slots: sum)
        case (.refused(let left), .refused(let right)) where left == right: return self
        default: return nil
        }
    }
}
