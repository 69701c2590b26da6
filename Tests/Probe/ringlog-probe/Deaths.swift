// Processes that die at a chosen step, or do what careless hosts do, for the unit tests of the logger.

import CProbe
import RingLogExampleSupport
import Synchronization

@_spi(Testing) import RingLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Logs from three threads until the given phase is reached for the given time, and dies there by SIGKILL; or, where
/// the phase does not come, closes the ring. FILE.acks tells how many records of each thread were kept. Text `n` of a
/// record is its number in its thread, plus the thread times 2^32; every seventh is a warning.
func dieAtPhase(_ arguments: [String]) throws {
    try die(
        file: arguments[0], records: number(arguments[1]), phase: number(arguments[2]), time: number(arguments[3]),
        defect: nil)
}

/// The same with one of the built-in defects.
func dieWithDefect(_ arguments: [String]) throws {
    try die(
        file: arguments[0], records: 2000, phase: number(arguments[2]), time: number(arguments[3]),
        defect: Defect(rawValue: arguments[1]))
}

private func die(file: String, records: Int, phase wanted: Int, time last: Int, defect: Defect?) throws {
    let seen = Atomic<Int>(0)
    let hooks = Hooks(defect: defect) { phase in
        guard phase.rawValue == wanted else { return }
        if seen.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue == last { kill(getpid(), SIGKILL) }
    }
    var options = everything(capacityBytes: 1 << 20)
    options.use(hooks: hooks)
    let ring = try LogRing(at: file, options: options)
    guard let acknowledged = SharedCounters(at: file + ".acks", count: 3) else { stop(1, "no counters") }
    let log = ring.logger(label: "death")
    let threads = (0..<3).map { thread in
        Worker(name: "t\(thread)") {
            for index in 0..<records {
                let number = thread << 32 | index
                let isKept = index % 7 == 0 ? log.warning("n=\(number)") : log.info("n=\(number)")
                must(isKept)
                acknowledged.increment(thread)
            }
        }
    }
    for thread in threads { thread.join() }
    ring.close()
}

/// Opens FILE, logs one record, forks; the child does what a child may do with its parent's loggers, then leaves by
/// `exit`, so that whatever runs at exit runs there too. Prints the child's wait status and the file's content goes on
/// in the parent.
func forkWithRing(_ arguments: [String]) throws {
    let file = arguments[0]
    let ring = LogRing.open(file, options: everything(capacityBytes: 1 << 20))
    let log = ring.logger(label: "fork")
    must(log.info("n=\(1)"))
    let child = probe_fork()
    if child == 0 {
        // What the child gets wrong adds up to its exit status.
        var faults: Int32 = 0
        if log.error("n=\(666)") { faults |= 1 }
        if log.isEnabled(.critical) { faults |= 2 }
        let made = ring.logger(label: "made in the child")
        if made.error("n=\(667)") { faults |= 4 }
        ring.setThreshold(.trace)
        if ring.statistics.refused != 0 { faults |= 8 }
        ring.close()
        let own = LogRing.open(file + ".child", options: everything(capacityBytes: 1 << 20))
        if !own.logger(label: "own").info("n=\(2)") { faults |= 16 }
        exit(faults)
    }
    print(probe_wait(child))
    must(log.info("n=\(3)"))
    ring.close()
}

/// Opens FILE, forks a child that stays until standard input ends, and dies by SIGKILL: whoever opens the file next
/// must not find it locked by the child.
func dieBesideChild(_ arguments: [String]) throws {
    let ring = try LogRing(at: arguments[0], options: everything(capacityBytes: 1 << 20))
    must(ring.logger(label: "fork").info("n=\(1)"))
    let child = probe_fork()
    if child == 0 {
        print("child")
        fflush(nil)
        while getchar() != EOF {}
        exit(0)
    }
    usleep(10_000)
    kill(getpid(), SIGKILL)
}

