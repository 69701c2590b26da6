// Which records are wanted: what the reader can decide early (it skips whole blocks) is handed to it, the rest is
// decided here.

import RingLogReader

struct RecordSelection {
    let filter: RecordFilter
    private let labels: [NamePattern]
    private let threads: [ThreadPattern]
    private let choices: [SessionChoice]
    /// Which of them have matched a record so far.
    private var labelsSeen: [Bool]
    private var threadsSeen: [Bool]

    /// Throws if a session is asked for that no file has.
    init(_ options: Options, files: [RingFile]) throws(UsageError) {
        labels = options.labels
        threads = options.threads
        labelsSeen = labels.map { _ in false }
        threadsSeen = threads.map { _ in false }
        choices = options.sessions
        var filter = RecordFilter(since: options.since, until: options.until, level: options.level)
        if !labels.contains(where: { $0.isPrefix || $0.meansNone }) { filter.labels = labels.map(\.text) }
        if !threads.contains(where: { $0.name?.isPrefix == true }) {
            filter.threadNames = threads.compactMap(\.name?.text)
            filter.threadOrdinals = threads.compactMap(\.ordinal)
        }
        if !choices.isEmpty { filter.sessions = try Self.nonces(of: choices, in: files) }
        self.filter = filter
    }

    /// True if records are left out for another reason than their message.
    var selects: Bool {
        selectsBeyondNames || !labels.isEmpty || !threads.isEmpty
    }

    private var selectsBeyondNames: Bool {
        filter.since != nil || filter.until != nil || filter.level != nil || !choices.isEmpty
    }

    mutating func admits(_ record: LogRecord) -> Bool {
        let hasLabel = labels.isEmpty || Self.mark(labels, &labelsSeen) { $0.matches(label: record.label) }
        let hasThread =
            threads.isEmpty
            || Self.mark(threads, &threadsSeen) { $0.matches(ordinal: record.thread, name: record.threadName) }
        return hasLabel && hasThread
    }

    /// True if a pattern matches; remembers which.
    private static func mark<Pattern>(
        _ patterns: [Pattern], _ seen: inout [Bool], matches: (Pattern) -> Bool
    ) -> Bool {
        var any = false
        for (index, pattern) in patterns.enumerated() where matches(pattern) {
            seen[index] = true
            any = true
        }
        return any
    }

    /// Labels and threads that no record had: likely a slip of the pen, which would otherwise look like silence.
    var unmatched: [String] {
        // The reader skips what other flags exclude, so more cannot be known.
        let isSole = !selectsBeyondNames && (labels.isEmpty || threads.isEmpty)
        let what = isSole ? "no record has" : "no record that the other flags leave has"
        return zip(labels, labelsSeen).compactMap { label, seen in
            seen ? nil : label.meansNone ? "\(what) no label" : "\(what) label '\(label.typed)'"
        } + zip(threads, threadsSeen).compactMap { $1 ? nil : "\(what) thread '\($0.typed)'" }
    }

    func admits(_ session: SessionInfo) -> Bool {
        if let sessions = filter.sessions, !sessions.contains(session.nonce) { return false }
        if let until = filter.until, let start = session.details?.startRealtime, start > until { return false }
        if let since = filter.since, let end = session.ended ?? session.lastRecord, end < since { return false }
        return true
    }

    func admits(_ gap: GapNote) -> Bool {
        gap.overlaps(since: filter.since, until: filter.until)
    }

    private static func nonces(of choices: [SessionChoice], in files: [RingFile]) throws(UsageError) -> Set<UInt64> {
        var nonces: Set<UInt64> = []
        for choice in choices {
            let chosen = files.compactMap { $0.sessions.chosen(by: choice)?.nonce }
            if chosen.isEmpty { throw UsageError(missing(choice, in: files)) }
            nonces.formUnion(chosen)
        }
        return nonces
    }

    private static func missing(_ choice: SessionChoice, in files: [RingFile]) -> String {
        let ordinals = files.flatMap { $0.sessions.map(\.ordinal) }.filter { $0 != 0 }
        let have =
            if let first = ordinals.min(), let last = ordinals.max() {
                first == last ? "there is only session \(first)" : "there are sessions \(first) to \(last)"
            } else {
                "there are none"
            }
        return switch choice {
        case .ordinal(let number): "no session \(number); \(have)"
        case .fromLatest(let steps): "no session \(-steps); \(have)"
        }
    }
}

extension [SessionInfo] {
    /// Sessions are in order, the latest last.
    func chosen(by choice: SessionChoice) -> SessionInfo? {
        switch choice {
        case .ordinal(let number): first { $0.ordinal == number }
        case .fromLatest(let steps): steps < count ? self[count - 1 - steps] : nil
        }
    }
}
