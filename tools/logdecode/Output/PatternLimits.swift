// What the C library's regular expressions cannot take without harm: it recurses once per parenthesis when it compiles,
// copies what is repeated as often as it is repeated, and searches exponentially long for back references.

enum PatternLimits {
    private static let mostBytes = 4096
    private static let deepest = 64
    private static let mostCopies = 10_000

    /// Why a pattern is refused, nil if it is not.
    static func refusal(_ pattern: String) -> String? {
        let bytes = Array(pattern.utf8)
        guard bytes.count <= mostBytes else { return "it is longer than \(mostBytes) bytes" }
        var depth = 0, copies = 1, at = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\\"):
                at += 1
                if at < bytes.count, UInt8(ascii: "1")...UInt8(ascii: "9") ~= bytes[at] {
                    return "back references such as \\1 are not supported"
                }
            case UInt8(ascii: "["): at = endOfBracket(bytes, at)
            case UInt8(ascii: "("):
                depth += 1
                if depth > deepest { return "its parentheses are nested more than \(deepest) deep" }
            case UInt8(ascii: ")"): depth = max(0, depth - 1)
            case UInt8(ascii: "{"):
                // All repetitions multiplied: more than nested ones really make, never less.
                copies *= max(1, highestNumber(bytes, from: at + 1))
                if copies > mostCopies { return "its repetitions come to more than \(mostCopies) copies" }
            default: break
            }
            at += 1
        }
        return nil
    }

    /// Index of the `]` that ends the bracket expression at `start`, or the last index. One in first place is a member.
    private static func endOfBracket(_ bytes: [UInt8], _ start: Int) -> Int {
        var at = start + 1
        if at < bytes.count, bytes[at] == UInt8(ascii: "^") { at += 1 }
        if at < bytes.count, bytes[at] == UInt8(ascii: "]") { at += 1 }
        while at < bytes.count, bytes[at] != UInt8(ascii: "]") { at += 1 }
        return min(at, bytes.count - 1)
    }

    /// The highest number between here and the next `}`, at most `mostCopies + 1`.
    private static func highestNumber(_ bytes: [UInt8], from start: Int) -> Int {
        var highest = 0, number = 0
        for byte in bytes[start...] {
            guard byte != UInt8(ascii: "}") else { break }
            let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            number = isDigit ? min(mostCopies + 1, number * 10 + Int(byte - UInt8(ascii: "0"))) : 0
            highest = max(highest, number)
        }
        return highest
    }
}
