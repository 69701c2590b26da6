import RingLogReader

/// What logdecode is asked to do.
enum Command: String, CaseIterable, Sendable {
    case print, info, verify

    /// Print is what happens when no command is named.
    static let named: [Command] = [.info, .verify]

    var summary: String {
        switch self {
        case .print: "print the records of all files, merged by time"
        case .info: "tell what a file is: geometry, sessions, lanes, counters"
        case .verify: "read and check everything; one line for each damaged place"
        }
    }
}

enum OutputFormat: String, CaseIterable, Sendable {
    case text, json
}

/// Which session of a file is meant.
enum SessionChoice: Equatable, Sendable {
    /// 0 is the latest, -1 the one before, and so on.
    case fromLatest(Int)
    /// The session's own number, counted from 1 in its file.
    case ordinal(UInt32)
}

/// A command line, understood.
struct Options: Equatable, Sendable {
    var command = Command.print
    var inputs: [String] = []
    /// Nanoseconds since 1970, both included.
    var since: Int64?
    var until: Int64?
    var level: LogLevel?
    var labels: [NamePattern] = []
    var threads: [ThreadPattern] = []
    var sessions: [SessionChoice] = []
    var patterns: [String] = []
    var patternsAreFixed = false
    var ignoreCase = false
    var invertMatch = false
    var last: Int?
    var format = OutputFormat.text
    var zone = TimestampWriter.Zone.utc
    var showsIDs = false
    var showsMarkers = false
    var isQuiet = false

    var showsHelp: HelpDetail?
    var showsVersion = false
}

enum HelpDetail: Sendable {
    case short, long
}
