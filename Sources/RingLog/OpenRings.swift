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

    private init() {
        atexit { OpenRings.shared.closeAll() }
    }

    func keep(_ ring: LogRing) { rings.withLock { $0[ObjectIdentifier(ring)] = ring } }

    /// Called by a closing ring. The reference goes outside the lock: it may be the last one.
    func forget(_ ring: LogRing) {
        let kept = rings.withLock { $0.removeValue(forKey: ObjectIdentifier(ring)) }
        _ = kept
    }

    private func closeAll() {
        let all = rings.withLock { Array($0.values) }
        for ring in all { ring.close(.processExit) }
    }
}
