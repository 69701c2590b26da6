/// What a reading yields, in order.
public enum LogItem: Sendable {
    case record(LogRecord)
    /// Something is missing here. At the place in time where the range begins, as far as it is known.
    case gap(GapNote)
    /// A session starts.
    case sessionStart(SessionInfo)
    /// A session's end, known to be one.
    case sessionEnd(SessionInfo)
}

/// Which records are wanted. Everything left nil lets everything through; what is missing is told in any case.
public struct RecordFilter: Sendable {
    /// Realtime, nanoseconds since 1970, both included.
    public var since: Int64?
    public var until: Int64?
    /// Records at or above.
    public var level: LogLevel?
    /// Exact labels; empty: all.
    public var labels: [[UInt8]]
    /// Thread names or ordinals; empty: all.
    public var threadNames: [[UInt8]]
    public var threadOrdinals: [UInt32]
    /// Session nonces; nil: all.
    public var sessions: Set<UInt64>?

    public init(
        since: Int64? = nil, until: Int64? = nil, level: LogLevel? = nil, labels: [[UInt8]] = [],
        threadNames: [[UInt8]] = [], threadOrdinals: [UInt32] = [], sessions: Set<UInt64>? = nil
    ) {
        self.since = since
        self.until = until
        self.level = level
        self.labels = labels
        self.threadNames = threadNames
        self.threadOrdinals = threadOrdinals
        self.sessions = sessions
    }

    public func admits(_ record: LogRecord) -> Bool {
        if let since, record.realtime < since { return false }
        if let until, record.realtime > until { return false }
        if let level, record.level < level { return false }
        if let sessions, !sessions.contains(record.identity.nonce) { return false }
        if !labels.isEmpty, !labels.contains(where: { $0 == record.label }) { return false }
        if threadNames.isEmpty && threadOrdinals.isEmpty { return true }
        return threadOrdinals.contains(record.thread) || threadNames.contains { $0 == record.threadName }
    }
}
