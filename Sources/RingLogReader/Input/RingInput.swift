import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Bytes to decode: a file, a copy of the standard input, or memory. Read with `pread` into buffers of the reader's
/// own, never mapped: a live file may shrink, and reading in sequence gains nothing from a mapping.
public final class RingInput: Sendable {
    /// For messages: the path, `-`, or what the caller said.
    public let name: String
    /// Bytes when it was opened; what is appended later is not read.
    public let size: UInt64
    private let source: Source
    /// The first place that the system could not read.
    private let firstFailure = Mutex<ReaderError?>(nil)

    private enum Source: Sendable {
        case descriptor(Int32)
        case memory([UInt8])
    }

    private init(name: String, size: UInt64, source: Source) {
        self.name = name
        self.size = size
        self.source = source
    }

    /// Bytes in memory.
    public convenience init(name: String, bytes: [UInt8]) {
        self.init(name: name, size: UInt64(bytes.count), source: .memory(bytes))
    }

    deinit {
        if case .descriptor(let fd) = source { close(fd) }
    }

    /// Opens a regular file. Anything else is refused without waiting for it: a FIFO, a device or a socket has no end.
    public static func open(path: String) throws(ReaderError) -> RingInput {
        let fd = uninterrupted { systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard fd >= 0 else { throw ReaderError.cannotOpen(path, errno) }
        var status = stat()
        guard fstat(fd, &status) == 0 else {
            let error = ReaderError.cannotOpen(path, errno)
            close(fd)
            throw error
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return RingInput(name: path, size: UInt64(max(0, status.st_size)), source: .descriptor(fd))
        case S_IFDIR:
            close(fd)
            throw ReaderError(reason: .isDirectory, path: path, description: "\(path) is a directory")
        default:
            close(fd)
            throw ReaderError.notAFile(path, mode: status.st_mode)
        }
    }

    /// Reads the standard input to its end into an unlinked file in $TMPDIR, or uses it as it is if it is a regular
    /// file.
    public static func standardInput() throws(ReaderError) -> RingInput {
        var status = stat()
        if fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            let fd = fcntl(0, F_DUPFD_CLOEXEC, 3)
            guard fd >= 0 else { throw ReaderError.cannotOpen("-", errno) }
            return RingInput(name: "-", size: UInt64(max(0, status.st_size)), source: .descriptor(fd))
        }
        // A pipe or a socket comes to an end; a terminal or /dev/zero does not.
        let kind = status.st_mode & S_IFMT
        if kind == S_IFCHR || kind == S_IFBLK || kind == S_IFDIR {
            throw ReaderError.notAFile("-", mode: status.st_mode)
        }
        let (fd, size) = try spool(from: 0)
        return RingInput(name: "-", size: size, source: .descriptor(fd))
    }

    /// True if the bytes cannot change while they are read.
    var isFixed: Bool {
        if case .memory = source { return true }
        return false
    }

    /// Whether somebody has the file's lock. The list of locks is read first, since a probe that takes the lock for a
    /// moment can get in the way of a service that starts; where the list shows none, the probe is at a file that
    /// nobody holds, or on a file system that shows other inode numbers there.
    var isLocked: Bool {
        guard case .descriptor(let fd) = source else { return false }
        var status = stat()
        if fstat(fd, &status) == 0, Self.lockedInodes().contains(UInt64(status.st_ino)) { return true }
        guard flock(fd, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        flock(fd, LOCK_UN)
        return false
    }

    /// Inodes with an exclusive lock, from lines like `1: FLOCK  ADVISORY  WRITE 4711 fe:00:131 0 EOF`.
    private static func lockedInodes() -> Set<UInt64> {
        let list = systemOpen("/proc/locks", O_RDONLY | O_CLOEXEC)
        guard list >= 0 else { return [] }
        defer { close(list) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while text.count < 4 << 20 {
            let count = systemRead(list, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        let inodes = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line -> UInt64? in
            let fields = line.split(separator: " ")
            guard fields.count >= 6, fields[1] == "FLOCK", fields[3] == "WRITE" else { return nil }
            return fields[5].split(separator: ":").last.flatMap { UInt64($0) }
        }
        return Set(inodes)
    }

    /// Set if some place could not be read; those bytes count as zeros.
    var failure: ReaderError? { firstFailure.withLock { $0 } }

    /// `count` bytes at `offset`, which may lie outside: what is not there is zero. A sector that cannot be read costs
    /// the unit around it, nothing else.
    func zeroFilled(at offset: Int, count: Int) -> [UInt8] {
        let size = Int(clamping: self.size)
        let front = min(max(0, 0 &- offset), count)
        guard count > 0, offset < size, front < count else { return [UInt8](repeating: 0, count: max(0, count)) }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let all = UnsafeMutableRawBufferPointer(buffer)
            all.initializeMemory(as: UInt8.self, repeating: 0)
            fill(UnsafeMutableRawBufferPointer(rebasing: all[front...]), from: UInt64(offset + front))
            filled = count
        }
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: UInt64) {
        do {
            _ = try read(at: offset, into: buffer)
        } catch {
            firstFailure.withLock { $0 = $0 ?? error }
            var done = 0
            while done < buffer.count {
                let unit = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<min(buffer.count, done + 512)])
                _ = try? read(at: offset + UInt64(done), into: unit)
                done += 512
            }
        }
    }

