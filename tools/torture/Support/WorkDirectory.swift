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
    private var files: [String] = []
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
        for file in files { unlink(file) }
        rmdir(path)
    }

    /// The path of a file that goes with the directory.
    func file(_ name: String) -> String {
        let file = "\(path)/\(name)"
        if !files.contains(file) { files.append(file) }
        return file
    }

    func remove(_ name: String) { unlink(file(name)) }

    func keep() { isKept = true }
}
