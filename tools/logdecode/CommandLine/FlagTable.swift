// The one table of flags. A new flag is a new entry here, a field in Options, and a test.

import RingLogReader

extension Flag {
    static let all: [Flag] = selection + output + general

    private static let selection: [Flag] = [
        Flag(
            "since", value: "TIME", help: "records from this moment on",
            details: """
                ISO 8601, always with the date: 2026-11-30, 2026-11-30T08:15, 2026-11-30T08:15:02.123456. UTC, with \
                --local local time, unless Z or an offset like +01:00 follows. A space may stand for the T.
                """
        ) { options, text throws(UsageError) in
            options.since = try TimeArgument(text, zone: options.zone, name: "--since").first
        },
        Flag(
            "until", value: "TIME", help: "records up to this moment, included",
            details: """
                As exact as it is written: 2026-11-30 includes that day, 2026-11-30T08:15 that minute, and a time \
                copied from a line of output the record in that line.
                """
        ) { options, text throws(UsageError) in
            options.until = try TimeArgument(text, zone: options.zone, name: "--until").last
        },
        Flag(
            "level", short: "l", value: "LEVEL", help: "records at or above this level",
            details: "Levels, lowest first: trace, debug, info, notice, warning, error, critical."
        ) { options, text throws(UsageError) in options.level = try parseLevel(text) },
        Flag(
            "label", value: "LABEL", repeats: true, help: "records with this label",
            details: """
                Exact, or all labels that begin so if it ends in *; - for records without one. Given several times: \
                any of them.
                """
        ) { options, text throws(UsageError) in options.labels.append(try NamePattern(text, of: "--label")) },
        Flag(
            "thread", value: "THREAD", repeats: true, help: "records of this thread",
            details: """
                By name (exact, or its beginning and *), or by the number in its process, as in 3 or #3. \
                Given several times: any of them.
                """
        ) { options, text throws(UsageError) in options.threads.append(try ThreadPattern(text)) },
        Flag(
            "session", value: "N", repeats: true, help: "records of this session",
            details: """
                A session is one life of a process with the file open. 0 is the latest of each file, -1 the one before \
                it; 1, 2, 3, ... are numbers as `logdecode info` tells them. Given several times: any of them.
                """
        ) { options, text throws(UsageError) in options.sessions.append(try parseSession(text)) },
        Flag(
            "grep", short: "e", value: "PATTERN", repeats: true, help: "records whose message matches",
            details: """
                An extended regular expression (POSIX), looked for in the message and the fields behind it as the text \
                format shows them, escapes included. Letters beyond ASCII are matched as bytes. Given several times: \
                any of them.
                """
        ) { options, text throws(UsageError) in options.patterns.append(text) },
        Flag("fixed-strings", short: "F", help: "patterns are plain text") {
            options, _ throws(UsageError) in options.patternsAreFixed = true
        },
        Flag("ignore-case", short: "i", help: "patterns match ASCII letters of either case") {
            options, _ throws(UsageError) in options.ignoreCase = true
        },
        Flag("invert-match", short: "v", help: "records whose message matches no pattern") {
            options, _ throws(UsageError) in options.invertMatch = true
        },
        Flag(
            "last", short: "n", value: "N", help: "only the last N of the records selected",
            details: "Applied after all other selections."
        ) { options, text throws(UsageError) in options.last = try parseCount(text, "--last") },
    ]

    private static let output: [Flag] = [
        Flag(
            "format", short: "f", value: "text|json", commands: Command.allCases, help: "text (default) or JSON lines",
            details: """
                Text is for people: one record a line, control characters escaped, notes about what is missing in \
                lines that begin with `-- `. JSON is for programs: one object a line (docs/JSON.md); notes go to stderr.
                """
        ) { options, text throws(UsageError) in
            guard let format = OutputFormat(rawValue: text) else {
                throw UsageError("format '\(text)': expected text or json")
            }
            options.format = format
        },
        Flag("markers", help: "with JSON, notes as objects too, each with a key \"marker\"") {
            options, _ throws(UsageError) in options.showsMarkers = true
        },
        Flag("ids", help: "show each record's thread number and its number in that thread") {
            options, _ throws(UsageError) in options.showsIDs = true
        },
        Flag(
            "local", help: "local time",
            details: "Times are shown in local time (in JSON always in UTC), and those given without a zone are local."
        ) {
            options, _ throws(UsageError) in options.zone = .local
        },
        Flag(
            "quiet", short: "q", commands: [.print, .verify],
            help: "no notes; with verify, nothing but the verdict"
        ) { options, _ throws(UsageError) in options.isQuiet = true },
    ]

    private static let general: [Flag] = [
        Flag("help", short: "h", commands: Command.allCases, help: "this help; --help says more than -h") {
            options, flag throws(UsageError) in options.showsHelp = flag == "-h" ? .short : .long
        },
        Flag("version", short: "V", commands: Command.allCases, help: "the version of logdecode") {
            options, _ throws(UsageError) in options.showsVersion = true
        },
    ]
}

private func parseLevel(_ text: String) throws(UsageError) -> LogLevel {
    if let level = LogLevel(name: text.lowercased()) { return level }
    let names = LogLevel.all.map(\.description)
    let hint = Suggestion.nearest(to: text, in: names).map { "; did you mean \($0)?" } ?? ""
    throw UsageError("level '\(text)': expected one of \(names.joined(separator: ", "))\(hint)")
}

private func parseSession(_ text: String) throws(UsageError) -> SessionChoice {
    if let number = Int32(text) {
        return number > 0 ? .ordinal(UInt32(number)) : .fromLatest(-Int(number))
    }
    throw UsageError("session '\(text)': expected 0 (the latest), -1 (the one before), or a session's number")
}

private func parseCount(_ text: String, _ flag: String) throws(UsageError) -> Int {
    guard let count = Int(text), count >= 0 else {
        throw UsageError("\(flag) '\(text)': expected a number of records")
    }
    return count
}
