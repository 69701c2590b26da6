// A thread of the operating system, for examples and tests: real services log from such threads, not only from tasks.

import CRingLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A running thread with a name.
public struct Worker: Sendable {
    private let thread: pthread_t

    /// Starts a thread that runs `body`. The name is cut to what the system takes (15 bytes on Linux).
    public init(name: String, _ body: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(Start(name: String(name.prefix(15)), body: body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { pointer in
                Unmanaged<Start>.fromOpaque(pointer!).takeRetainedValue().run()
                return nil
            }, start.toOpaque())
        precondition(status == 0, "pthread_create failed with \(status)")
        self.thread = thread
    }

    /// Waits until the thread has ended. To be called once.
    public func join() {
        pthread_join(thread, nil)
    }
}

private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }

    func run() {
        rl_name_thread(name)
        body()
    }
}
