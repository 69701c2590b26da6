/// One life of a process with the file open.
public struct SessionInfo: Sendable {
    public let nonce: UInt64
    /// 1, 2, 3, … in its file; 0 if unknown.
    public let ordinal: UInt32
    /// Index of the file in the order they were handed to the reader.
    public let file: Int
    /// What the session's page said at its start; nil if no intact copy of it is left.
    public let details: Details?
    public let ending: Ending
    /// The session's counters at its end (or now, if it is the file's last); nil if they are not known.
    public let totals: SessionTotals?
    /// Realtime of the first and last record found, nil if there is none.
    public let firstRecord: Int64?
    public let lastRecord: Int64?
    /// Realtime of its end, nil if it did not end or that is not known.
    public let ended: Int64?

    public struct Details: Hashable, Sendable {
        public let bootID: [UInt8]
        public let processID: UInt32
        public let pidNamespace: UInt64
        public let timeNamespace: UInt64
        public let processStart: UInt64
        public let userID: UInt32
        public let executable: [UInt8]
        public let buildID: [UInt8]
        public let host: [UInt8]
        public let clockEpoch: UInt32
        public let clockSource: UInt8
        public let ticksPerSecond: UInt64
        public let startTicks: UInt64
        public let startBoottime: Int64
        public let startRealtime: Int64

        public init(
            bootID: [UInt8], processID: UInt32, pidNamespace: UInt64, timeNamespace: UInt64, processStart: UInt64,
            userID: UInt32, executable: [UInt8], buildID: [UInt8], host: [UInt8], clockEpoch: UInt32,
            clockSource: UInt8, ticksPerSecond: UInt64, startTicks: UInt64, startBoottime: Int64, startRealtime: Int64
        ) {
            self.bootID = bootID
            self.processID = processID
            self.pidNamespace = pidNamespace
            self.timeNamespace = timeNamespace
            self.processStart = processStart
            self.userID = userID
            self.executable = executable
            self.buildID = buildID
            self.host = host
            self.clockEpoch = clockEpoch
            self.clockSource = clockSource
            self.ticksPerSecond = ticksPerSecond
            self.startTicks = startTicks
            self.startBoottime = startBoottime
            self.startRealtime = startRealtime
        }
    }

    public enum Ending: UInt8, Hashable, Sendable {
        /// Not ended: the process lives, or died and nobody has opened the file since.
        case open = 0
        /// The ring was closed.
        case closed = 1
        /// The process exited in order.
        case exited = 2
        /// The process had died; the next one to open the file recovered what it left.
        case died = 3
        /// Its end is not in the file any more.
        case unknown = 255
    }

    public init(
        nonce: UInt64, ordinal: UInt32, file: Int, details: Details?, ending: Ending, totals: SessionTotals? = nil,
        firstRecord: Int64? = nil, lastRecord: Int64? = nil, ended: Int64? = nil
    ) {
        self.nonce = nonce
        self.ordinal = ordinal
        self.file = file
        self.details = details
        self.ending = ending
        self.totals = totals
        self.firstRecord = firstRecord
        self.lastRecord = lastRecord
        self.ended = ended
    }
}

/// A session's counters. A value is nil if its word in the file fails its check.
public struct SessionTotals: Hashable, Sendable {
    /// By index as docs/FORMAT.md, section 2.5, numbers them.
    public let values: [UInt64?]

    public init(values: [UInt64?]) { self.values = values }

    public subscript(_ counter: Counter) -> UInt64? {
        counter.rawValue < values.count ? values[counter.rawValue] : nil
    }

    public enum Counter: Int, CaseIterable, Sendable {
        case refusedFull, refusedWait, refusedContended, refusedFailed, refusedClosed, refusedKeep
        case slotsGivenUp, recordsGivenUp, keepRecordsGivenUp
        case recordsCut, bytesCut, messagesExpired, blocksWritten, slotsStoredDamaged
    }

    /// The counters that add up to all refusals.
    public static let refusals: [Counter] = [
        .refusedFull, .refusedWait, .refusedContended, .refusedFailed, .refusedClosed,
    ]

    /// Records refused for whatever reason; nil if a counter is unknown.
    public var refused: UInt64? {
        var sum: UInt64 = 0
        for counter in SessionTotals.refusals {
            guard let value = self[counter] else { return nil }
            sum = sum.addingReportingOverflow(value).partialValue
        }
        return sum
    }
}
