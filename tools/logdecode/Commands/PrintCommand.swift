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
    /// Not everything is wanted: then sessions are told only if a record of them is shown.
    private var isSelective = false
    /// The sessions, by nonce, of which a record was shown, and the starts that wait for one.
    private var sessionsShown: Set<UInt64> = []
    private var heldStarts: [UInt64: [SessionInfo]] = [:]
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
        var selection: RecordSelection
        do throws(UsageError) {
            selection = try RecordSelection(options, files: files)
        } catch {
            tally.fail(error.message)
            return tally
        }
        isSelective = selection.selects || !patterns.isEmpty || queue != nil
        try read(files, &selection)
        if isSelective {
            tally.shown = queue.map { UInt64($0.records) } ?? shown
        }
        return tally
    }

    private mutating func read(_ files: [RingFile], _ selection: inout RecordSelection) throws(OutputError) {
        let reader = RingReader(files, filter: selection.filter)
        while let item = tally.next(reader) {
            switch item {
            case .record(let record): if selection.admits(record) { try print(record) }
            case .gap(let gap): if selection.admits(gap) { try print(gap: gap) }
            case .sessionStart(let session): if selection.admits(session) { try print(start: session) }
            case .sessionEnd(let session): if selection.admits(session) { try print(end: session) }
            }
        }
        try printPendingGap()
        try printLatest(files, selection)
        if let queue {
            if queue.overflowed { tally.fail("--last: the records take more than 1 GiB; only the newest are shown") }
            try output.write(queue.contents)
            for (before, note) in untold where before + UInt64(queue.records) >= shown { notes.tell(note) }
        }
        tally.add(reader.verdict)
        try output.flush()
        if !options.isQuiet {
            for problem in selection.unmatched { Messages.say(problem) }
            tellDamages(reader)
        }
    }

    /// How it stands with the last session of each file, if it has no end.
    private mutating func printLatest(_ files: [RingFile], _ selection: RecordSelection) throws(OutputError) {
        let shown = queue?.sessions ?? sessionsShown
        for file in files {
            guard let session = file.sessions.last, session.ending == .open, selection.admits(session) else { continue }
            if isSelective, !shown.contains(session.nonce) { continue }
            try print(note: .latest(session, isLive: file.summary.live))
        }
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
        let session = record.identity.nonce
        try announce(session)
        try printPendingGap()
        shown += 1
        line.removeAll(keepingCapacity: true)
        if isText {
            text.append(record, content: content, to: &line)
        } else {
            json.append(record, to: &line)
        }
        try emit(session: session)
    }

    private mutating func print(start session: SessionInfo) throws(OutputError) {
        if !isSelective { return try print(note: .start(session)) }
        heldStarts[session.nonce, default: []].append(session)
    }

    private mutating func print(end session: SessionInfo) throws(OutputError) {
        if !isSelective || sessionsShown.contains(session.nonce) { try print(note: .end(session)) }
    }

    /// Before a record of this session is shown.
    private mutating func announce(_ nonce: UInt64) throws(OutputError) {
        guard isSelective, options.last != 0, sessionsShown.insert(nonce).inserted else { return }
        for session in heldStarts.removeValue(forKey: nonce) ?? [] { try print(note: .start(session)) }
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
        if !line.isEmpty { try emit(session: nil) }
    }

    private mutating func emit(session: UInt64?) throws(OutputError) {
        if queue != nil {
            queue?.append(line, session: session)
        } else {
            try output.write(line)
        }
    }
}
