// Records as lines for people:
//
//     2026-11-30T08:15:02.123456Z info  http [worker-3] request id=42 from ann took 3.25 ms {order=42 user="ann b"}
//
// time, level (padded to five: longer ones stick out), label (- if none), thread (#number if it has no name), message,
// then in braces what is not in the message: bound fields, hidden arguments, metadata.

import RingLogReader

struct TextRenderer {
    private var time: TimestampWriter
    private let showsIDs: Bool
    /// Reused from record to record.
    private var raw: [UInt8] = []

    init(zone: TimestampWriter.Zone = .utc, showsIDs: Bool = false) {
        time = TimestampWriter(decimals: 6, zone: zone)
        self.showsIDs = showsIDs
    }

    /// Appends the record as one line. `content` is what `appendContent` made of it.
    mutating func append(_ record: LogRecord, content: [UInt8], to line: inout [UInt8]) {
        time.append(record.realtime, to: &line)
        line.append(" ")
        let levelStart = line.count
        line.append(record.level.description)
        while line.count < levelStart + 5 { line.append(" ") }
        line.append(" ")
        if let label = record.label, !label.isEmpty { line.appendEscaped(label) } else { line.append("-") }
        line.append(" [")
        appendThread(of: record, to: &line)
        line.append("]")
        if !content.isEmpty { line.append(" ") }
        line.append(contentsOf: content)
        line.append("\n")
    }

    private func appendThread(of record: LogRecord, to line: inout [UInt8]) {
        let name = record.threadName ?? []
        line.appendEscaped(name)
        if name.isEmpty || showsIDs {
            if !name.isEmpty { line.append(" ") }
            line.append("#")
            line.append(decimal: UInt64(record.thread))
        }
        if showsIDs {
            line.append(":")
            line.append(decimal: UInt64(record.sequence))
        }
    }

    /// Appends message, marks and fields: what --grep looks at.
    mutating func appendContent(of record: LogRecord, to line: inout [UInt8]) {
        raw.removeAll(keepingCapacity: true)
        record.renderMessage(into: &raw, markingCuts: false)
        line.appendEscaped(raw)
        appendMarks(of: record, to: &line)
        appendFields(of: record, to: &line)
    }

    private func appendMarks(of record: LogRecord, to line: inout [UInt8]) {
        let cut = record.cutBytes
        if cut > 0 {
            line.append("…[+")
            line.append(decimal: cut)
            line.append(" bytes]")
        } else if record.marks.contains(.textCut) || record.shape?.textCut == true {
            line.append("…[cut]")
        }
        if record.marks.contains(.contextLost) { line.append(" [label, thread or fields lost]") }
        if record.marks.contains(.unknown) { line.append(" [arguments do not fit the message]") }
    }

    private mutating func appendFields(of record: LogRecord, to line: inout [UInt8]) {
        var opened = false
        for field in record.bound { appendField(field.name, field.value, &opened, to: &line) }
        if let shape = record.shape {
            for (piece, value) in zip(shape.pieces, record.arguments) where piece.options.contains(.hidden) {
                appendField(piece.key ?? [], value, &opened, to: &line)
            }
        }
        for field in record.metadata { appendField(field.name, field.value, &opened, to: &line) }
        if opened { line.append("}") }
    }

    private mutating func appendField(
        _ name: [UInt8], _ value: LogValue, _ opened: inout Bool, to line: inout [UInt8]
    ) {
        line.append(opened ? " " : line.isEmpty ? "{" : " {")
        opened = true
        line.appendEscaped(name)
        line.append("=")
        raw.removeAll(keepingCapacity: true)
        value.render(into: &raw, markingCuts: false)
        let isText = if case .string = value { true } else { false }
        let quoted = isText && Self.needsQuotes(raw)
        if quoted { line.append("\"") }
        line.appendEscaped(raw, quoted: quoted)
        if quoted { line.append("\"") }
    }

    /// Text that would not read as one word.
    private static func needsQuotes(_ text: [UInt8]) -> Bool {
        text.isEmpty
            || text.contains { byte in
                byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "=")
                    || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
            }
    }
}
