// Order and time: what two threads agreed on, and what the clock said beside the call.

import RingLog
import RingLogExampleSupport
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Two threads hand a number to each other; whoever has it logs it, adds one, and hands it over.
func passToken(_ arguments: [String]) throws {
    let ring = try LogRing(at: arguments[0], options: everything(capacityBytes: 128 << 20))
    let hops = number(arguments[1])
    let token = Token()
    let workers = (0..<2).map { side in
        let log = ring.logger(label: "side-\(side)")
        return Worker(name: "side-\(side)") {
            var hop = side
            while hop < hops {
                while token.value.load(ordering: .acquiring) != hop { sched_yield() }
                must(log.info("hop=\(hop)"))
                token.value.store(hop + 1, ordering: .releasing)
                hop += 2
            }
        }
    }
    for worker in workers { worker.join() }
    ring.close()
}

private final class Token: Sendable {
    let value = Atomic<Int>(0)
}

/// Logs the wall clock read just before each call, and the one read just after the call before.
func logBesideClock(_ arguments: [String]) throws {
    let ring = try LogRing(at: arguments[0], options: everything(capacityBytes: 4 << 20))
    let log = ring.logger(label: "clock")
    var after: Int64 = 0
    for _ in 0..<number(arguments[1]) {
        let before = wallClock()
        must(log.info("before=\(before) previous_after=\(after)"))
        after = wallClock()
        usleep(UInt32(number(arguments[2])))
    }
    ring.close()
}

/// Nanoseconds since 1970.
private func wallClock() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
