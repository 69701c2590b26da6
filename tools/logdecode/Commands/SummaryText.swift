// A file's summary for people.

import RingLogReader

struct SummaryText {
    private(set) var bytes: [UInt8] = []
    private var time: TimestampWriter
    private static let labelWidth = 10
    private static let mostDamages = 20

    init(_ summary: FileSummary, _ damages: [Damage], zone: TimestampWriter.Zone) {
        time = TimestampWriter(decimals: 6, zone: zone)
        bytes.appendMessage(summary.name)
        bytes.append("\n")
        addFile(summary)
        addGeometry(summary)
        for session in summary.sessions { addSession(session, summary) }
        addLane("main lane", summary.mainLane)
        addLane("keep lane", summary.keepLane)
        addSlots(summary)
        addCounters(summary)
        addDamages(damages)
    }

    private mutating func row(_ label: String, _ text: String) {
        bytes.appendMessage("  " + label.padded(to: Self.labelWidth) + "  " + text)
        bytes.append("\n")
    }

    private mutating func addFile(_ summary: FileSummary) {
        var text = summary.size.byteSize
        if let settings = summary.settings { text += ", format \(settings.formatVersion)" }
        if let fingerprint = summary.fingerprint { text += ", fingerprint \(fingerprint.hex)" }
        if let created = summary.settings?.created { text += ", created \(time.text(created))" }
        row("file", text)
        if summary.shift != 0 { row("", "everything lies \(summary.shift) bytes behind its place: a part or an image") }
        if summary.live { row("", "in use by a running process") }
        if let settings = summary.settings, settings.compatible | settings.readCompatible != 0 {
            row(
                "features",
                "0x\(String(settings.compatible | settings.readCompatible, radix: 16)) unknown to this version")
        }
    }

    private mutating func addGeometry(_ summary: FileSummary) {
        guard let geometry = summary.geometry else { return row("geometry", "lost: no superblock can be read") }
        row(
            "geometry",
            "\(geometry.capacity.byteSize); \(geometry.slotCount) slots of \(UInt64(geometry.slotSize).byteSize) at "
                + "\(geometry.slotsOffset); \(geometry.keepSegments + geometry.mainSegments) segments of "
                + "\(UInt64(geometry.segmentSize).byteSize) at \(geometry.ringOffset), "
                + "\(geometry.keepSegments) of them keep lane; unit \(geometry.unit)")
        guard let settings = summary.settings else { return }
        row(
            "settings",
            "threshold \(settings.threshold), keep level \(settings.keepLevel), codec \(settings.codecName), "
                + "when full: \(settings.overflowText)")
    }

    private mutating func addSession(_ session: SessionInfo, _ summary: FileSummary) {
        let isLatest = session.nonce == summary.sessions.last?.nonce
        let state = SessionState(session, isLatest: isLatest, isLive: summary.live)
        var text = session.details.map { time.text($0.startRealtime) } ?? "start unknown"
        if let ended = session.ended {
            text += (state == .died ? ", last sign of life " : " to ") + time.text(ended)
        }
        row("session \(session.ordinal)", text + ": " + state.text)
        if session.details != nil { row("", session.processText("")) }
        if let first = session.firstRecord, let last = session.lastRecord {
            row("", "records from \(time.text(first)) to \(time.text(last))")
        }
        if !isLatest, let totals = session.totals { addTotals("", totals) }
    }

    private mutating func addLane(_ name: String, _ lane: FileSummary.Lane) {
        var text = "\(lane.segmentsUsed) of \(lane.segmentsTotal) segments, \(UInt64(lane.blocks).counted("block"))"
        if let first = lane.firstBlock, let last = lane.lastBlock { text += " (\(first) to \(last))" }
        text += ", \(lane.records.counted("record"))"
        row(name, text)
        if lane.storedBytes > 0 {
            row("", "\(lane.rawBytes.counted("byte")) stored in \(lane.storedBytes.grouped), \(lane.ratio)")
        }
        if let first = lane.firstRecord, let last = lane.lastRecord {
            row("", "from \(time.text(first)) to \(time.text(last))")
        }
        guard lane.mark > 0 else { return }
        let until = lane.markTime.map { ", up to \(time.text($0))" } ?? ""
        row("", "overwritten: blocks up to \(lane.mark), \(lane.recordsGivenUp.counted("record"))\(until)")
    }

