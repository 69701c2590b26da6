// The least a program needs to log with RingLog. Read what it wrote with: logdecode minimal.ringlog

import RingLog

@main
struct Minimal {
    static func main() {
        let ring = LogRing.open("minimal")
        let log = ring.logger(label: "main")

        log.info("started with \(CommandLine.argc) arguments")
        for attempt in 1...3 {
            log.warning("no answer from host=\("db-1") attempt=\(attempt)")
        }
        log.error("giving up after \(2.5) s")
        ring.close()
    }
}
