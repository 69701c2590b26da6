// Where `LogRing.open(name)` puts its file.

enum Places {
    static let suffix = ".ringlog"
    /// `orders`, then `orders.2`, … `orders.8`.
    static let mostNames = 8

    /// The paths to try for a name, in order. A name with a slash is a path of its own.
    static func candidates(for name: String) -> [String] {
        let stem = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
        let base = stem.contains("/") ? stem : "\(directory())/\(stem.isEmpty ? "log" : stem)"
        return (1...mostNames).map { $0 == 1 ? base + suffix : "\(base).\($0)\(suffix)" }
    }

    /// `$LOGS_DIRECTORY` and `$STATE_DIRECTORY` are what systemd gives a service; they may list several, separated by
    /// colons.
    static func directory() -> String {
        for name in ["LOGS_DIRECTORY", "STATE_DIRECTORY"] {
            if let value = System.environment(name), let first = value.split(separator: ":").first {
                return String(first)
            }
        }
        if let state = System.environment("XDG_STATE_HOME"), state.hasPrefix("/") { return state + "/ringlog" }
        if System.userID == 0 { return "/var/log/ringlog" }
        if let home = System.environment("HOME") { return home + "/.local/state/ringlog" }
        return "."
    }

    /// Makes the directory of a path and those above it, each 0700, as far as they are missing.
    static func makeDirectories(for path: String) {
        let folder = RingFile.directory(of: path)
        var made = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            made += "/\(part)"
            if (try? System.status(following: made)) == nil { try? System.makeDirectory(made, mode: 0o700) }
        }
    }
}
