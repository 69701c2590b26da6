// What is missing: how much, from when to when, why.

import RingLogReader

extension GapNote {
    /// Why the records are missing.
    var reason: String {
        switch kind {
        // Counted by the main lane; which of them the keep lane still has shows as they come. The verdict is exact.
        case .writtenOff: "overwritten by newer ones, except important ones that are shown"
        case .slotsGivenUp(slots: 0): "given up with full slots, in sessions that are not in the file any more"
        case .slotsGivenUp(let slots): "given up with \(slots.counted("full slot")): compaction did not keep up"
        case .refused(let counter): "refused: " + Self.refusal(counter)
        case .cut: "the file is cut"
        case .damaged: "damaged bytes" + (offset.map { " at \($0)" } ?? "")
        case .unexplained: "nothing explains why"
        }
    }

    private static func refusal(_ counter: SessionTotals.Counter?) -> String {
        switch counter {
        case .refusedFull: "no free slot"
        case .refusedWait: "no free slot in time"
        case .refusedContended: "all slots were held by other threads"
        case .refusedFailed: "the logger had failed or had no room"
        case .refusedClosed: "logged after close"
        default: "for several reasons"
        }
    }

    /// One word for programs.
    var reasonName: StaticString {
        switch kind {
        case .writtenOff: "overwritten"
        case .slotsGivenUp: "given_up"
        case .refused: "refused"
        case .cut: "cut"
        case .damaged: "damaged"
        case .unexplained: "unexplained"
        }
    }

    /// The note for people, on one line.
    func text(_ time: inout TimestampWriter) -> String {
        var text = "missing: " + (count.map { $0.counted("record") } ?? "records")
        if let keepCount, keepCount > 0 { text += " (\(keepCount.grouped) of them important)" }
        switch (from, to) {
        case (let from?, let to?): text += ", \(time.text(from)) to \(time.text(to))"
        case (let from?, nil): text += ", from \(time.text(from)) on"
        case (nil, let to?): text += ", up to \(time.text(to))"
        case (nil, nil): break
        }
        if session != 0 { text += ", session \(session)" }
        if let thread { text += ", thread #\(thread)" }
        return text + ": " + reason
    }

    func appendJSON(ring: [UInt8], to line: inout [UInt8]) {
        var object = JSONObjectWriter()
        object.begin(&line)
        object.member("marker", text: "gap", &line)
        object.key("reason", &line)
        line.append("\"")
        line.append(reasonName)
        line.append("\"")
        object.member("records", count, &line)
        object.member("keep_records", keepCount, &line)
        object.member("from", time: from, &line)
        object.member("to", time: to, &line)
        if session != 0 { object.member("session", UInt64(session), &line) }
        object.member("thread_number", thread.map(UInt64.init), &line)
        object.member("offset", offset, &line)
        object.member("text", text: reason, &line)
        object.member("ring", text: ring, &line)
        object.end(&line)
        line.append("\n")
    }

    /// False if it is known to lie outside of the time that is asked for.
    func overlaps(since: Int64?, until: Int64?) -> Bool {
        if let since, let to, to < since { return false }
        if let until, let from, from > until { return false }
        return true
    }
}

extension TimestampWriter {
    mutating func text(_ nanoseconds: Int64) -> String {
        var line: [UInt8] = []
        append(nanoseconds, to: &line)
        return String(decoding: line, as: UTF8.self)
    }
}
