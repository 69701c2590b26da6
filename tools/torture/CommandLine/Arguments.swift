// The arguments of one subcommand, checked against its flags.

struct Arguments: Sendable {
    private var values: [String: String] = [:]

    init(_ words: ArraySlice<String>, flags: [Flag]) throws(UsageError) {
        var words = words
        while let word = words.popFirst() {
            guard word.hasPrefix("--") else { throw UsageError("'\(word)' is unexpected") }
            // Both --rounds 10 and --rounds=10.
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let flag = flags.first(where: { $0.name == name }) else {
                throw UsageError("there is no flag '--\(name)' here")
            }
            guard values[name] == nil else { throw UsageError("--\(name) is given twice") }
            if flag.value == nil {
                guard parts.count == 1 else { throw UsageError("--\(name) takes no value") }
                values[name] = ""
            } else if parts.count == 2 {
                values[name] = String(parts[1])
            } else {
                guard let value = words.popFirst() else { throw UsageError("--\(name) needs a value") }
                values[name] = value
            }
        }
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    func text(_ name: String) -> String? { values[name] }

    func required(_ name: String) throws(UsageError) -> String {
        guard let value = values[name] else { throw UsageError("--\(name) is missing") }
        return value
    }

    func integer<I: FixedWidthInteger>(_ name: String, in range: ClosedRange<I>, default value: I) throws(UsageError)
        -> I
    {
        try integer(name, in: range) ?? value
    }

    func integer<I: FixedWidthInteger>(_ name: String, in range: ClosedRange<I>) throws(UsageError) -> I? {
        guard let text = values[name] else { return nil }
        guard let number = I(text), range.contains(number) else {
            throw UsageError(
                "--\(name) '\(text)': a number from \(range.lowerBound) to \(range.upperBound) was expected")
        }
        return number
    }

    /// A value that is one of the names of a type.
    func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, _ type: Choice.Type) throws(UsageError)
        -> Choice?
    where Choice.RawValue == String {
        guard let text = values[name] else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--\(name) '\(text)': one of \(names) was expected")
        }
        return choice
    }
}
