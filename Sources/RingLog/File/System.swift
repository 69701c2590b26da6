// The one thin layer over system calls: EINTR is handled here, errors become values, pointers stay inside.

import CRingLog

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A system call that failed.
struct SystemError: Error, Sendable {
    let call: String
    let code: Int32

    func at(_ path: String) -> RingError { RingError(path: path, reason: .system(call: call, errno: code)) }
}

/// What `stat` tells, as far as it is needed here.
struct FileStatus: Sendable {
    let device: UInt64
    let inode: UInt64
    let links: UInt64
    let owner: UInt32
    let mode: UInt32
    let size: Int64
    let modified: Int64

    var kind: UInt32 { mode & UInt32(S_IFMT) }
    var isRegular: Bool { kind == UInt32(S_IFREG) }
    var isDirectory: Bool { kind == UInt32(S_IFDIR) }
    var isLink: Bool { kind == UInt32(S_IFLNK) }
    func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

    init(_ raw: stat) {
        device = UInt64(raw.st_dev)
        inode = UInt64(raw.st_ino)
        links = UInt64(raw.st_nlink)
        owner = UInt32(raw.st_uid)
        mode = UInt32(raw.st_mode)
        size = Int64(raw.st_size)
        modified = Int64(raw.st_mtim.tv_sec)
    }
}

/// An open descriptor; closed when it goes out of scope.
struct Descriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) { self.number = number }
    deinit { _ = close(number) }
}

enum System {
    static let notFound = ENOENT
    static let exists = EEXIST
    static let wouldBlock = EWOULDBLOCK
    static let stale = ESTALE
    static let noMemory = ENOMEM
    static let notSupported = [EOPNOTSUPP, ENOSYS, EINVAL]

    static let directoryKind = UInt32(S_IFDIR)
    static let linkKind = UInt32(S_IFLNK)
    static let pipeKind = UInt32(S_IFIFO)
    static let socketKind = UInt32(S_IFSOCK)

    private static func check<Value: FixedWidthInteger & SignedInteger>(
        _ call: String, _ body: () -> Value
    ) throws(SystemError) -> Value {
        while true {
            let value = body()
            if value >= 0 { return value }
            if errno != EINTR { throw SystemError(call: call, code: errno) }
        }
    }

    static func openForWriting(_ path: String) throws(SystemError) -> Int32 {
        // Never through a link, never waiting for the other end of a FIFO, never a controlling terminal.
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        return try check("open") { open(path, flags) }
    }

