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
        var isPlain = appendHead(of: record, &object, to: &line)
        message.removeAll(keepingCapacity: true)
        record.renderMessage(into: &message, markingCuts: false)
        object.key("message", &line)
        isPlain = line.appendJSON(text: message) && isPlain
        let fields = record.fields
        isPlain = append(fields, &object, to: &line) && isPlain
        isPlain = appendSource(of: record, &object, to: &line) && isPlain
        if !isPlain || record.cutBytes > 0 || !record.marks.isEmpty || record.shape?.textCut == true {
            let remarks = JSONRemarks(record: record, message: message, fields: fields)
            remarks.append(to: &line, &object)
        }
        object.end(&line)
        line.append("\n")
    }

    // These tell whether everything they append says what it is, so that nothing has to be added to it.

    private mutating func appendHead(
        of record: LogRecord, _ object: inout JSONObjectWriter, to line: inout [UInt8]
    ) -> Bool {
        object.key("time", &line)
        line.append("\"")
        time.append(record.realtime, to: &line)
        line.append("\"")
        object.key("level", &line)
        line.append("\"")
        line.append(record.level.description)
        line.append("\"")
        var isPlain = object.member("label", text: record.label ?? [], &line)
        if let name = record.threadName, !name.isEmpty {
            isPlain = object.member("thread", text: name, &line) && isPlain
        } else {
            object.key("thread", &line)
            line.append("\"#")
            line.append(decimal: UInt64(record.thread))
            line.append("\"")
        }
        if record.session != 0 { object.member("session", UInt64(record.session), &line) }
        return isPlain
    }

    private func append(_ fields: [LogField], _ object: inout JSONObjectWriter, to line: inout [UInt8]) -> Bool {
        if fields.isEmpty { return true }
        object.key("fields", &line)
        var members = JSONObjectWriter()
        members.begin(&line)
        var isPlain = true
        for field in fields {
            members.key(field.name, &line)
            isPlain = line.appendJSON(field.value) && isPlain
        }
        members.end(&line)
        return isPlain
    }

    private func appendSource(
        of record: LogRecord, _ object: inout JSONObjectWriter, to line: inout [UInt8]
    ) -> Bool {
        let isPlain = object.member("file", text: record.shape?.file ?? [], &line)
        if let shape = record.shape, shape.line > 0 { object.member("line", UInt64(shape.line), &line) }
        if record.file < fileNames.count { object.member("ring", text: fileNames[record.file], &line) }
        guard showsIDs else { return isPlain }
        object.member("thread_number", UInt64(record.thread), &line)
        if record.threadSystemID != 0 { object.member("thread_id", record.threadSystemID, &line) }
        object.member("sequence", UInt64(record.sequence), &line)
        return isPlain
    }
}
