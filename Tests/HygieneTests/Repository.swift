// The repository's own files, read with nothing but the C library.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A text file of the repository.
struct SourceFile: Sendable {
    /// Relative to the repository, with slashes.
    let path: String
    let lines: [Substring]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    var isSwift: Bool { path.hasSuffix(".swift") }
    var isMarkdown: Bool { path.hasSuffix(".md") }

    /// Code and scripts, as against prose and data.
    var isCode: Bool {
        let suffixes = [".swift", ".c", ".h", ".sh", ".py", ".modulemap"]
        return suffixes.contains { path.hasSuffix($0) } || Repository.scripts.contains(path)
    }
}

enum Repository {
    /// Scripts that have no suffix, since people type their names.
    static let scripts: Set<String> = ["tools/quickstart", "tools/test", ".ci/run"]

    static let root: String = {
        // This file is two folders below the root.
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/")
    }()

    /// Every file that is UTF-8 text, sorted by path; what git ignores as built is left out.
    static let textFiles: [SourceFile] = paths.compactMap { path in
        read(path).map { SourceFile(path: path, text: $0) }
    }

    static let paths: [String] = list("").sorted()

    static func file(_ path: String) -> SourceFile? {
        textFiles.first { $0.path == path }
    }

    static func isExecutable(_ path: String) -> Bool {
        access(root + "/" + path, X_OK) == 0
    }

    private static let ignored: Set<String> = [".git", ".build", ".swiftpm", "__pycache__"]

    private static func list(_ folder: String) -> [String] {
        guard let directory = opendir(root + "/" + folder) else { return [] }
        defer { closedir(directory) }
        var found: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != "..", !ignored.contains(name) else { continue }
            let path = folder.isEmpty ? name : folder + "/" + name
            if entry.pointee.d_type == DT_DIR { found += list(path) } else { found.append(path) }
        }
        return found
    }

    private static func read(_ path: String) -> String? {
        guard let stream = fopen(root + "/" + path, "re") else { return nil }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 {
            bytes += chunk[..<count]
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
