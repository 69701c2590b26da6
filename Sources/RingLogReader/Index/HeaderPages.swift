import RingLogFormat

/// The pages in front of the slots: session, clock, counters.
struct HeaderPages: Sendable {
    private(set) var session: SessionPage?
    private(set) var clocks: [ClockPage] = []
    private(set) var counters: [UInt64?]?
    private(set) var gaps: [Gap] = []
    private(set) var summaries: [GapSummary] = []
    private(set) var damages: [Damage] = []

    /// The newest relation of the file's clocks.
    var clock: ClockPage? { clocks.max { $0.sequence < $1.sequence } }

    /// Reads all of them; without geometry their places are those of either unit.
    init(_ layout: Layout, file: Int) {
        for unit in layout.geometry.map({ [$0.unit] }) ?? Format.units {
            readPages(layout, unit: unit, file)
        }
        guard let geometry = layout.geometry else { return }
        readCounters(layout, geometry, file)
    }

    private mutating func readPages(_ layout: Layout, unit: Int, _ file: Int) {
        var pages: [SessionPage] = []
        for copy in 0..<2 {
            let sessionPlace = (2 + copy) * unit
            if let page: SessionPage = read(layout, sessionPlace, .sessionPage, "session page, copy \(copy + 1)", file)
            {
                pages.append(page)
            }
            let clockPlace = (4 + copy) * unit
            if let page: ClockPage = read(layout, clockPlace, .clockPage, "clock page, copy \(copy + 1)", file) {
                clocks.append(page)
            }
        }
        session = pages.max { $0.sequence < $1.sequence } ?? session
    }

    /// A page of which one copy fails is damaged; one that was never written is not.
    private mutating func read<Page: FileStructure>(
        _ layout: Layout, _ place: Int, _ kind: Damage.Kind, _ name: String, _ file: Int
    ) -> Page? {
        do throws(FormatError) {
            return try Page(decoding: layout.view.bytes(place, Page.size), at: place, file: layout.file)
        } catch {
            if layout.superblock != nil, error.reason != .empty, layout.view.covers(place, Page.size) {
                damages.append(
                    Damage(
                        kind: kind, file: file, offset: layout.view.place(place), length: UInt64(Page.size),
                        text: "\(name): \(error.reason.plain)"))
            }
            return nil
        }
    }

    private mutating func readCounters(_ layout: Layout, _ geometry: Geometry, _ file: Int) {
        let start = geometry.countersOffset
        guard layout.view.covers(start, geometry.unit) else { return }
        let page = layout.view.bytes(start, geometry.unit)
        if let nonce = session?.session.nonce {
            // A word that does not prove itself is unknown, not damage: the process may have died while it opened a session.
            counters = CountersPage.values(page, nonce: nonce)
        }
        for offset in CountersPage.summaryOffsets {
            if let summary = try? GapEntry.summary(page.suffix(from: offset), at: start + offset, file: layout.file) {
                summaries.append(summary)
            }
        }
        for place in 0..<CountersPage.gapPlaces(unit: geometry.unit) {
            for copy in 0..<2 {
                let offset = CountersPage.gapOffset(number: UInt64(place + 1), copy: copy, unit: geometry.unit)
                if let gap = try? GapEntry.gap(page.suffix(from: offset), at: start + offset, file: layout.file) {
                    gaps.append(gap)
                }
            }
        }
    }
}
