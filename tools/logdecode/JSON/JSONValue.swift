// A field's value in JSON: always a number, a string, a boolean or null. What JSON has no form for is a string, and a
// second member of the record says what it stands for, so that a field keeps its type for those who index it.

import RingLogReader

extension [UInt8] {
    /// Appends the value; returns false if that does not tell everything about it.
    @discardableResult
    mutating func appendJSON(_ value: LogValue) -> Bool {
        switch value {
        case .int(let number): append(decimal: number)
        case .uint(let number): append(decimal: number)
        case .int128(let number): append(number.description)
        case .uint128(let number): append(number.description)
        // Swift's description is the shortest text that reads back as the same number.
        case .double(let number): appendJSON(number: number.description, isFinite: number.isFinite)
        case .float(let number): appendJSON(number: number.description, isFinite: number.isFinite)
        case .bool(let flag): append(flag ? "true" : "false")
        case .string(let text, _): return appendJSON(text: text)
        case .bytes(let bytes, _), .unknown(_, let bytes, _): appendJSON(base64: bytes)
        case .none, .withheld: append("null")
        case .hash(let hash):
            append("\"")
            appendHex(hash)
            append("\"")
        case .uuid:
            append("\"")
            value.render(into: &self)
            append("\"")
        }
        return value.jsonType == nil
    }

    /// `nan`, `inf` and `-inf` are no JSON numbers.
    private mutating func appendJSON(number: String, isFinite: Bool) {
        if !isFinite { append("\"") }
        append(number)
        if !isFinite { append("\"") }
    }
}

extension LogValue {
    /// What a value is if its JSON form does not show it.
    var jsonType: String? {
        switch self {
        case .double(let number): number.isFinite ? nil : "float"
        case .float(let number): number.isFinite ? nil : "float"
        case .bytes: "bytes"
        case .withheld: "withheld"
        case .hash: "hash"
        case .unknown(let code, _, _): "type_\(code)"
        default: nil
        }
    }

    /// A text's bytes if they are not UTF-8 and could not be shown as they are.
    var bytesOfInvalidText: [UInt8]? {
        guard case .string(let text, _) = self, !UTF8Scalar.isValid(text) else { return nil }
        return text
    }
}
