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
        let sessions: [SessionPage] = read(layout, at: 2 * unit, step: unit, .sessionPage, "session page", file)
        session = sessions.max { $0.sequence < $1.sequence } ?? session
        clocks += read(layout, at: 4 * unit, step: unit, .clockPage, "clock page", file)
    }

    /// Both copies of a page. One that fails is no damage, since the process may have died while it wrote it; two are.
    private mutating func read<Page: FileStructure>(
        _ layout: Layout, at start: Int, step: Int, _ kind: Damage.Kind, _ name: String, _ file: Int
    ) -> [Page] {
        var pages: [Page] = []
        var faults: [FormatError] = []
        for copy in 0..<2 {
            let place = start + copy * step
            do throws(FormatError) {
                pages.append(try Page(decoding: layout.view.bytes(place, Page.size), at: place, file: layout.file))
            } catch {
                if error.reason != .empty { faults.append(error) }
            }
        }
        if faults.count == 2, layout.superblock != nil, layout.view.covers(start, step + Page.size) {
            damages.append(
                Damage(
                    kind: kind, file: file, offset: layout.view.place(start), length: UInt64(step + Page.size),
                    text: "\(name): \(faults[0].reason.plain), in both copies"))
        }
        return pages
    }

    private mutating func readCounters(_ layout: Layout, _ geometry: Geometry, _ file: Int) {
        let start = geometry.countersOffset
        guard layout.view.covers(start, geometry.unit) else { return }
        let page = layout.view.bytes(start, geometry.unit)
        if let nonce = session?.session.nonce {
            // A word that does not prove itself is unknown, not damage: the process may have died while it opened a
            // session.
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
