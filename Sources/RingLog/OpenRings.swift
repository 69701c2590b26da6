// The rings that `LogRing.open` keeps alive, closed when the process exits in an orderly way.

import RingLogFormat
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

final class OpenRings: Sendable {
    static let shared = OpenRings()
    private let rings = Mutex<[ObjectIdentifier: LogRing]>([:])
    /// The process that opened the last one.
    private let process = Atomic<Int32>(0)

    private init() {
        atexit { OpenRings.shared.closeAll() }
    }

    func keep(_ ring: LogRing) {
        process.store(System.processID, ordering: .relaxed)
        rings.withLock { $0[ObjectIdentifier(ring)] = ring }
    }

    /// Called by a closing ring. The reference goes outside the lock: it may be the last one.
    func forget(_ ring: LogRing) {
        let kept = rings.withLock { $0.removeValue(forKey: ObjectIdentifier(ring)) }
        _ = kept
    }

    private func closeAll() {
        // A forked child that opened none has none to close, and the lock may be held by a thread that it does not
        // have.
        guard System.processID == process.load(ordering: .relaxed) else { return }
        let all = rings.withLock { Array($0.values) }
        for ring in all { ring.close(.processExit) }
    }
}
