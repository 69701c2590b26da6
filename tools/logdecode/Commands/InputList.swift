// From names on the command line to rings that are open.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files that names stand for, each once.
struct InputList {
    private(set) var paths: [String] = []
    /// Names that stand for nothing, and why.
    private(set) var problems: [String] = []
    private var seen: Set<FileIdentity> = []

    private struct FileIdentity: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    init(_ names: [String]) {
        for name in names {
            if name == "-" {
                if !paths.contains("-") { paths.append("-") }
                continue
            }
            var status = stat()
            if stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                addDirectory(name)
            } else {
                // What cannot be opened is said when it is tried.
                add(name)
            }
        }
    }

    private mutating func add(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0 {
            let identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
            guard seen.insert(identity).inserted else { return }
        }
        paths.append(path)
    }

    /// All rings in a directory, not below it; links are not followed.
    private mutating func addDirectory(_ path: String) {
        guard let directory = opendir(path) else {
            problems.append("cannot read directory \(path): \(String(cString: strerror(errno)))")
            return
        }
        defer { closedir(directory) }
        var found: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasSuffix(".ringlog"), !name.hasPrefix(".") else { continue }
            let full = path.hasSuffix("/") ? path + name : path + "/" + name
            var status = stat()
            guard lstat(full, &status) == 0 else { continue }
            let kind = status.st_mode & S_IFMT
            if kind != S_IFLNK, kind != S_IFDIR { found.append(full) }
        }
        if found.isEmpty { problems.append("no file *.ringlog in directory \(path)") }
        for file in found.sorted() { add(file) }
    }
}
