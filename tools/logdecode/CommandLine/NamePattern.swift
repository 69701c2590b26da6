// Names as --label and --thread take them.

/// A name, or all names that begin like it.
struct NamePattern: Equatable, Sendable {
    /// As it was typed.
    let typed: String
    let text: [UInt8]
    let isPrefix: Bool

    /// A `*` that would not do what it seems to do is refused; `flag` is whom to blame.
    init(_ pattern: String, of flag: String) throws(UsageError) {
        typed = pattern
        isPrefix = pattern.hasSuffix("*")
        text = Array(isPrefix ? pattern.utf8.dropLast() : pattern.utf8[...])
        if text.contains(UInt8(ascii: "*")) {
            throw UsageError("\(flag) '\(pattern)': a * may only stand at the end, for names that begin so")
        }
    }

    func matches(_ name: [UInt8]) -> Bool {
        isPrefix ? name.starts(with: text) : name == text
    }

    /// True for `-`, which stands for no label, as in the text format.
    var meansNone: Bool { !isPrefix && text == [UInt8(ascii: "-")] }

    func matches(label: [UInt8]?) -> Bool {
        guard let label, !label.isEmpty else { return meansNone }
        return matches(label)
    }
}

/// A thread by its name, its number, or whichever fits.
struct ThreadPattern: Equatable, Sendable {
    /// As it was typed.
    let typed: String
    let name: NamePattern?
    let ordinal: UInt32?

    init(_ text: String) throws(UsageError) {
        typed = text
        let hasSign = text.hasPrefix("#")
        ordinal = UInt32(hasSign ? text.dropFirst() : text[...])
        // A thread may be called 3 as well; only # makes it plain that the number is meant.
        name = hasSign && ordinal != nil ? nil : try NamePattern(text, of: "--thread")
    }

    func matches(ordinal number: UInt32, name threadName: [UInt8]?) -> Bool {
        if ordinal == number { return true }
        guard let name, let threadName else { return false }
        return name.matches(threadName)
    }
}
