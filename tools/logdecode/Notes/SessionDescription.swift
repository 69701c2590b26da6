// Sessions: who wrote, and how it ended.

import RingLogReader

/// How a session ended, as far as can be told from the file and this machine.
enum SessionState {
    case running, closed, exited, died, unfinished, unknown

    init(_ session: SessionInfo, isLatest: Bool, isLive: Bool) {
        switch session.ending {
        case .open: self = isLatest ? (isLive ? .running : .unfinished) : .died
        case .closed: self = .closed
        case .exited: self = .exited
        case .died: self = .died
        case .unknown: self = .unknown
        }
    }

    /// One word for programs.
    var name: String {
        switch self {
        case .running: "running"
        case .closed: "closed"
        case .exited: "exited"
        case .died: "died"
        case .unfinished: "unfinished"
        case .unknown: "unknown"
        }
    }

    var text: String {
        switch self {
        case .running: "running"
        case .closed: "closed"
        case .exited: "its process exited"
        case .died: "its process died without closing it (killed or crashed)"
        case .unfinished: "not closed: its process was killed or crashed, or the file is a copy"
        case .unknown: "its end is not in the file any more"
        }
    }
}

extension SessionInfo {
    func startText(_ time: inout TimestampWriter) -> String {
        "session \(ordinal) starts" + (details.map { " " + time.text($0.startRealtime) } ?? "") + processText(": ")
    }

    func endText(_ time: inout TimestampWriter) -> String {
        let state = SessionState(self, isLatest: false, isLive: false)
        guard let ended else { return "session \(ordinal) ends: \(state.text)" }
        // Nobody was there to note when a process died: the time is the last that the file knows of it.
        if state == .died { return "session \(ordinal) ends: \(state.text), last sign of life \(time.text(ended))" }
        return "session \(ordinal) ends \(time.text(ended)): \(state.text)"
    }

    /// Process, program and host, if they are known.
    func processText(_ lead: String) -> String {
        guard let details else { return "" }
        var text = lead + "pid \(details.processID)"
        if !details.executable.isEmpty { text += ", \(String(decoding: details.executable, as: UTF8.self))" }
        if !details.host.isEmpty { text += " on \(String(decoding: details.host, as: UTF8.self))" }
        return text
    }

    enum Marker: String {
        case start, end, latest
    }

    func appendJSON(marker: Marker, state: SessionState, ring: [UInt8], to line: inout [UInt8]) {
        var object = JSONObjectWriter()
        object.begin(&line)
        object.member("marker", text: "session_\(marker.rawValue)", &line)
        object.member("session", UInt64(ordinal), &line)
        switch marker {
        case .start:
            object.member("time", time: details?.startRealtime, &line)
            appendProcess(&object, to: &line)
        case .end, .latest:
            if state == .died {
                object.member("last_seen", time: ended, &line)
            } else {
                object.member("time", time: ended, &line)
            }
            object.member("ending", text: state.name, &line)
        }
        object.member("ring", text: ring, &line)
        object.end(&line)
        line.append("\n")
    }

    func appendProcess(_ object: inout JSONObjectWriter, to line: inout [UInt8]) {
        guard let details else { return }
        object.member("pid", UInt64(details.processID), &line)
        object.member("user_id", UInt64(details.userID), &line)
        object.member("executable", text: details.executable, &line)
        object.member("host", text: details.host, &line)
        object.member("build_id", text: hex(details.buildID), &line)
        object.member("boot_id", text: hex(details.bootID), &line)
    }
}

func hex(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for byte in bytes { text.appendHex(byte) }
    return text
}