    private mutating func addSlots(_ summary: FileSummary) {
        guard !summary.slots.isEmpty else { return }
        let totals = SlotTotals(summary.slots)
        var parts = ["\(totals.holding) of \(summary.slots.count) hold \(totals.records.counted("record"))"]
        if totals.empty > 0 { parts.append("\(totals.empty) empty") }
        if totals.unused > 0 { parts.append("\(totals.unused) never used") }
        if totals.changing > 0 { parts.append("\(totals.changing) were being freed") }
        if totals.damaged > 0 { parts.append("\(totals.damaged) DAMAGED") }
        row("slots", parts.joined(separator: ", "))
    }

    private mutating func addCounters(_ summary: FileSummary) {
        guard let counters = summary.counters else { return }
        addTotals("counters", counters)
    }

    private mutating func addDamages(_ damages: [Damage]) {
        for (index, damage) in damages.prefix(Self.mostDamages).enumerated() {
            row(index == 0 ? "damage" : "", damage.shown)
        }
        let rest = damages.count - Self.mostDamages
        if rest > 0 { row("", "\(UInt64(rest).counted("more place")); verify lists them") }
    }

    private mutating func addTotals(_ label: String, _ totals: SessionTotals) {
        let parts = SessionTotals.Counter.allCases.compactMap { counter -> String? in
            guard let value = totals[counter] else { return "\(counter.text) unknown" }
            return value == 0 ? nil : "\(counter.text) \(value.grouped)"
        }
        row(label, parts.isEmpty ? "nothing refused, given up or cut" : parts.joined(separator: ", "))
    }
}

/// Slots by what they hold.
struct SlotTotals {
    var holding = 0
    var empty = 0
    var unused = 0
    var changing = 0
    var damaged = 0
    var records: UInt64 = 0
    var bytes: UInt64 = 0

    init(_ slots: [FileSummary.SlotState]) {
        for slot in slots {
            switch slot {
            case .empty: empty += 1
            case .holding(_, let count, let size, _):
                holding += 1
                records = records.addingSaturated(count)
                bytes = bytes.addingSaturated(size)
            case .changing(_, _, let count):
                changing += 1
                records = records.addingSaturated(count)
            case .unused: unused += 1
            case .damaged: damaged += 1
            }
        }
    }
}

extension FileSummary.Settings {
    var codecName: String {
        switch codec {
        case 0: "none"
        case 1: "zlib"
        case 2: "zstd"
        default: "number \(codec)"
        }
    }

    var overflowText: String {
        switch overflowPolicy {
        case 0: "overwrite the oldest"
        case 1: "drop"
        case 2: "wait up to \(longestWait / 1_000_000) ms"
        default: "policy \(overflowPolicy)"
        }
    }

    var overflowName: String {
        switch overflowPolicy {
        case 0: "overwrite_oldest"
        case 1: "drop"
        case 2: "wait"
        default: "policy_\(overflowPolicy)"
        }
    }
}

extension FileSummary.Lane {
    /// How many times smaller, with one decimal.
    var ratio: String {
        if storedBytes == 0 { return "0.0 to 1" }
        let tenths = Int(min(Double(rawBytes) / Double(storedBytes) * 10, 1e9).rounded())
        return "\(tenths / 10).\(tenths % 10) to 1"
    }
}

extension SessionTotals.Counter {
    var text: String {
        switch self {
        case .refusedFull: "refused (no free slot)"
        case .refusedWait: "refused (waited in vain)"
        case .refusedContended: "refused (contended)"
        case .refusedFailed: "refused (failed or no room)"
        case .refusedClosed: "refused (after close)"
        case .refusedKeep: "of those at keep level"
        case .slotsGivenUp: "slots given up"
        case .recordsGivenUp: "records given up in slots"
        case .keepRecordsGivenUp: "of those at keep level"
        case .recordsCut: "records cut"
        case .bytesCut: "bytes cut"
        case .messagesExpired: "messages gone before they were logged"
        case .blocksWritten: "blocks written"
        case .slotsStoredDamaged: "slots stored damaged"
        }
    }

    /// For programs.
    var name: StaticString {
        switch self {
        case .refusedFull: "refused_full"
        case .refusedWait: "refused_wait"
        case .refusedContended: "refused_contended"
        case .refusedFailed: "refused_failed"
        case .refusedClosed: "refused_closed"
        case .refusedKeep: "refused_keep"
        case .slotsGivenUp: "slots_given_up"
        case .recordsGivenUp: "records_given_up"
        case .keepRecordsGivenUp: "keep_records_given_up"
        case .recordsCut: "records_cut"
        case .bytesCut: "bytes_cut"
        case .messagesExpired: "messages_expired"
        case .blocksWritten: "blocks_written"
        case .slotsStoredDamaged: "slots_stored_damaged"
        }
    }
}

extension UInt32 {
    /// Eight digits.
    var hex: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
