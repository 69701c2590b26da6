// A directory of a test's own, and the few things tests do with files.

import Glibc
import Testing

/// Removed with everything in it when the last reference goes.
final class Folder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/ringlog-engine.XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "no temporary directory")
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        chmod(path, 0o700)
        remove(path)
    }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Names in it, sorted.
    var names: [String] { Folder.names(path) }

    private static func names(_ path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private func remove(_ path: String) {
        for name in Folder.names(path) {
            let inner = "\(path)/\(name)"
            if unlink(inner) != 0 { remove(inner) }
        }
        rmdir(path)
    }
}

enum Files {
    static func read(_ path: String) -> [UInt8] {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else {
            Issue.record("cannot open \(path): errno \(errno)")
            return []
        }
        defer { close(number) }
        var bytes = [UInt8](repeating: 0, count: Int(status(path).st_size))
        let count = bytes.withUnsafeMutableBytes { pread(number, $0.baseAddress, $0.count, 0) }
        precondition(count == bytes.count, "\(path) was read in part")
        return bytes
    }

    static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) {
        let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        precondition(number >= 0, "cannot create \(path): errno \(errno)")
        defer { close(number) }
        let count = bytes.withUnsafeBytes { pwrite(number, $0.baseAddress, $0.count, 0) }
        precondition(count == bytes.count, "\(path) was written in part")
    }

    /// Changes bytes of a file that nobody has open.
    static func edit(_ path: String, _ body: (inout [UInt8]) -> Void) {
        var bytes = read(path)
        body(&bytes)
        write(bytes, to: path)
    }

    static func status(_ path: String) -> stat {
        var raw = stat()
        #expect(lstat(path, &raw) == 0, "no \(path)")
        return raw
    }

    static func exists(_ path: String) -> Bool {
        var raw = stat()
        return lstat(path, &raw) == 0
    }

    static func mode(_ path: String) -> mode_t { status(path).st_mode & 0o7777 }
}
