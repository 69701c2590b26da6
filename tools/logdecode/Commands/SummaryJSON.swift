// A file's summary for programs: one object on one line. docs/JSON.md describes it.

import RingLogReader

struct SummaryJSON {
    private(set) var bytes: [UInt8] = []

    init(_ summary: FileSummary, _ damages: [Damage]) {
        var object = JSONObjectWriter()
        object.begin(&bytes)
        object.member("ring", text: summary.name, &bytes)
        object.member("size", summary.size, &bytes)
        if summary.shift != 0 {
            object.key("shift", &bytes)
            bytes.append(decimal: summary.shift)
        }
        if let fingerprint = summary.fingerprint { object.member("fingerprint", text: fingerprint.hex, &bytes) }
        object.member("live", flag: summary.live, &bytes)
        if let settings = summary.settings { addSettings(settings, &object) }
        if let geometry = summary.geometry { addGeometry(geometry, &object) }
        addSessions(summary, &object)
        addLane("main_lane", summary.mainLane, &object)
        addLane("keep_lane", summary.keepLane, &object)
        addSlots(summary.slots, &object)
        if let counters = summary.counters { addTotals("counters", counters, &object) }
        object.member("damaged_places", UInt64(damages.count), &bytes)
        object.end(&bytes)
        bytes.append("\n")
    }

    private mutating func addSettings(_ settings: FileSummary.Settings, _ object: inout JSONObjectWriter) {
        object.member("format", UInt64(settings.formatVersion), &bytes)
        object.member("created", time: settings.created, &bytes)
        object.member("compatible_features", settings.compatible, &bytes)
        object.member("read_compatible_features", settings.readCompatible, &bytes)
        object.member("threshold", text: settings.threshold.description, &bytes)
        object.member("keep_level", text: settings.keepLevel.description, &bytes)
        object.member("codec", text: settings.codecName, &bytes)
        object.member("overflow", text: settings.overflowName, &bytes)
        if settings.longestWait > 0 { object.member("longest_wait_nanoseconds", settings.longestWait, &bytes) }
    }

    private mutating func addGeometry(_ geometry: FileSummary.Geometry, _ object: inout JSONObjectWriter) {
        object.key("geometry", &bytes)
        var inner = JSONObjectWriter()
        inner.begin(&bytes)
        inner.member("capacity", geometry.capacity, &bytes)
        inner.member("unit", UInt64(geometry.unit), &bytes)
        inner.member("slots_offset", geometry.slotsOffset, &bytes)
        inner.member("slot_size", UInt64(geometry.slotSize), &bytes)
        inner.member("slots", UInt64(geometry.slotCount), &bytes)
        inner.member("ring_offset", geometry.ringOffset, &bytes)
        inner.member("segment_size", UInt64(geometry.segmentSize), &bytes)
        inner.member("keep_segments", UInt64(geometry.keepSegments), &bytes)
        inner.member("main_segments", UInt64(geometry.mainSegments), &bytes)
        inner.end(&bytes)
    }

    private mutating func addSessions(_ summary: FileSummary, _ object: inout JSONObjectWriter) {
        object.key("sessions", &bytes)
        bytes.append("[")
        for (index, session) in summary.sessions.enumerated() {
            if index > 0 { bytes.append(",") }
            let isLatest = index == summary.sessions.count - 1
            addSession(session, SessionState(session, isLatest: isLatest, isLive: summary.live))
        }
        bytes.append("]")
    }

    private mutating func addSession(_ session: SessionInfo, _ state: SessionState) {
        var inner = JSONObjectWriter()
        inner.begin(&bytes)
        inner.member("session", UInt64(session.ordinal), &bytes)
        inner.member("state", text: state.name, &bytes)
        inner.member("started", time: session.details?.startRealtime, &bytes)
        if state == .died {
            inner.member("last_seen", time: session.ended, &bytes)
        } else {
            inner.member("ended", time: session.ended, &bytes)
        }
        inner.member("first_record", time: session.firstRecord, &bytes)
        inner.member("last_record", time: session.lastRecord, &bytes)
        session.appendProcess(&inner, to: &bytes)
        if let totals = session.totals { addTotals("counters", totals, &inner) }
        inner.end(&bytes)
    }

    private mutating func addLane(
        _ name: StaticString, _ lane: FileSummary.Lane, _ object: inout JSONObjectWriter
    ) {
        object.key(name, &bytes)
        var inner = JSONObjectWriter()
        inner.begin(&bytes)
        inner.member("segments", UInt64(lane.segmentsTotal), &bytes)
        inner.member("segments_used", UInt64(lane.segmentsUsed), &bytes)
        inner.member("highest_segment", lane.highestSegment, &bytes)
        inner.member("blocks", UInt64(lane.blocks), &bytes)
        inner.member("first_block", lane.firstBlock, &bytes)
        inner.member("last_block", lane.lastBlock, &bytes)
        inner.member("records", lane.records, &bytes)
        inner.member("stored_bytes", lane.storedBytes, &bytes)
        inner.member("raw_bytes", lane.rawBytes, &bytes)
        inner.member("first_record", time: lane.firstRecord, &bytes)
        inner.member("last_record", time: lane.lastRecord, &bytes)
        inner.member("overwritten_blocks_to", lane.mark, &bytes)
        inner.member("overwritten_to", time: lane.markTime, &bytes)
        inner.member("records_overwritten", lane.recordsGivenUp, &bytes)
        inner.end(&bytes)
    }

    private mutating func addSlots(_ slots: [FileSummary.SlotState], _ object: inout JSONObjectWriter) {
        let totals = SlotTotals(slots)
        object.key("slots", &bytes)
        var inner = JSONObjectWriter()
        inner.begin(&bytes)
        inner.member("holding", UInt64(totals.holding), &bytes)
        inner.member("empty", UInt64(totals.empty), &bytes)
        inner.member("unused", UInt64(totals.unused), &bytes)
        inner.member("being_freed", UInt64(totals.changing), &bytes)
        inner.member("damaged", UInt64(totals.damaged), &bytes)
        inner.member("records", totals.records, &bytes)
        inner.member("bytes", totals.bytes, &bytes)
        inner.end(&bytes)
    }

    /// A counter whose word in the file is damaged is null.
    private mutating func addTotals(
        _ name: StaticString, _ totals: SessionTotals, _ object: inout JSONObjectWriter
    ) {
        object.key(name, &bytes)
        var inner = JSONObjectWriter()
        inner.begin(&bytes)
        for counter in SessionTotals.Counter.allCases {
            inner.key(counter.name, &bytes)
            if let value = totals[counter] { bytes.append(decimal: value) } else { bytes.append("null") }
        }
        inner.end(&bytes)
    }
}
