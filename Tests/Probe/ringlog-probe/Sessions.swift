// Lives and deaths of a process with its file.

import RingLog
import RingLogExampleSupport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Logs a text some times, then closes the ring or is killed.
func runSession(_ arguments: [String]) throws {
    let ring = try LogRing(at: arguments[0], options: everything(capacityBytes: 1 << 20))
    let log = ring.logger(label: "session")
    let text = arguments[1]
    for index in 0..<number(arguments[2]) { must(log.info("text=\(text) index=\(index)")) }
    if arguments[3] == "kill" { kill(getpid(), SIGKILL) }
    ring.close()
}

/// Opens the file strictly, says so, and keeps it until standard input ends.
func holdStrictly(_ arguments: [String]) throws {
    let ring = try LogRing(at: arguments[0], options: everything(capacityBytes: 1 << 20))
    must(ring.logger(label: "hold").info("held"))
    print("held")
    fflush(nil)
    while getchar() != EOF {}
    ring.close()
}

/// Opens a ring by name, as services do: it never fails.
func openByName(_ arguments: [String]) throws {
    let ring = LogRing.open(arguments[0], options: everything(capacityBytes: 1 << 20))
    let text = arguments[1]
    print(ring.logger(label: "open").info("text=\(text)"))
    ring.close()
}
