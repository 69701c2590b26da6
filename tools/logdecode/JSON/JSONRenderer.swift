// Records as lines for programs, one object each. docs/JSON.md describes them.

import RingLogReader

struct JSONRenderer {
    private var time = TimestampWriter(decimals: 9)
    private let showsIDs: Bool
    /// Names of the files if there are several; empty otherwise.
    private let fileNames: [[UInt8]]
    /// Reused from record to record.
    private var message: [UInt8] = []

    init(showsIDs: Bool = false, fileNames: [String] = []) {
        self.showsIDs = showsIDs
        self.fileNames = fileNames.count > 1 ? fileNames.map { Array($0.utf8) } : []
    }

    /// Appends the record as one line.
    mutating func append(_ record: LogRecord, to line: inout [UInt8]) {
        var object = JSONObjectWriter()
        object.begin(&line)
        appendHead(of: record, &object, to: &line)
        message.removeAll(keepingCapacity: true)
        record.renderMessage(into: &message, markingCuts: false)
        object.key("message", &line)
        line.appendJSON(text: message)
        let fields = record.fields
        append(fields, &object, to: &line)
        object.member("file", text: record.shape?.file ?? [], &line)
        if let shape = record.shape, shape.line > 0 { object.member("line", UInt64(shape.line), &line) }
        appendSource(of: record, &object, to: &line)
        appendTypes(of: fields, &object, to: &line)
        appendMarks(of: record, fields, &object, to: &line)
        appendRaw(of: record, fields, &object, to: &line)
        object.end(&line)
        line.append("\n")
    }

    private mutating func appendHead(of record: LogRecord, _ object: inout JSONObjectWriter, to line: inout [UInt8]) {
        object.key("time", &line)
        line.append("\"")
        time.append(record.realtime, to: &line)
        line.append("\"")
        object.key("level", &line)
        line.append("\"")
        line.append(record.level.description)
        line.append("\"")
        object.member("label", text: record.label ?? [], &line)
        object.key("thread", &line)
        if let name = record.threadName, !name.isEmpty {
            line.appendJSON(text: name)
        } else {
            line.append("\"#")
            line.append(decimal: UInt64(record.thread))
            line.append("\"")
        }
        if record.session != 0 { object.member("session", UInt64(record.session), &line) }
    }

    private func append(_ fields: [LogField], _ object: inout JSONObjectWriter, to line: inout [UInt8]) {
        guard !fields.isEmpty else { return }
        object.key("fields", &line)
        var members = JSONObjectWriter()
        members.begin(&line)
        for field in fields {
            members.key(field.name, &line)
            line.appendJSON(field.value)
        }
        members.end(&line)
    }

    /// What the values of fields do not tell themselves.
    private func appendTypes(of fields: [LogField], _ object: inout JSONObjectWriter, to line: inout [UInt8]) {
        guard fields.contains(where: { $0.value.jsonType != nil }) else { return }
        object.key("types", &line)
        var members = JSONObjectWriter()
        members.begin(&line)
        for field in fields {
            guard let type = field.value.jsonType else { continue }
            members.key(field.name, &line)
            line.appendJSON(text: type)
        }
        members.end(&line)
    }

    private func appendSource(of record: LogRecord, _ object: inout JSONObjectWriter, to line: inout [UInt8]) {
        if record.file < fileNames.count { object.member("ring", text: fileNames[record.file], &line) }
        guard showsIDs else { return }
        object.member("thread_number", UInt64(record.thread), &line)
        if record.threadSystemID != 0 { object.member("thread_id", record.threadSystemID, &line) }
        object.member("sequence", UInt64(record.sequence), &line)
    }

    private func appendMarks(
        of record: LogRecord, _ fields: [LogField], _ object: inout JSONObjectWriter, to line: inout [UInt8]
    ) {
        let cut = record.cutBytes
        if cut > 0 { appendCuts(cut, of: fields, &object, to: &line) }
        var marks: [StaticString] = []
        if record.marks.contains(.definitionLost) { marks.append("message_lost") }
        if record.marks.contains(.definitionBorrowed) { marks.append("message_recovered") }
        if record.shape?.textCut == true || (cut == 0 && record.marks.contains(.textCut)) { marks.append("text_cut") }
        if record.marks.contains(.contextLost) { marks.append("context_lost") }
        if record.marks.contains(.unknown) { marks.append("arguments_unknown") }
        guard !marks.isEmpty else { return }
        object.key("marks", &line)
        for (index, mark) in marks.enumerated() {
            line.append(index == 0 ? "[\"" : ",\"")
            line.append(mark)
            line.append("\"")
        }
        line.append("]")
    }

    /// Bytes cut from the whole record, and from those of its fields that lost some.
    private func appendCuts(
        _ total: UInt64, of fields: [LogField], _ object: inout JSONObjectWriter, to line: inout [UInt8]
    ) {
        object.member("cut", total, &line)
        let cut = fields.filter { $0.value.cutBytes > 0 }
        guard !cut.isEmpty else { return }
        object.key("cut_fields", &line)
        var members = JSONObjectWriter()
        members.begin(&line)
        for field in cut {
            members.key(field.name, &line)
            line.append(decimal: UInt64(field.value.cutBytes))
        }
        members.end(&line)
    }

    /// The bytes of texts that are not UTF-8 and were therefore shown escaped.
    private func appendRaw(
        of record: LogRecord, _ fields: [LogField], _ object: inout JSONObjectWriter, to line: inout [UInt8]
    ) {
        let texts: [(StaticString, [UInt8])] = [
            ("message", message), ("label", record.label ?? []), ("thread", record.threadName ?? []),
            ("file", record.shape?.file ?? []),
        ]
        let invalidTexts = texts.filter { !UTF8Scalar.isValid($0.1) }
        let invalidFields = fields.filter { $0.value.bytesOfInvalidText != nil }
        guard !invalidTexts.isEmpty || !invalidFields.isEmpty else { return }
        object.key("raw", &line)
        var members = JSONObjectWriter()
        members.begin(&line)
        for (name, text) in invalidTexts {
            members.key(name, &line)
            line.appendJSON(base64: text)
        }
        if !invalidFields.isEmpty {
            members.key("fields", &line)
            var inner = JSONObjectWriter()
            inner.begin(&line)
            for field in invalidFields {
                inner.key(field.name, &line)
                line.appendJSON(base64: field.value.bytesOfInvalidText ?? [])
            }
            inner.end(&line)
        }
        members.end(&line)
    }
}
