// Runs the real program, found beside the test bundle.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

struct Outcome {
    /// Exit status; 1000 and more: died of that signal, plus 1000.
    var status: Int32
    var output: [UInt8]
    var errors: [UInt8]
    /// Largest resident memory, in bytes; 0 if that was no more than this process ever had, for then it is not known:
    /// the kernel counts what a child had before it became another program, which is what its parent has.
    var memory: Int

    var outputText: String { String(decoding: output, as: UTF8.self) }
    var errorLines: [Substring] { String(decoding: errors, as: UTF8.self).split(separator: "\n") }
    var verdict: String { errorLines.last.map(String.init) ?? "" }
}

enum Binary {
    static let path: String = {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let length = buffer.withUnsafeMutableBytes { bytes in
            readlink("/proc/self/exe", bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        let bundle = String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
        return bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            + "/logdecode"
    }()

    enum Sink {
        /// Returned with the outcome.
        case kept
        case path(String)
        /// Not open at all.
        case closed
        /// A pipe that nobody reads.
        case brokenPipe
    }

    /// Runs logdecode to its end. `input` is the path of its standard input.
    static func run(_ arguments: [String], input: String = "/dev/null", output: Sink = .kept) -> Outcome {
        let folder = Folder()
        let errorPath = folder.path("stderr")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        var pipeEnd: Int32 = -1
        switch output {
        case .kept: posix_spawn_file_actions_addopen(&actions, 1, folder.path("stdout"), O_WRONLY | O_CREAT, 0o600)
        case .path(let path): posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
        case .closed: posix_spawn_file_actions_addclose(&actions, 1)
        case .brokenPipe:
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            close(ends[0])
            pipeEnd = ends[1]
            posix_spawn_file_actions_adddup2(&actions, pipeEnd, 1)
        }
        defer { if pipeEnd >= 0 { close(pipeEnd) } }
        posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT, 0o600)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child = pid_t()
        let code = posix_spawn(&child, path, &actions, nil, words, environ)
        guard code == 0 else { fatalError("cannot start \(path): \(String(cString: strerror(code)))") }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0 && errno == EINTR {}
        var own = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &own)
        let exited = status & 0x7F == 0
        return Outcome(
            status: exited ? status >> 8 & 0xFF : 1000 + status & 0x7F,
            output: folder.contents("stdout"), errors: folder.contents("stderr"),
            memory: usage.ru_maxrss > own.ru_maxrss ? usage.ru_maxrss * 1024 : 0)
    }
}

/// A folder of a test's own, gone with it.
final class Folder: Sendable {
    let root: String

    init() {
        var template = Array("/tmp/logdecode-tests.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("no temporary folder") }
        root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(root) }

    func path(_ name: String) -> String { "\(root)/\(name)" }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) -> String {
        let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(file) }
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { systemWrite(file, $0.baseAddress! + done, bytes.count - done) }
            guard count > 0 else { fatalError("cannot write \(name)") }
            done += count
        }
        return path(name)
    }

    func contents(_ name: String) -> [UInt8] { Self.read(path(name)) }

    static func read(_ path: String) -> [UInt8] {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = systemRead(file, &buffer, buffer.count)
            if count <= 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }

    private static func remove(_ path: String) {
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { remove(path + "/" + name) }
            }
            closedir(directory)
        }
        systemRemove(path)
    }
}

// The library's calls whose names the folder's own methods hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { write(file, bytes, count) }
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(file, bytes, count)
}
private func systemRemove(_ path: String) { remove(path) }
