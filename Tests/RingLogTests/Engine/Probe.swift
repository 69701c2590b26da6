// Runs the probe, a program beside the test bundle that does what a test cannot do to its own process.

import Glibc
import Synchronization

private final class Lock: Sendable {
    private let taken = Atomic<Bool>(false)

    func lock() {
        while taken.exchange(true, ordering: .acquiring) { usleep(1000) }
    }

    func unlock() { taken.store(false, ordering: .releasing) }
}

final class Probe {
    static let path: String = {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            readlink("/proc/self/exe", bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        let bundle = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        return bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            + "/ringlog-probe"
    }()

    private static let spawning = Lock()

    let processID: pid_t
    private let input: Int32
    private let output: Int32
    private let errors: Int32
    private var hasEnded = false

    init(_ arguments: [String], environment: [String: String] = [:]) {
        var ends = [Int32](repeating: -1, count: 6)
        // One at a time: what another probe inherits of these would keep this one's pipes open.
        Self.spawning.lock()
        defer { Self.spawning.unlock() }
        for at in [0, 2, 4] {
            let code = ends.withUnsafeMutableBufferPointer { pipe($0.baseAddress! + at) }
            precondition(code == 0, "no pipe")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[3], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[5], 2)
        var words = ([Self.path] + arguments).map { strdup($0) } + [nil]
        let settings = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { own, _ in own }
        var variables = settings.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var child = pid_t()
        let code = posix_spawn(&child, Self.path, &actions, nil, &words, &variables)
        precondition(code == 0, "cannot start \(Self.path): \(code)")
        processID = child
        for at in [0, 3, 5] { close(ends[at]) }
        (input, output, errors) = (ends[1], ends[2], ends[4])
    }

    deinit {
        if !hasEnded { _ = end(kill: true) }
        for number in [input, output, errors] { close(number) }
    }

    /// Runs the probe to its end; the status is 1000 plus the signal if one killed it.
    @discardableResult
    static func run(_ arguments: String..., environment: [String: String] = [:]) -> (
        status: Int32, output: String, errors: String
    ) {
        let probe = Probe(arguments, environment: environment)
        let output = probe.readAll(probe.output), errors = probe.readAll(probe.errors)
        return (probe.end(), output, errors)
    }

    /// The next line of its standard output.
    func line() -> String {
        var line: [UInt8] = [], byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Lets it end by itself, or by SIGKILL. Its standard input ends either way when the test is done with it.
    func end(kill: Bool = false) -> Int32 {
        if kill { _ = Glibc.kill(processID, SIGKILL) }
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
        hasEnded = true
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 1000 + status & 0x7F
    }

    private func readAll(_ number: Int32) -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
            if count <= 0 { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }
}
