extension LogRecord {
    /// The record's fields: what the logger was bound to, arguments with a key or behind `name=`, metadata; in that
    /// order. A name that occurs again gets `_2`, `_3`, … behind it.
    public var fields: [LogField] {
        var fields = bound
        if let shape {
            for (piece, argument) in zip(shape.pieces, arguments) {
                guard let name = piece.key ?? nameBeforeArgument(piece.literal[...]) else { continue }
                fields.append(LogField(name: name, value: argument))
            }
        }
        fields.append(contentsOf: metadata)
        return numberingDuplicates(fields)
    }
}

private func numberingDuplicates(_ fields: [LogField]) -> [LogField] {
    guard fields.count > 1 else { return fields }
    var taken: Set<[UInt8]> = []
    var occurrences: [[UInt8]: Int] = [:]
    return fields.map { field in
        if taken.insert(field.name).inserted { return field }
        var number = occurrences[field.name] ?? 1
        var name: [UInt8]
        repeat {
            number += 1
            name = field.name + "_\(number)".utf8
        } while !taken.insert(name).inserted
        occurrences[field.name] = number
        return LogField(name: name, value: field.value)
    }
}

/// The name if `literal` ends in `name=` and at most one quote, with nothing before the name that could be part of one.
func nameBeforeArgument(_ literal: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = literal
    if let last = rest.last, last == UInt8(ascii: "\"") || last == UInt8(ascii: "'") { rest.removeLast() }
    guard rest.popLast() == UInt8(ascii: "=") else { return nil }
    let name = rest.suffix(while: isNameByte)
    guard let first = name.first, isNameStart(first) else { return nil }
    return Array(name)
}

private func isNameStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: false
    }
}

private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"): true
    default: isNameStart(byte)
    }
}

extension ArraySlice {
    fileprivate func suffix(while predicate: (Element) -> Bool) -> ArraySlice {
        var start = endIndex
        while start > startIndex, predicate(self[start - 1]) { start -= 1 }
        return self[start...]
    }
}
