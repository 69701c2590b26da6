// What the repository asks of its own text. Each rule takes a file and names the lines that break it.

enum Rules {
    static let longestLine = 120

    /// The product and its tools start fast and link small because nothing in them uses Foundation.
    static func foundationImports(_ file: SourceFile) -> [String] {
        guard file.isSwift else { return [] }
        return lines(of: file) { line in
            let words = line.split { $0 == " " || $0 == "(" || $0 == ")" || $0 == "." }
            guard let keyword = words.firstIndex(where: { $0 == "import" || $0 == "canImport" }) else { return false }
            guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return false }
            return words[keyword...].dropFirst().contains { $0.hasPrefix("Foundation") }
        }
    }

    static func longLines(_ file: SourceFile) -> [String] {
        guard file.isCode else { return [] }
        return lines(of: file) { $0.count > longestLine }
    }

    /// Paths that exist on one machine only.
    static func machinePaths(_ file: SourceFile) -> [String] {
        // Spelled in two halves, so that this file keeps its own rule.
        let roots = [("/wo", "rk/"), ("/ro", "ot/"), ("/ho", "me/"), ("/tmp", "/rl"), ("/Us", "ers/")].map { $0 + $1 }
        return lines(of: file) { line in roots.contains { line.contains($0) } }
    }

    /// Work that is put off belongs in the tracker.
    static func postponedWork(_ file: SourceFile) -> [String] {
        let marks = [("TO", "DO"), ("FIX", "ME"), ("XX", "X:")].map { $0 + $1 }
        return lines(of: file) { line in marks.contains { line.contains($0) } }
    }

    static func trailingBlanks(_ file: SourceFile) -> [String] {
        guard file.isCode || file.isMarkdown else { return [] }
        return lines(of: file) { $0.last == " " || $0.last == "\t" }
    }

    /// A dependent package could not build with them.
    static func unsafeFlags(_ file: SourceFile) -> [String] {
        guard file.path == "Package.swift" else { return [] }
        return lines(of: file) { $0.contains("unsafeFlags") }
    }

    /// Targets of Markdown links to files of the repository, as paths from its root, without what follows `#`.
    static func linkTargets(_ file: SourceFile) -> [String] {
        guard file.isMarkdown else { return [] }
        let folder = file.path.split(separator: "/").dropLast()
        return file.lines.flatMap { line in
            line.split(separator: "](", omittingEmptySubsequences: false).dropFirst().compactMap { rest -> String? in
                let target = rest.prefix { $0 != ")" && $0 != "#" }
                guard !target.isEmpty, !target.contains("://"), !target.hasPrefix("mailto:") else { return nil }
                return resolve(target, in: folder)
            }
        }
    }

    private static func resolve(_ target: Substring, in folder: ArraySlice<Substring>) -> String {
        var parts = Array(folder)
        for part in target.split(separator: "/") {
            switch part {
            case ".": break
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }

    private static func lines(of file: SourceFile, where breaks: (Substring) -> Bool) -> [String] {
        zip(1..., file.lines).compactMap { number, line in
            breaks(line) ? "\(file.path):\(number): \(line)" : nil
        }
    }
}
