// A log call must not ask the kernel for anything, but to wake the compactor when a slot is full.

import CProbe
import RingLog
import RingLogExampleSupport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Prints, as JSON, what a thread asked of the kernel from its second log call on, over more than three slots.
func countSystemCalls(_ arguments: [String]) throws {
    // 1 MiB has 8 slots of 16 KiB; a record here takes 1056 bytes of a slot's 16128, so 15 go into one.
    let ring = try LogRing(at: arguments[0], options: everything(capacityBytes: 1 << 20))
    let log = ring.logger(label: "syscalls")
    let text = String(repeating: "x", count: 1000)
    let records = 4 * 15
    let worker = Worker(name: "watched") {
        guard probe_watch_this_thread() else {
            print("no seccomp filter here: errno \(errno)")
            exit(77)
        }
        // The watch sees what it must see, and nothing else.
        probe_count_begin()
        probe_try_wake()
        probe_try_other()
        let trial = probe_count_end()
        guard trial.futex_wakes == 1, trial.others == 1 else { stop(1, "the watch is blind: \(trial)") }

        must(log.info("first=\(0) text=\(text)"))
        probe_count_begin()
        var taken = true
        for index in 0..<records {
            taken = log.info("index=\(index) text=\(text)") && taken
        }
        let calls = probe_count_end()
        must(taken)
        print(
            """
            {"records": \(records), "wakes": \(calls.futex_wakes), "others": \(calls.others), \
            "last_other": \(calls.last_other)}
            """)
    }
    worker.join()
    ring.close()
}
