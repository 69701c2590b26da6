// Threads of the operating system, and points at which tests stop them.

import CRingLog
import Glibc

@testable import RingLog

/// Runs `body` on `count` threads at once and waits for all of them.
func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = (0..<count).map { index in start { body(index) } }
    for thread in threads { pthread_join(thread, nil) }
}

/// Starts a thread that somebody must join.
func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { argument in
            Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().body()
            return nil
        }, work.toOpaque())
    precondition(code == 0, "no thread")
    return thread
}

private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// A point at which threads stop until it is opened.
final class Gate: Sendable {
    private let arrived = Event()
    private let opened = Event()

    /// Stops here; not longer than a test may take.
    func pass() {
        arrived.set()
        opened.wait(milliseconds: 20_000)
    }

    /// Waits until somebody stands at the gate; false if nobody comes.
    func someoneArrives() -> Bool { arrived.wait(milliseconds: 20_000) }

    func open() { opened.set() }
}

/// Waits for a condition that another thread brings about; false if it does not come.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<20_000 {
        if condition() { return true }
        usleep(1000)
    }
    return false
}

/// Does something until a condition holds. False if it fails before, or if it is done more often than any test needs.
func goOn(until condition: () -> Bool, _ body: () -> Bool) -> Bool {
    for _ in 0..<1_000_000 {
        if condition() { return true }
        if !body() { return false }
    }
    return false
}
