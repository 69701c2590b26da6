// A program that logs what a test asks for; the scripts under Tests/system run it and read its files with logdecode. It
// uses nothing but the public API, as any service would.

import RingLog
import RingLogExampleSupport

@main
struct Probe {
    /// Each with its arguments; the scripts say what they are for.
    static let commands: [String: (summary: String, run: @Sendable ([String]) throws -> Void)] = [
        "roundtrip": ("FILE THREADS zlib|none", roundTrip),
        "token": ("FILE HOPS", passToken),
        "clock": ("FILE RECORDS MICROSECONDS", logBesideClock),
        "syscalls": ("FILE", countSystemCalls),
        "laps": ("FILE CAPACITY LAPS", writeLaps),
        "session": ("FILE TEXT RECORDS close|kill", runSession),
        "hold": ("FILE", holdStrictly),
        "open": ("NAME TEXT", openByName),
        "die": ("FILE RECORDS PHASE TIME", dieAtPhase),
        "die-with": ("FILE DEFECT PHASE TIME", dieWithDefect),
        "fork": ("FILE", forkWithRing),
        "die-beside-child": ("FILE", dieBesideChild),
        "close-all": ("FILE RECORDS", closeAllDescriptors),
        "many": ("DIRECTORY", openTooMany),
        "refuse-and-die": ("FILE", refuseAndDie),
        "overwrite-and-die": ("FILE", overwriteAndDie),
        "limit": ("FILE", lowerSizeLimit),
        "limit-create": ("FILE", createBeyondSizeLimit),
        "leave": ("NAME RECORDS", leaveWithoutClosing),
    ]

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.first, let command = commands[name],
            arguments.count - 1 == command.summary.split(separator: " ").count
        else {
            let usage = commands.map { "  ringlog-probe \($0.key) \($0.value.summary)" }.sorted()
            stop(2, "usage:\n" + usage.joined(separator: "\n"))
        }
        do {
            try command.run(Array(arguments.dropFirst()))
        } catch {
            stop(1, "ringlog-probe: \(error)")
        }
    }
}

/// What the tests want unless they say otherwise: everything recorded, nothing given up.
func everything(capacityBytes: Int) -> LogRing.Options {
    LogRing.Options(capacityBytes: capacityBytes, threshold: .trace, overflow: .wait(upTo: .seconds(60)))
}

func number(_ text: String) -> Int {
    guard let value = Int(text), value >= 0 else { stop(2, "not a number: \(text)") }
    return value
}

/// A log call that must be taken.
func must(_ recorded: Bool) {
    if !recorded { stop(1, "a record was refused") }
}
