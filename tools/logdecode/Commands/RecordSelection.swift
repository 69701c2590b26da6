// Which records are wanted: what the reader can decide early (it skips whole blocks) is handed to it, the rest is
// decided here.

import RingLogReader

struct RecordSelection {
    let filter: RecordFilter
    private let labels: [NamePattern]
    private let threadNames: [NamePattern]
    private let threadOrdinals: [UInt32]
    private let choices: [SessionChoice]

    /// Throws if a session is asked for that no file has.
    init(_ options: Options, files: [RingFile]) throws(UsageError) {
        labels = options.labels
        threadNames = options.threadNames
        threadOrdinals = options.threadOrdinals
        choices = options.sessions
        var filter = RecordFilter(since: options.since, until: options.until, level: options.level)
        if !options.labels.contains(where: \.isPrefix) { filter.labels = options.labels.map(\.text) }
        if !options.threadNames.contains(where: \.isPrefix) {
            filter.threadNames = options.threadNames.map(\.text)
            filter.threadOrdinals = options.threadOrdinals
        }
        if !choices.isEmpty { filter.sessions = try Self.nonces(of: choices, in: files) }
        self.filter = filter
    }

    /// True if records are left out for another reason than their message.
    var selects: Bool {
        filter.since != nil || filter.until != nil || filter.level != nil || !labels.isEmpty
            || !threadNames.isEmpty || !threadOrdinals.isEmpty || !choices.isEmpty
    }

    func admits(_ record: LogRecord) -> Bool {
        if !labels.isEmpty {
            guard let label = record.label, labels.contains(where: { $0.matches(label) }) else { return false }
        }
        if threadNames.isEmpty && threadOrdinals.isEmpty { return true }
        if threadOrdinals.contains(record.thread) { return true }
        guard let name = record.threadName else { return false }
        return threadNames.contains { $0.matches(name) }
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
