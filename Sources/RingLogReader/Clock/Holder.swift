import RingLogFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Whether the process of a session still lives, as far as this place can tell.
enum Holder {
    /// Compares process id and start time, which says something within the same pid namespace only, and asks whether
    /// this very file is locked: a copy of a living process's file is not its file.
    static func isAlive(_ page: SessionPage?, holding input: RingInput) -> Bool {
        guard let page, !page.ended, page.session.pidNamespace == ownNamespace() else { return false }
        return startTime(page.session.processID) == page.session.processStart && input.isLocked
    }

    private static func ownNamespace() -> UInt64? {
        var status = stat()
        return stat("/proc/self/ns/pid", &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Field 22 of /proc/PID/stat. The second field is in parentheses and may hold anything, so fields count from the
    /// last one.
    private static func startTime(_ process: UInt32) -> UInt64? {
        let fd = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard fd >= 0 else { return nil }
        defer { close(fd) }
        var text = [UInt8](repeating: 0, count: 2048)
        let count = read(fd, &text, text.count)
        guard count > 0, let end = text[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = text[(end + 1)..<count].split(separator: UInt8(ascii: " "))
        guard fields.count > 19 else { return nil }
        return UInt64(String(decoding: fields[19], as: UTF8.self))
    }
}
