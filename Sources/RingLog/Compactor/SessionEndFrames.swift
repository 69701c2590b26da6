// What history keeps of a session's end: its totals, and what was given up in slots. Made by a clean close and by
// recovery.

import RingLogFormat

enum SessionEndFrames {
    /// `slotGeneration` tells which generation of the session slot `n` still holds, nil if none: a gap entry for that
    /// generation is void, since the process died between writing the entry and giving up the slot.
    static func make(
        session: Session, ending: SessionEnding, triple: ClockTriple, countersPage: [UInt8], geometry: Geometry,
        file: FileID, slotGeneration: (UInt32) -> UInt64?
    ) -> [[UInt8]] {
        let page = Bytes(countersPage)
        let end = SessionEnd(
            ending: ending, sessionOrdinal: session.ordinal, triple: triple,
            counters: CountersPage.values(page, nonce: session.nonce))
        var frames = [end.encoded()]
        let summary = summary(page, session: session, geometry: geometry, file: file)
        if let summary { frames.append(GapSummaryFrame(summary: summary).encoded()) }
        for gap in gaps(page, session: session, geometry: geometry, file: file) {
            guard gap.number > summary?.through ?? 0, slotGeneration(gap.slot) != gap.generation else { continue }
            frames.append(GapFrame(gap: gap).encoded())
        }
        return frames
    }

    private static func summary(_ page: Bytes, session: Session, geometry: Geometry, file: FileID) -> GapSummary? {
        CountersPage.summaryOffsets
            .compactMap { at in
                try? GapEntry.summary(page.suffix(from: at), at: geometry.countersOffset + at, file: file)
            }
            .filter { $0.nonce == session.nonce }
            .max { $0.through < $1.through }
    }

    private static func gaps(_ page: Bytes, session: Session, geometry: Geometry, file: FileID) -> [Gap] {
        let places = CountersPage.gapPlaces(unit: geometry.unit)
        return (0..<places).compactMap { place -> Gap? in
            (0..<2).lazy
                .map { copy in CountersPage.gapOffset(number: UInt64(place + 1), copy: copy, unit: geometry.unit) }
                .compactMap { at in
                    try? GapEntry.gap(page.suffix(from: at), at: geometry.countersOffset + at, file: file)
                }
                .first { $0.nonce == session.nonce }
        }
        .sorted { $0.number < $1.number }
    }
}
