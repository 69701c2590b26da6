import RingLogFormat

/// A reading of one or several files: every record once, in order, with what is missing between them.
///
///     let reader = RingReader([try RingFile(try RingInput.open(path: "orders.ringlog"))])
///     while let item = try reader.next() { … }
///     exit(reader.verdict.exitStatus)
public final class RingReader {
    public let files: [RingFile]
    public let filter: RecordFilter
    private var streams: [Stream]
    /// What is missing, as far as found so far; complete when `next` has returned nil. Counts are complete, the list is
    /// bounded.
    public private(set) var gaps: [GapNote] = []

    /// Records that more than one file holds, beyond the first.
    private var copiesAcrossFiles: UInt64 = 0

    private static let mostGaps = 1 << 14

    /// One file's items, and where it stands.
    private struct Stream {
        let merge: FileMerge
        let clocks: [UInt32: BootClock]
        var head: FileMerge.Output?

        var clock: BootClock? { head.flatMap { clocks[$0.moment.epoch] } }
    }

    /// Ticks are comparable within one of these.
    private struct BootClock: Hashable {
        let boot: BootID
        let source: ClockSource
    }

    public init(_ files: [RingFile], filter: RecordFilter = RecordFilter()) {
        self.files = files
        self.filter = filter
        streams = files.map { file in
            let merge = FileMerge(file.contents, file.blocks, file.switches)
            return Stream(merge: merge, clocks: RingReader.clocks(file.contents.sessions), head: nil)
        }
        for index in streams.indices { advance(index) }
    }

    private static func clocks(_ sessions: SessionTable) -> [UInt32: BootClock] {
        var clocks: [UInt32: BootClock] = [:]
        for entry in sessions.entries.values {
            guard let session = entry.session else { continue }
            clocks[session.opened.epoch] = BootClock(boot: session.boot, source: session.opened.source)
        }
        return clocks
    }

    /// The next record (those that `filter` admits), gap or session; nil at the end.
    public func next() throws(ReaderError) -> LogItem? {
        while let index = first() {
            guard let item = streams[index].head.take()?.item else { continue }
            advance(index)
            switch item {
            case .record(let record):
                if streams.count > 1 { dropCopies(of: record) }
                if filter.admits(record) { return item }
            case .gap(let gap):
                if gaps.count < RingReader.mostGaps { gaps.append(gap) }
                return item
            default: return item
            }
        }
        return nil
    }

    /// The next record, passing over everything else.
    public func nextRecord() throws(ReaderError) -> LogRecord? {
        while let item = try next() {
            if case .record(let record) = item { return record }
        }
        return nil
    }

    private func advance(_ index: Int) { streams[index].head = streams[index].merge.next() }

    /// The stream whose head comes first.
    private func first() -> Int? {
        if streams.count == 1 { return streams[0].head == nil ? nil : 0 }
        var best: Int?
        for index in streams.indices where streams[index].head != nil {
            if best.map({ isBefore(index, $0) }) ?? true { best = index }
        }
        return best
    }

    /// By ticks where two files count with the same clock, else by wall time.
    private func isBefore(_ a: Int, _ b: Int) -> Bool {
        guard let left = streams[a].head, let right = streams[b].head else { return streams[a].head != nil }
        if let clock = streams[a].clock, clock == streams[b].clock {
            if left.moment.ticks != right.moment.ticks { return left.moment.ticks < right.moment.ticks }
            return left.item.order < right.item.order
        }
        return left.item.realtime < right.item.realtime
    }

    /// The same record in another file, a copy of this one: shown once.
    private func dropCopies(of record: LogRecord) {
        guard !files.contains(where: \.switches.keepsCopies) else { return }
        for index in streams.indices {
            while case .record(let other)? = streams[index].head?.item, other.identity == record.identity {
                copiesAcrossFiles += 1
                advance(index)
            }
        }
    }

    /// What is damaged, as far as found so far; complete when `next` has returned nil. Long lists are cut: see
    /// `damageCount`.
    public var damages: [Damage] { streams.flatMap { $0.merge.damages.list } }
    public var damageCount: UInt64 { streams.reduce(0) { $0 + $1.merge.damages.count } }

    /// Complete when `next` has returned nil.
    public var verdict: Verdict {
        var sum = streams.map(\.merge.verdict).reduce(Verdict()) { $0.adding($1) }
        sum.records -= min(sum.records, copiesAcrossFiles)
        sum.copies &+= copiesAcrossFiles
        return sum
    }
}

extension LogItem {
    /// Wall time, for putting items of unrelated clocks in order. What has no time comes first.
    fileprivate var realtime: Int64 {
        switch self {
        case .record(let record): record.realtime
        case .gap(let gap): gap.from ?? gap.to ?? .min
        case .sessionStart(let info): info.details?.startRealtime ?? .min
        case .sessionEnd(let info): info.ended ?? .min
        }
    }

    /// Of items of one moment, notes come before records.
    fileprivate var order: (UInt8, UInt32, UInt32) {
        if case .record(let record) = self { return (1, record.thread, record.sequence) }
        return (0, 0, 0)
    }
}
