// Regular expressions of the C library (POSIX, extended). They work on text without NUL bytes; what is matched here is
// the escaped form of a message, which has none.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What --grep and its companions ask for.
struct PatternSet {
    private var expressions: [RegularExpression] = []
    private let inverted: Bool

    /// Throws if a pattern is no regular expression.
    init(_ options: Options) throws(UsageError) {
        inverted = options.invertMatch
        for pattern in options.patterns {
            if !options.patternsAreFixed, let refusal = PatternLimits.refusal(pattern) {
                throw UsageError("pattern '\(pattern.prefix(80))': \(refusal); with --fixed-strings it is plain text")
            }
            let text = options.patternsAreFixed ? Self.quoted(pattern) : pattern
            expressions.append(try RegularExpression(text, shown: pattern, ignoreCase: options.ignoreCase))
        }
    }

    var isEmpty: Bool { expressions.isEmpty }

    func admits(_ content: inout [UInt8]) -> Bool {
        if expressions.isEmpty { return true }
        content.append(0)
        defer { content.removeLast() }
        for expression in expressions where expression.matches(terminated: content) { return !inverted }
        return inverted
    }

    private static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            if "\\^$.[]|()*+?{}".unicodeScalars.contains(scalar) { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted
    }
}

private final class RegularExpression {
    /// At a fixed address: the library keeps pointers into it.
    private let compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
    private var isCompiled = false

    init(_ pattern: String, shown: String, ignoreCase: Bool) throws(UsageError) {
        compiled.initialize(to: regex_t())
        let flags = REG_EXTENDED | REG_NOSUB | (ignoreCase ? REG_ICASE : 0)
        let code = regcomp(compiled, pattern, flags)
        isCompiled = code == 0
        guard isCompiled else {
            var buffer = [CChar](repeating: 0, count: 256)
            _ = regerror(code, compiled, &buffer, buffer.count)
            let reason = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw UsageError("pattern '\(shown)': \(reason); with --fixed-strings it is plain text")
        }
    }

    deinit {
        // What failed to compile is not the caller's to free.
        if isCompiled { regfree(compiled) }
        compiled.deallocate()
    }

    /// `text` ends in a zero byte.
    func matches(terminated text: [UInt8]) -> Bool {
        text.withUnsafeBytes { bytes in
            regexec(compiled, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), 0, nil, 0) == 0
        }
    }
}
