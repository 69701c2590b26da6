/// Guesses what somebody meant to type.
enum Suggestion {
    /// Flags of other programs, and what does here what they do there.
    private static let foreign = [
        "json": "use --format json", "follow": "following a file is not built yet",
        "head": "pipe the output into head, or use --last N for the end", "tail": "use --last N",
        "lines": "use --last N",
    ]

    /// What to say behind the name of a flag that does not exist.
    static func hint(forFlag name: String) -> String {
        if let hint = foreign[name] { return "; " + hint }
        return nearest(to: name, in: Flag.all.map(\.name)).map { "; did you mean --\($0)?" } ?? " (see -h)"
    }

    /// The most similar candidate; nil if none is similar.
    static func nearest(to word: String, in candidates: [String]) -> String? {
        let word = Array(word.utf8.prefix(40))
        let rated = candidates.map { candidate in (candidate, distance(word, Array(candidate.utf8))) }
        guard let best = rated.min(by: { $0.1 < $1.1 }), best.1 <= (word.count < 3 ? 1 : max(2, word.count / 3)) else {
            return candidates.first { word.count >= 2 && $0.utf8.starts(with: word) }
        }
        return best.0
    }

    /// Letters to insert, remove or replace to get from one word to the other.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                row.append(min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1)))
            }
            last = row
        }
        return last[b.count]
    }
}
