// logdecode FILE...: records, merged by time, with notes about what is missing.

import RingLogReader

struct PrintCommand {
    private static let mostDamages = 20
    private let options: Options
    private let output: Output
    private let patterns: PatternSet
    private var tally = Tally()
    private var text: TextRenderer
    private var json = JSONRenderer()
    private var notes: NoteWriter
    private var queue: LineQueue?
    /// Gaps not told yet: more of the same may follow.
    private var pendingGap: GapNote?
    /// With --last, what is to be told on the standard error once it is known which records are the last, and how many
    /// records had been shown before it.
    private var untold: [(shown: UInt64, note: Note)] = []
    private var shown: UInt64 = 0
    /// Reused from record to record.
    private var content: [UInt8] = []
    private var line: [UInt8] = []

    init(_ options: Options, output: Output) throws(UsageError) {
        self.options = options
        self.output = output
        patterns = try PatternSet(options)
        text = TextRenderer(zone: options.zone, showsIDs: options.showsIDs)
        notes = NoteWriter(options, fileNames: [])
        queue = options.last.map { LineQueue(limit: $0) }
    }

    mutating func run() throws(OutputError) -> Tally {
        let files = tally.open(options.inputs)
        let names = files.map(\.input.name)
        json = JSONRenderer(showsIDs: options.showsIDs, fileNames: names)
        notes = NoteWriter(options, fileNames: names)
        let selection: RecordSelection
        do throws(UsageError) {
            selection = try RecordSelection(options, files: files)
        } catch {
            tally.fail(error.message)
            return tally
        }
        try read(files, selection)
        if selection.selects || !patterns.isEmpty || queue != nil {
            tally.shown = queue.map { UInt64($0.records) } ?? shown
        }
        return tally
    }

    private mutating func read(_ files: [RingFile], _ selection: RecordSelection) throws(OutputError) {
        let reader = RingReader(files, filter: selection.filter)
        while let item = tally.next(reader) {
            switch item {
            case .record(let record): if selection.admits(record) { try print(record) }
            case .gap(let gap): if selection.admits(gap) { try print(gap: gap) }
            case .sessionStart(let session): if selection.admits(session) { try print(note: .start(session)) }
            case .sessionEnd(let session): if selection.admits(session) { try print(note: .end(session)) }
            }
        }
        try printPendingGap()
        for file in files {
            if let session = file.sessions.last, session.ending == .open, selection.admits(session) {
                try print(note: .latest(session, isLive: file.summary.live))
            }
        }
        if let queue {
            if queue.overflowed { tally.fail("--last: the records take more than 1 GiB; only the newest are shown") }
            try output.write(queue.contents)
            for (before, note) in untold where before + UInt64(queue.records) >= shown { notes.tell(note) }
        }
        tally.add(reader.verdict)
        try output.flush()
        if !options.isQuiet { tellDamages(reader) }
    }

    /// Records tell what is missing; that a header is damaged, say, shows only here.
    private func tellDamages(_ reader: RingReader) {
        for damage in reader.damages.prefix(Self.mostDamages) {
            Messages.say("\(reader.files[damage.file].input.name): \(damage.shown)")
        }
        if reader.damageCount > UInt64(Self.mostDamages) { Messages.say("more is damaged; verify lists it") }
    }

    private mutating func print(_ record: LogRecord) throws(OutputError) {
        let isText = options.format == .text
        if isText || !patterns.isEmpty {
            content.removeAll(keepingCapacity: true)
            text.appendContent(of: record, to: &content)
            guard patterns.admits(&content) else { return }
        }
        try printPendingGap()
        shown += 1
        line.removeAll(keepingCapacity: true)
        if isText {
            text.append(record, content: content, to: &line)
        } else {
            json.append(record, to: &line)
        }
        try emit(isRecord: true)
    }

    private mutating func print(gap: GapNote) throws(OutputError) {
        if let joined = pendingGap?.joined(with: gap) {
            pendingGap = joined
            return
        }
        try printPendingGap()
        pendingGap = gap
    }

    private mutating func printPendingGap() throws(OutputError) {
        guard let gap = pendingGap else { return }
        pendingGap = nil
        try emit(note: .gap(gap))
    }

    private mutating func print(note: Note) throws(OutputError) {
        try printPendingGap()
        try emit(note: note)
    }

    private mutating func emit(note: Note) throws(OutputError) {
        if let limit = options.last {
            untold.removeAll { $0.shown + UInt64(limit) < shown }
            untold.append((shown, note))
        } else {
            notes.tell(note)
        }
        line.removeAll(keepingCapacity: true)
        notes.append(note, to: &line)
        if !line.isEmpty { try emit(isRecord: false) }
    }

    private mutating func emit(isRecord: Bool) throws(OutputError) {
        if queue != nil {
            queue?.append(line, isRecord: isRecord)
        } else {
            try output.write(line)
        }
    }
}
