// Makes any bytes safe to show on one line of a terminal, and keeps them readable and unambiguous. What a record holds
// was written by whoever talks to the service: nothing of it may move the cursor, turn text around or look like another
// record.
//
//     \\                  a backslash
//     \n \r \t            line feed, carriage return, tab
//     \x00 … \x1f, \x7f   other control characters
//     \u{85}, \u{202e}    control characters above ASCII, line separators, marks that change the direction of text
//     \x80 … \xff         bytes that are not UTF-8

/// What a walk over bytes finds: stretches that can be copied, and what lies between them.
enum TextUnit {
    case plain(Range<Int>)
    /// A scalar that must not be shown as it is: a control, a separator, a direction mark, a backslash or a quote.
    case special(UInt32)
    /// A byte that belongs to no valid UTF-8 sequence.
    case invalid(UInt8)
}

/// Walks over bytes as UTF-8.
struct TextWalker {
    let bytes: [UInt8]
    /// Makes `"` special too.
    let quoted: Bool
    private var position = 0

    init(_ bytes: [UInt8], quoted: Bool = false) {
        self.bytes = bytes
        self.quoted = quoted
    }

    mutating func next() -> TextUnit? {
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x80 {
                if !isSpecial(ascii: byte) {
                    position += 1
                    continue
                }
                return position > start ? .plain(start..<position) : take(1, .special(UInt32(byte)))
            }
            guard let (scalar, length) = UTF8Scalar.decode(bytes, at: position) else {
                return position > start ? .plain(start..<position) : take(1, .invalid(byte))
            }
            if Self.isSpecial(scalar) {
                return position > start ? .plain(start..<position) : take(length, .special(scalar))
            }
            position += length
        }
        return position > start ? .plain(start..<position) : nil
    }

    private mutating func take(_ length: Int, _ unit: TextUnit) -> TextUnit {
        position += length
        return unit
    }

    private func isSpecial(ascii byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") || (quoted && byte == UInt8(ascii: "\""))
    }

    private static func isSpecial(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x80...0x9F: true  // C1 controls: 9B starts an escape sequence as ESC [ does
        case 0x2028, 0x2029: true  // line and paragraph separator
        case 0x061C, 0x200E, 0x200F: true  // direction marks
        case 0x202A...0x202E, 0x2066...0x2069: true  // direction embeddings, overrides, isolates
        default: false
        }
    }
}

enum UTF8Scalar {
    /// The scalar that starts at `position`, and its length; nil for what is not UTF-8 (overlong forms, surrogates and
    /// values above 10FFFF included).
    static func decode(_ bytes: [UInt8], at position: Int) -> (scalar: UInt32, length: Int)? {
        let first = bytes[position]
        let length: Int
        let least: UInt32
        var scalar: UInt32
        switch first {
        case 0..<0x80: return (UInt32(first), 1)
        case 0xC2...0xDF: (length, least, scalar) = (2, 0x80, UInt32(first & 0x1F))
        case 0xE0...0xEF: (length, least, scalar) = (3, 0x800, UInt32(first & 0x0F))
        case 0xF0...0xF4: (length, least, scalar) = (4, 0x1_0000, UInt32(first & 0x07))
        default: return nil
        }
        guard position + length <= bytes.count else { return nil }
        for index in 1..<length {
            let byte = bytes[position + index]
            guard byte & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        guard scalar >= least, scalar <= 0x10_FFFF, !(0xD800...0xDFFF ~= scalar) else { return nil }
        return (scalar, length)
    }

    static func isValid(_ bytes: [UInt8]) -> Bool {
        var position = 0
        while position < bytes.count {
            guard let (_, length) = decode(bytes, at: position) else { return false }
            position += length
        }
        return true
    }
}

extension [UInt8] {
    /// Appends `text` so that it shows on one line.
    mutating func appendEscaped(_ text: [UInt8], quoted: Bool = false) {
        var walker = TextWalker(text, quoted: quoted)
        while let unit = walker.next() {
            switch unit {
            case .plain(let range): append(contentsOf: text[range])
            case .special(let scalar): appendEscape(of: scalar)
            case .invalid(let byte): appendHexEscape(byte)
            }
        }
    }

    private mutating func appendEscape(of scalar: UInt32) {
        switch scalar {
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        case 0x09: append("\\t")
        case 0x5C: append("\\\\")
        case 0x22: append("\\\"")
        case 0..<0x80: appendHexEscape(UInt8(scalar))
        default:
            append("\\u{")
            append(String(scalar, radix: 16))
            append("}")
        }
    }

    private mutating func appendHexEscape(_ byte: UInt8) {
        append("\\x")
        appendHex(byte)
    }
}
