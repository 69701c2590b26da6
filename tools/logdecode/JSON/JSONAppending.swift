// JSON values as bytes. docs/JSON.md says what a reader may rely on.

import RingLogReader

extension [UInt8] {
    /// Appends a string. Bytes that are not UTF-8 are escaped in it as the text format does (then backslashes are too),
    /// so that the result is always valid; returns false if there were any, so that the caller can add the bytes.
    @discardableResult
    mutating func appendJSON(text: [UInt8]) -> Bool {
        let start = count
        append("\"")
        var walker = TextWalker(text, quoted: true)
        while let unit = walker.next() {
            switch unit {
            case .plain(let range): append(contentsOf: text[range])
            case .special(let scalar): appendJSONEscape(of: scalar)
            case .invalid:
                removeSubrange(start...)
                var shown: [UInt8] = []
                shown.appendEscaped(text)
                appendJSON(text: shown)
                return false
            }
        }
        append("\"")
        return true
    }

    mutating func appendJSON(text: String) {
        appendJSON(text: Array(text.utf8))
    }

    private mutating func appendJSONEscape(of scalar: UInt32) {
        switch scalar {
        case 0x22: append("\\\"")
        case 0x5C: append("\\\\")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        case 0x09: append("\\t")
        default:
            // No special scalar needs two UTF-16 units.
            append("\\u")
            appendHex(UInt8(truncatingIfNeeded: scalar >> 8))
            appendHex(UInt8(truncatingIfNeeded: scalar))
        }
    }

    /// Appends a string with `bytes` in base64 (RFC 4648, section 4, padded).
    mutating func appendJSON(base64 bytes: [UInt8]) {
        append("\"")
        var index = 0
        while index < bytes.count {
            let group = bytes[index..<Swift.min(index + 3, bytes.count)]
            var word: UInt32 = 0
            for byte in group { word = word << 8 | UInt32(byte) }
            word <<= UInt32(3 - group.count) * 8
            for place in 0..<4 {
                append(place <= group.count ? Self.base64Digit(word >> UInt32(18 - 6 * place) & 63) : UInt8(ascii: "="))
            }
            index += 3
        }
        append("\"")
    }

    private static func base64Digit(_ value: UInt32) -> UInt8 {
        let value = UInt8(value)
        return switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + value - 26
        case 52..<62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}

/// Writes the members of one object: commas and keys.
struct JSONObjectWriter {
    private var isEmpty = true

    mutating func begin(_ line: inout [UInt8]) {
        line.append("{")
        isEmpty = true
    }

    mutating func key(_ name: StaticString, _ line: inout [UInt8]) {
        comma(&line)
        line.append("\"")
        line.append(name)
        line.append("\":")
    }

    mutating func key(_ name: [UInt8], _ line: inout [UInt8]) {
        comma(&line)
        line.appendJSON(text: name)
        line.append(":")
    }

    mutating func end(_ line: inout [UInt8]) {
        line.append("}")
    }

    private mutating func comma(_ line: inout [UInt8]) {
        if !isEmpty { line.append(",") }
        isEmpty = false
    }

    mutating func member(_ name: StaticString, _ value: UInt64?, _ line: inout [UInt8]) {
        guard let value else { return }
        key(name, &line)
        line.append(decimal: value)
    }

    mutating func member(_ name: StaticString, text: String, _ line: inout [UInt8]) {
        key(name, &line)
        line.appendJSON(text: text)
    }

    /// Left out if empty. False if the text is not UTF-8.
    @discardableResult
    mutating func member(_ name: StaticString, text: [UInt8], _ line: inout [UInt8]) -> Bool {
        if text.isEmpty { return true }
        key(name, &line)
        return line.appendJSON(text: text)
    }

    /// Left out if there is none; nanoseconds since 1970 as a time.
    mutating func member(_ name: StaticString, time: Int64?, _ line: inout [UInt8]) {
        guard let time else { return }
        member(name, text: TimestampWriter.utc(time, decimals: 9), &line)
    }

    mutating func member(_ name: StaticString, flag: Bool, _ line: inout [UInt8]) {
        key(name, &line)
        line.append(flag ? "true" : "false")
    }
}
