// A thread of the operating system with a name.

import CRingLog

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

struct Thread: Sendable {
    private let thread: pthread_t

    /// Starts a thread that runs `body`. The name is cut to 15 bytes.
    init(name: String, _ body: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                Unmanaged<Start>.fromOpaque(pointer!).takeRetainedValue().run()
                return nil
            }, start.toOpaque())
        precondition(code == 0, "pthread_create: \(systemText(code))")
        self.thread = thread
    }

    /// Waits until it has ended. To be called once.
    func join() { pthread_join(thread, nil) }

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
}
