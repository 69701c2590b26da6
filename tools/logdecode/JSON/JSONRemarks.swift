// What a record's own members cannot tell: types of values, what was cut, what was lost, bytes that are not UTF-8. Few
// records have any of it.

import RingLogReader

struct JSONRemarks {
    let record: LogRecord
    let message: [UInt8]
    let fields: [LogField]

    func append(to line: inout [UInt8], _ object: inout JSONObjectWriter) {
        appendTypes(&object, to: &line)
        appendCuts(&object, to: &line)
        appendMarks(&object, to: &line)
        appendRaw(&object, to: &line)
    }

    private func appendTypes(_ object: inout JSONObjectWriter, to line: inout [UInt8]) {
        appendObject("types", fields.filter { $0.value.jsonType != nil }, &object, to: &line) { field, line in
            line.appendJSON(text: field.value.jsonType ?? "")
        }
    }

    /// Bytes cut from the whole record, and from those of its fields that lost some.
    private func appendCuts(_ object: inout JSONObjectWriter, to line: inout [UInt8]) {
        let total = record.cutBytes
        guard total > 0 else { return }
        object.member("cut", total, &line)
        appendObject("cut_fields", fields.filter { $0.value.cutBytes > 0 }, &object, to: &line) { field, line in
            line.append(decimal: UInt64(field.value.cutBytes))
        }
    }

    private func appendMarks(_ object: inout JSONObjectWriter, to line: inout [UInt8]) {
        let marks = record.marks
        let textIsCut = record.shape?.textCut == true || (marks.contains(.textCut) && record.cutBytes == 0)
        let names: [(StaticString, Bool)] = [
            ("message_lost", marks.contains(.definitionLost)),
            ("message_recovered", marks.contains(.definitionBorrowed)),
            ("text_cut", textIsCut),
            ("context_lost", marks.contains(.contextLost)),
            ("arguments_unknown", marks.contains(.unknown)),
        ]
        let set = names.filter(\.1)
        guard !set.isEmpty else { return }
        object.key("marks", &line)
        for (index, mark) in set.enumerated() {
            line.append(index == 0 ? "[\"" : ",\"")
            line.append(mark.0)
            line.append("\"")
        }
        line.append("]")
    }

    /// The bytes of texts that are not UTF-8 and were therefore shown escaped.
    private func appendRaw(_ object: inout JSONObjectWriter, to line: inout [UInt8]) {
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
        appendObject("fields", invalidFields, &members, to: &line) { field, line in
            line.appendJSON(base64: field.value.bytesOfInvalidText ?? [])
        }
        members.end(&line)
    }

    /// An object with a member for each of `fields`; left out if there are none.
    private func appendObject(
        _ name: StaticString, _ fields: [LogField], _ object: inout JSONObjectWriter, to line: inout [UInt8],
        value: (LogField, inout [UInt8]) -> Void
    ) {
        guard !fields.isEmpty else { return }
        object.key(name, &line)
        var members = JSONObjectWriter()
        members.begin(&line)
        for field in fields {
            members.key(field.name, &line)
            value(field, &line)
        }
        members.end(&line)
    }
}
