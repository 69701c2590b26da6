// A process of this program's own making: started, watched, killed, and always waited for.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

struct ChildProcess: ~Copyable {
    enum Ending: Equatable {
        case exited(Int32)
        case killed(signal: Int32)

        init(waitStatus: Int32) {
            let signal = waitStatus & 0x7F
            self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .killed(signal: signal)
        }
    }

    let processID: pid_t
    private(set) var ending: Ending?

    /// Starts this program again with `arguments`.
    init(arguments: [String]) throws(SystemFailure) {
        let path = try Self.ownPath()
        let argv = Self.cStrings([path] + arguments)
        let environment = Self.cStrings(Self.environment)
        defer { for text in argv + environment { free(text) } }
        var child = pid_t()
        let code = posix_spawn(&child, path, nil, nil, argv, environment)
        guard code == 0 else { throw SystemFailure("posix_spawn \(path)", code) }
        processID = child
    }

    deinit {
        guard ending == nil else { return }
        sendKill(processID)
        waitpid(processID, nil, 0)
    }

    func kill() {
        if ending == nil { sendKill(processID) }
    }

    /// True once it has ended; asks without waiting.
    mutating func hasEnded() -> Bool {
        if ending != nil { return true }
        var status: Int32 = 0
        if waitpid(processID, &status, WNOHANG) == processID { ending = Ending(waitStatus: status) }
        return ending != nil
    }

    /// Waits until it has ended or `condition` holds; false if neither happens within `milliseconds`.
    mutating func wait(milliseconds: Int, until condition: () -> Bool = { false }) -> Bool {
        let deadline = Clock.now() + Int64(milliseconds) * 1_000_000
        while !hasEnded() && !condition() {
            if Clock.now() > deadline { return false }
            Clock.sleep(nanoseconds: 100_000)
        }
        return true
    }

    /// With nil at the end, as C wants it.
    private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { text in strdup(text) } + [nil]
    }

    private static func ownPath() throws(SystemFailure) -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes {
            readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        guard count > 0 else { throw SystemFailure("readlink /proc/self/exe") }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// A child that crashes shall die at once, not write a backtrace.
    private static var environment: [String] {
        let inherited = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"].compactMap { (name: String) -> String? in
            getenv(name).map { "\(name)=\(String(cString: $0))" }
        }
        return inherited + ["SWIFT_BACKTRACE=enable=no"]
    }
}

// Under a name of its own: inside ChildProcess `kill` means its method.
private func sendKill(_ processID: pid_t) { _ = kill(processID, SIGKILL) }

enum Clock {
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    static func sleep(nanoseconds: Int64) {
        var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        nanosleep(&time, nil)
    }

    /// Keeps the processor: a sleep is never as short as a step of the compactor.
    static func spin(nanoseconds: Int64) {
        let end = now() + nanoseconds
        while now() < end {}
    }
}