/// Opens FILE, closes every descriptor of the process above standard error, as daemons do, then opens FILE.host files
/// of its own in their place and goes on logging. The ring must not notice, and the host's files must stay what they
/// are.
func closeAllDescriptors(_ arguments: [String]) throws {
    let file = arguments[0]
    let ring = try LogRing(at: file, options: everything(capacityBytes: 1 << 20))
    let log = ring.logger(label: "host")
    must(log.info("n=\(0)"))
    probe_close_from(3)
    let text = [UInt8](repeating: 0x68, count: 1 << 16)
    for index in 0..<32 {
        let number = open("\(file).host\(index)", O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard number >= 0, write(number, text, text.count) == text.count else { stop(1, "no host file") }
    }
    for index in 1..<number(arguments[1]) { must(log.info("n=\(index)")) }
    ring.close()
}

/// Opens a ring by name, logs, and leaves without closing it.
func leaveWithoutClosing(_ arguments: [String]) throws {
    let log = LogRing.open(arguments[0], options: everything(capacityBytes: 1 << 20)).logger(label: "exit")
    for index in 0..<number(arguments[1]) { must(log.info("n=\(index)")) }
    exit(0)
}

/// Opens rings in DIRECTORY until no more can be, then one by name: it must not fail.
func openTooMany(_ arguments: [String]) throws {
    var rings: [LogRing] = []
    var refusal = ""
    while rings.count < 100, refusal.isEmpty {
        do throws(RingError) {
            rings.append(try LogRing(at: "\(arguments[0])/\(rings.count)", options: everything(capacityBytes: 1 << 20)))
        } catch {
            refusal = "\(error.reason)"
        }
    }
    let last = LogRing.open("\(arguments[0])/last", options: everything(capacityBytes: 1 << 20))
    print(rings.count, refusal, last.logger(label: "many").info("n"), last.statistics.refused)
    for ring in rings { ring.close() }
}

/// A ring whose background thread stops at the first full slots for as long as the process lives.
private func ringThatStandsStill(_ file: String, _ overflow: LogRing.Overflow) throws -> LogRing {
    var options = LogRing.Options(capacityBytes: 1 << 20, threshold: .trace, overflow: overflow)
    options.use(hooks: Hooks { if $0 == .compactionBegins { while true { sleep(1000) } } })
    return try LogRing(at: file, options: options)
}

/// Has one record cut, then exactly 100 refused, 40 of them warnings, and dies.
func refuseAndDie(_ arguments: [String]) throws {
    let ring = try ringThatStandsStill(arguments[0], .drop)
    let log = ring.logger(label: "refuse")
    must(log.info("\(String(repeating: "x", count: 100_000))"))
    while log.info("n=\(1)") {}
    for index in 1..<100 { if index < 41 ? log.warning("n=\(1)") : log.info("n=\(1)") { stop(1, "a record was kept") } }
    withExtendedLifetime(ring) { _ = kill(getpid(), SIGKILL) }
}

/// Logs 5000 records into slots that are never emptied, and dies.
func overwriteAndDie(_ arguments: [String]) throws {
    let ring = try ringThatStandsStill(arguments[0], .overwriteOldest)
    let log = ring.logger(label: "overwrite")
    for index in 0..<5000 { must(log.info("n=\(index)")) }
    withExtendedLifetime(ring) { _ = kill(getpid(), SIGKILL) }
}

private func limitFileSize(_ bytes: Int) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = rlim_t(bytes)
    if setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) != 0 { stop(1, "no limit") }
}

/// Lowers the size of files that the process may write, below what its ring has, and logs on: a write past the limit
/// raises a signal that kills by default.
func lowerSizeLimit(_ arguments: [String]) throws {
    let ring = try LogRing(at: arguments[0], options: everything(capacityBytes: 1 << 20))
    let log = ring.logger(label: "limit")
    limitFileSize(64 << 10)
    var refused = false
    for index in 0..<20_000 where !refused { refused = !log.info("n=\(index)") }
    print(refused ? "failed" : "went on", ring.statistics.hasFailed)
    ring.close()
}

/// The same before the file is made.
func createBeyondSizeLimit(_ arguments: [String]) throws {
    limitFileSize(64 << 10)
    do throws(RingError) {
        _ = try LogRing(at: arguments[0], options: everything(capacityBytes: 1 << 20))
        print("made")
    } catch {
        print(error.reason)
    }
}