    /// Fills the front of `buffer` with the bytes at `offset`; returns how many there were before the end. A place that
    /// the system cannot read gives an error; what is around it can still be read.
    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(ReaderError) -> Int {
        guard offset < size, let base = buffer.baseAddress else { return 0 }
        let wanted = Int(min(UInt64(buffer.count), size - offset))
        switch source {
        case .memory(let bytes):
            bytes.withUnsafeBytes { all in
                base.copyMemory(from: all.baseAddress! + Int(offset), byteCount: wanted)
            }
            return wanted
        case .descriptor(let fd):
            var done = 0
            while done < wanted {
                let count = pread(fd, base + done, wanted - done, off_t(offset) + off_t(done))
                if count > 0 {
                    done += count
                } else if count == 0 {
                    return done
                } else if errno != EINTR {
                    throw ReaderError.cannotRead(name, at: offset + UInt64(done), errno)
                }
            }
            return done
        }
    }
}

// Under names of their own: inside RingInput `open` and `read` mean its methods.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func systemRead(_ fd: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { read(fd, buffer, count) }

private func uninterrupted(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// Copies `source` to a file that has no name and only its owner could read.
private func spool(from source: Int32) throws(ReaderError) -> (fd: Int32, size: UInt64) {
    let fd = try spoolFile()
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var size: UInt64 = 0
    var nextLook: UInt64 = 0
    while true {
        if size >= nextLook {
            // Not to the last byte: others live in that directory too.
            guard hasRoom(fd) else {
                close(fd)
                throw ReaderError.cannotSpool(ENOSPC)
            }
            nextLook = size + 64 << 20
        }
        let count = systemRead(source, &buffer, buffer.count)
        if count == 0 { return (fd, size) }
        if count < 0 {
            if errno == EINTR { continue }
            let error = ReaderError.cannotRead("-", at: size, errno)
            close(fd)
            throw error
        }
        var done = 0
        while done < count {
            let written = buffer.withUnsafeBytes { write(fd, $0.baseAddress! + done, count - done) }
            if written < 0 {
                if errno == EINTR { continue }
                let error = ReaderError.cannotSpool(errno)
                close(fd)
                throw error
            }
            done += written
        }
        size += UInt64(count)
    }
}

/// True if a twentieth of the file system, or 1 GiB, is free.
private func hasRoom(_ file: Int32) -> Bool {
    var room = statvfs()
    guard fstatvfs(file, &room) == 0, room.f_blocks > 0 else { return true }
    let free = UInt64(room.f_bavail).multipliedReportingOverflow(by: UInt64(room.f_frsize))
    return free.overflow || free.partialValue >= 1 << 30 || room.f_bavail >= room.f_blocks / 20
}

private func spoolFile() throws(ReaderError) -> Int32 {
    let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    // mkstemp creates with mode 0600; the name is gone before a byte is written.
    var template = Array("\(directory)/logdecode.XXXXXX".utf8CString)
    let fd = mkstemp(&template)
    guard fd >= 0 else { throw ReaderError.cannotSpool(errno) }
    unlink(template)
    _ = fcntl(fd, F_SETFD, FD_CLOEXEC)
    return fd
}
