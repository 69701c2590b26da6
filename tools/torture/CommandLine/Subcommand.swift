// The one table of tortures. A new one is a new entry here and a folder of its own.

/// What a run came to.
enum ExitStatus: Int32 {
    /// Everything held, and enough was covered to say so.
    case green = 0
    /// A promise was broken, or too little was covered to say that none was.
    case red = 1
    /// Wrong usage, or the machine did not let it run.
    case usage = 2
}

struct Subcommand: Sendable {
    let name: String
    let summary: String
    /// Further paragraphs for its own help.
    let details: String
    let flags: [Flag]
    /// Part of another one: started by this program itself, not shown in the overview.
    var isInternal = false
    let run: @Sendable (Arguments) throws(UsageError) -> ExitStatus

    static let all: [Subcommand] = [.kill, .bits, .killWriter, .bitsWorker]
}

/// One flag of a subcommand.
struct Flag: Sendable {
    let name: String
    /// What its value is called in the help; nil for a switch.
    let value: String?
    let help: String

    init(_ name: String, _ value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }
}

struct UsageError: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
