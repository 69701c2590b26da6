// A service to be killed: several threads handle requests and log them, and each counts, in a mapped file that survives
// it, the log calls that returned true. tools/quickstart kills it and compares the count with what logdecode finds.

import RingLogExampleSupport
import RingLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@main
struct CrashDemo {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let threads = Int(arguments[3]), (1...64).contains(threads) else {
            stop(2, "usage: crash-demo LOGFILE COUNTERFILE THREADS   (logs until it is killed)")
        }
        guard let acknowledged = SharedCounters(at: arguments[2], count: threads) else {
            stop(2, "crash-demo: cannot map \(arguments[2])")
        }
        // Nothing may be given up here: a thread that finds no free slot waits for one.
        let ring = try LogRing(at: arguments[1], options: LogRing.Options(overflow: .wait(upTo: .seconds(60))))
        let log = ring.logger(label: "orders")
        let workers = (0..<threads).map { index in
            Worker(name: "worker-\(index)") {
                handleRequests(log, seed: UInt64(index)) { acknowledged.increment(index) }
            }
        }
        for worker in workers { worker.join() }
    }
}

/// Handles made-up requests for ever; calls `recorded` for each record that the ring took.
private func handleRequests(_ log: RingLogger, seed: UInt64, recorded: () -> Void) {
    let users = ["ann", "bob", "carol", "dave"]
    var random = seed
    for request in 0... {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let user = users[Int(random >> 62)]
        let milliseconds = Double(random >> 40 & 0xFFFF) / 1000
        if log.info("request id=\(request) user=\(user) took \(milliseconds) ms") { recorded() }
        if milliseconds > 65, log.warning("slow request id=\(request)") { recorded() }
        // A pause now and then, as real work would make: the point is to be killed, not to fill the ring.
        if request % 16 == 0 { usleep(200) }
    }
}
