// What a run came to: the verdict on the last line of the standard error, and the exit status.

import RingLogReader

struct Tally {
    private(set) var state = Verdict.State.intact
    /// Readings, summed up.
    private var verdict = Verdict()
    /// By nonce: a copy of a file adds none.
    private var sessions: Set<UInt64> = []
    private var readable = 0
    private var unreadable = 0
    /// Records printed, if not simply all of them were wanted.
    var shown: UInt64?

    /// Something could not be done; says what.
    mutating func fail(_ message: String) {
        Messages.say(message)
        state = .unusable
    }

    /// A file or directory could not be read; says why.
    mutating func failInput(_ message: String) {
        fail(message)
        unreadable += 1
    }

    mutating func addFile(sessions found: [SessionInfo]) {
        readable += 1
        sessions.formUnion(found.lazy.map(\.nonce))
    }

    mutating func add(_ other: Verdict) {
        state = max(state, other.state)
        for field in [\Verdict.records, \.damages, \.lost, \.overwritten, \.givenUp, \.refused] {
            verdict[keyPath: field] = verdict[keyPath: field].addingSaturated(other[keyPath: field])
        }
    }

    mutating func add(damaged isDamaged: Bool) {
        if isDamaged { state = max(state, .damaged) }
    }

    /// The verdict line; `counts` is false for commands that count no records.
    func line(counts: Bool = true) -> String {
        switch state {
        case .intact: return "intact: " + (counts ? countsText : UInt64(readable).counted("file") + ", blocks not read")
        case .damaged: return "damaged: " + (counts ? countsText : UInt64(readable).counted("file"))
        case .unusable: break
        }
        if readable == 0 { return "cannot: nothing could be read" }
        let rest = counts ? countsText : UInt64(readable).counted("file") + " read"
        if unreadable == 0 { return "cannot: not everything could be done; \(rest)" }
        return "cannot: \(unreadable) of \(unreadable + readable) could not be read; in the rest \(rest)"
    }

    private var countsText: String {
        var text = "\(verdict.records.counted("record")), \(UInt64(sessions.count).counted("session"))"
        if let shown { text += ", \(shown.grouped) shown" }
        if verdict.damages > 0 { text += ", \(verdict.damages.counted("damaged place"))" }
        if verdict.lost > 0 { text += ", \(verdict.lost.grouped) lost to damage" }
        if verdict.overwritten > 0 { text += ", \(verdict.overwritten.grouped) overwritten" }
        if verdict.givenUp > 0 { text += ", \(verdict.givenUp.grouped) given up in slots" }
        if verdict.refused > 0 { text += ", \(verdict.refused.grouped) refused" }
        return text
    }
}