    static func create(_ path: String, mode: UInt32) throws(SystemError) -> Int32 {
        let number = try check("open") {
            open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(mode & 0o600))
        }
        if fchmod(number, mode_t(mode)) != 0 {
            let code = errno
            close(number)
            throw SystemError(call: "fchmod", code: code)
        }
        return number
    }

    static func status(of descriptor: borrowing Descriptor) throws(SystemError) -> FileStatus {
        var raw = stat()
        let number = descriptor.number
        _ = try check("fstat") { fstat(number, &raw) }
        return FileStatus(raw)
    }

    /// Of the path itself, not of what a link points to.
    static func status(ofPath path: String) throws(SystemError) -> FileStatus {
        var raw = stat()
        _ = try check("stat") { lstat(path, &raw) }
        return FileStatus(raw)
    }

    /// Of what the path leads to.
    static func status(following path: String) throws(SystemError) -> FileStatus {
        var raw = stat()
        _ = try check("stat") { stat(path, &raw) }
        return FileStatus(raw)
    }

    /// False if somebody else has the lock.
    static func lock(_ descriptor: borrowing Descriptor) throws(SystemError) -> Bool {
        let number = descriptor.number
        do {
            _ = try check("flock") { flock(number, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            if error.code == EWOULDBLOCK { return false }
            throw error
        }
    }

    static func write(_ bytes: ArraySlice<UInt8>, to number: Int32, at offset: Int) throws(SystemError) {
        let outcome = bytes.withUnsafeBytes { raw in
            Result { () throws(SystemError) in try write(raw, to: number, at: offset) }
        }
        try outcome.get()
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to number: Int32, at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let place = offset + done
            let count = try check("pwrite") { pwrite(number, rest.baseAddress, rest.count, off_t(place)) }
            if count == 0 { throw SystemError(call: "pwrite", code: ENOSPC) }
            done += count
        }
    }

    /// Fewer bytes than asked for only at the end of the file.
    static func read(_ count: Int, from number: Int32, at offset: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let outcome = bytes.withUnsafeMutableBytes { raw in
            Result { () throws(SystemError) in try read(into: raw, from: number, at: offset) }
        }
        bytes.removeLast(count - (try outcome.get()))
        return bytes
    }

    private static func read(
        into bytes: UnsafeMutableRawBufferPointer, from number: Int32, at offset: Int
    ) throws(SystemError) -> Int {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
            let place = offset + done
            let count = try check("pread") { pread(number, rest.baseAddress, rest.count, off_t(place)) }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Reserves the blocks of a new file; where the file system cannot, writes zeros instead.
    static func allocate(_ descriptor: borrowing Descriptor, bytes: Int) throws(SystemError) {
        let code = rl_allocate(descriptor.number, 0, Int64(bytes))
        if code == 0 { return }
        guard notSupported.contains(code) else { throw SystemError(call: "fallocate", code: code) }
        try writeZeros(descriptor, bytes: bytes)
    }

    static func writeZeros(_ descriptor: borrowing Descriptor, bytes: Int) throws(SystemError) {
        let zeros = [UInt8](repeating: 0, count: min(bytes, 1 << 20))
        let number = descriptor.number
        var offset = 0
        while offset < bytes {
            let count = min(zeros.count, bytes - offset)
            try write(zeros[..<count], to: number, at: offset)
            offset += count
        }
    }

    static func sync(_ number: Int32) throws(SystemError) {
        _ = try check("fsync") { fsync(number) }
    }

    static func syncData(_ number: Int32) throws(SystemError) {
        _ = try check("fdatasync") { fdatasync(number) }
    }

    static func syncDirectory(_ path: String) throws(SystemError) {
        let directory = Descriptor(try check("open") { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
        try sync(directory.number)
    }

    static func unlinkFile(_ path: String) { _ = unlink(path) }

    static func renameFile(_ from: String, _ to: String) throws(SystemError) {
        _ = try check("rename") { rename(from, to) }
    }

    /// Gives a new file its name if nothing has it. Where the file system cannot rename that way: a second link, then
    /// the first is removed.
    static func publish(_ from: String, as to: String) throws(SystemError) {
        let code = rl_rename_noreplace(AT_FDCWD, from, to)
        if code == 0 { return }
        guard notSupported.contains(code) else { throw SystemError(call: "rename", code: code) }
        _ = try check("link") { link(from, to) }
        unlinkFile(from)
    }

    static func makeDirectory(_ path: String, mode: UInt32) throws(SystemError) {
        do { _ = try check("mkdir") { mkdir(path, mode_t(mode)) } } catch {
            if error.code != EEXIST { throw error }
        }
    }

    static func names(inDirectory path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    /// The whole of a small file (of /proc, say), at most `limit` bytes; nil if it cannot be read.
    static func contents(_ path: String, limit: Int = 1 << 20) -> [UInt8]? {
        guard let number = try? check("open", { open(path, O_RDONLY | O_CLOEXEC) }) else { return nil }
        let file = Descriptor(number)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while bytes.count < limit {
            let number = file.number
            let count = buffer.withUnsafeMutableBytes { raw in
                (try? check("read", { readSome(number, raw.baseAddress, raw.count) })) ?? 0
            }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    static func linkTarget(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { raw in
            readlink(path, raw.baseAddress!.assumingMemoryBound(to: CChar.self), raw.count)
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }

    static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    static var processID: Int32 { getpid() }
    static var userID: UInt32 { geteuid() }
    static var workingDirectory: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
        return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

    /// One write to standard error, by the calling thread: what it cannot take is lost.
    static func tell(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { bytes in _ = writeSome(2, bytes.baseAddress, bytes.count) }
    }
}

// Inside `System` these names mean its own functions.
private func writeSome(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(number, bytes, count) }
private func readSome(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(number, bytes, count)
}

/// The system's words for an errno, with its number.
func errorText(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    _ = rl_error_text(code, &buffer, buffer.count)
    return "\(buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }) (errno \(code))"
}
