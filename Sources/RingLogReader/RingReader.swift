/// A reading of one or several files: every record once, in order, with what is missing between them.
///
///     let reader = RingReader([try RingFile(try RingInput.open(path: "orders.ringlog"))])
///     while let item = try reader.next() { … }
///     exit(reader.verdict.exitStatus)
public final class RingReader {
    public let files: [RingFile]
    public let filter: RecordFilter

    public init(_ files: [RingFile], filter: RecordFilter = RecordFilter()) {
        self.files = files
        self.filter = filter
    }

    /// The next record (those that `filter` admits), gap or session; nil at the end.
    public func next() throws(ReaderError) -> LogItem? { nil }

    /// The next record, passing over everything else.
    public func nextRecord() throws(ReaderError) -> LogRecord? {
        while let item = try next() {
            if case .record(let record) = item { return record }
        }
        return nil
    }

    /// What is damaged, as far as found so far; complete when `next` has returned nil. Long lists are cut: see `damageCount`.
    public private(set) var damages: [Damage] = []
    public private(set) var damageCount: UInt64 = 0

    /// What is missing, as far as found so far; complete when `next` has returned nil.
    public private(set) var gaps: [GapNote] = []

    /// Complete when `next` has returned nil.
    public var verdict: Verdict { Verdict() }
}
