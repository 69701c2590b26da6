// A directory for one run's files, removed at its end unless something in it is worth keeping.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

final class WorkDirectory {
    let path: String
    private var isKept = false

    /// In `parent`, or in $TMPDIR.
    init(in parent: String? = nil) throws(SystemFailure) {
        let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/ringlog-torture.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp in \(parent)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        if isKept { return }
        for name in names { unlink(file(name)) }
        rmdir(path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func remove(_ name: String) { unlink(file(name)) }

    /// What is in it, temporaries that a killed process left behind included.
    private var names: [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    func keep() { isKept = true }
}
