import CRingLog
import RingLogFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The clock of this machine, for reading a file that is being written: what is later than the moment the reading began
/// is left for the next one, since of two later records the second may be seen without the first.
enum LiveClock {
    /// Now, in the epoch of a file's last session; nil if the session is of another boot or counts with a clock that is
    /// not here.
    static func bound(_ page: SessionPage?) -> Moment? {
        guard let page, !page.ended, page.session.boot == bootID() else { return nil }
        let source = page.session.opened.source.rawValue
        guard source == rl_clock_source() || source == UInt8(RL_CLOCK_MONOTONIC) else { return nil }
        return Moment(epoch: page.session.opened.epoch, ticks: rl_ticks(source))
    }

    /// The kernel's name of this boot.
    private static func bootID() -> BootID? {
        let fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard fd >= 0 else { return nil }
        defer { close(fd) }
        var text = [UInt8](repeating: 0, count: 64)
        let count = read(fd, &text, text.count)
        let digits = text.prefix(max(0, count)).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 32 else { return nil }
        let bytes = stride(from: 0, to: 32, by: 2).map { UInt64(digits[$0] << 4 | digits[$0 + 1]) }
        func half(_ start: Int) -> UInt64 { (0..<8).reduce(0) { $0 | bytes[start + $1] << (8 * UInt64($1)) } }
        return BootID(first: half(0), second: half(8))
    }
}
