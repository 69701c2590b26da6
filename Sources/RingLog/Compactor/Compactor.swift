// The background thread of a ring: started by open, asked to end by close.

import CRingLog
import RingLogFormat
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

final class Compactor: Sendable {
    let core: RingCore
    let path: String
    private let opened = Event()
    private let ended = Event()
    private let outcome = Mutex<Result<LogLevel, RingError>?>(nil)
    private let ending = Mutex<SessionEnding?>(nil)

    /// Longest time that close waits for the background thread; an exiting process is more impatient. What is not
    /// stored by then stays in its slots, and the next open stores it.
    private static let closeMilliseconds = 30_000
    private static let exitMilliseconds = 2_000

    private init(core: RingCore, path: String) {
        self.core = core
        self.path = path
    }

    /// The threshold that the file has, or the default.
    var threshold: LogLevel { outcome.withLock { (try? $0?.get()) ?? .info } }

    static func start(path: String, options: LogRing.Options) throws(RingError) -> Compactor {
        guard let core = RingCore() else { throw RingError(path: path, reason: .noMemory) }
        guard rl_ring_register(core.ring) else {
            rl_ring_destroy(core.ring)
            throw RingError(path: path, reason: .tooManyRings)
        }
        let compactor = Compactor(core: core, path: path)
        do throws(RingError) {
            guard compactor.spawn(options) else { throw RingError(path: path, reason: .noMemory) }
            while !compactor.opened.wait(milliseconds: 60_000) {}
            if case .failure(let error) = compactor.outcome.withLock({ $0 }) { throw error }
            return compactor
        } catch {
            // The thread has nothing to do with the ring any more, and nobody else ever had.
            rl_ring_unregister(core.ring)
            rl_ring_destroy(core.ring)
            throw error
        }
    }

    /// Idempotent; returns when the session is stored, or after a bounded time.
    func close(_ reason: SessionEnding) {
        // In a forked child there is no such thread, and the ring is the parent's.
        guard core.isPresent else { return }
        let first = ending.withLock { ending in
            defer { ending = ending ?? reason }
            return ending == nil
        }
        core.wake()
        let done = ended.wait(milliseconds: reason == .processExit ? Self.exitMilliseconds : Self.closeMilliseconds)
        if first && done { rl_ring_unregister(core.ring) }
    }

    // MARK: The thread

    private final class Start {
        let compactor: Compactor
        let options: LogRing.Options
        init(_ compactor: Compactor, _ options: LogRing.Options) {
            self.compactor = compactor
            self.options = options
        }
    }

    private func spawn(_ options: LogRing.Options) -> Bool {
        let start = Unmanaged.passRetained(Start(self, options))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
                start.compactor.run(start.options)
                return nil
            }, start.toOpaque())
        if code != 0 {
            start.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private func run(_ options: LogRing.Options) {
        rl_block_signals()
        rl_name_thread("ringlog")
        let isShared = rl_private_descriptors() != 0
        do throws(RingError) {
            var worker = try Worker.open(path, options: options, core: core, isShared: isShared)
            let threshold = LogLevel(rawValue: worker.file.superblock.threshold) ?? .info
            outcome.withLock { $0 = .success(threshold) }
            rl_ring_open(core.ring)
            opened.set()
            worker.run { self.ending.withLock { $0 } }
            worker.release()
        } catch {
            outcome.withLock { $0 = .failure(error) }
            opened.set()
        }
        ended.set()
    }
}
