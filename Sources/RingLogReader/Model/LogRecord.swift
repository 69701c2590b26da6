/// What tells a record from every other, in whatever copy it was found.
public struct RecordIdentity: Hashable, Sendable {
    public let nonce: UInt64
    public let slot: UInt32
    public let generation: UInt64
    public let thread: UInt32
    public let sequence: UInt32

    public init(nonce: UInt64, slot: UInt32, generation: UInt64, thread: UInt32, sequence: UInt32) {
        self.nonce = nonce
        self.slot = slot
        self.generation = generation
        self.thread = thread
        self.sequence = sequence
    }
}

/// A decoded record.
public struct LogRecord: Sendable {
    public let identity: RecordIdentity
    /// The clock epoch the ticks belong to.
    public let epoch: UInt32
    public let ticks: UInt64
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    public let realtime: Int64
    public let level: LogLevel
    /// The label's text; nil if the record has none or its definition is lost.
    public let label: [UInt8]?
    /// The name the thread had, nil if it had none or the definition is lost.
    public let threadName: [UInt8]?
    /// The operating system's number of the thread, 0 if unknown.
    public let threadSystemID: UInt64
    /// The session's ordinal in its file: 1, 2, 3, …
    public let session: UInt32
    /// Index of the file in the order they were handed to the reader.
    public let file: Int
    /// Literals and formats; nil if the definition is lost or does not fit the arguments.
    public let shape: MessageShape?
    /// The arguments of the message.
    public let arguments: [LogValue]
    public let metadata: [LogField]
    /// Fields that the logger was bound to.
    public let bound: [LogField]
    public let marks: RecordMarks

    /// The thread's number in its process: 1, 2, 3, … in order of first log calls.
    public var thread: UInt32 { identity.thread }
    public var sequence: UInt32 { identity.sequence }

    public init(
        identity: RecordIdentity, epoch: UInt32, ticks: UInt64, realtime: Int64, level: LogLevel, label: [UInt8]?,
        threadName: [UInt8]?, threadSystemID: UInt64 = 0, session: UInt32, file: Int, shape: MessageShape?,
        arguments: [LogValue], metadata: [LogField] = [], bound: [LogField] = [], marks: RecordMarks = []
    ) {
        self.identity = identity
        self.epoch = epoch
        self.ticks = ticks
        self.realtime = realtime
        self.level = level
        self.label = label
        self.threadName = threadName
        self.threadSystemID = threadSystemID
        self.session = session
        self.file = file
        self.shape = shape
        self.arguments = arguments
        self.metadata = metadata
        self.bound = bound
        self.marks = marks
    }

    /// Bytes that were cut from the message's arguments and metadata because the record would not have fitted.
    public var cutBytes: UInt64 {
        arguments.reduce(0) { $0 + UInt64($1.cutBytes) } + metadata.reduce(0) { $0 + UInt64($1.value.cutBytes) }
    }
}

/// What is special about a record.
public struct RecordMarks: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The message's definition is damaged everywhere: only its arguments are known.
    public static let definitionLost = RecordMarks(rawValue: 1)
    /// A definition was damaged and taken from another slot generation of the same session.
    public static let definitionBorrowed = RecordMarks(rawValue: 2)
    /// Text was cut off because the record would not have fitted.
    public static let textCut = RecordMarks(rawValue: 4)
    /// The label's, thread's or bound fields' definition is damaged everywhere.
    public static let contextLost = RecordMarks(rawValue: 8)
    /// The number of arguments is not the one its definition tells, or an argument has a type of a later version.
    public static let unknown = RecordMarks(rawValue: 16)
}
