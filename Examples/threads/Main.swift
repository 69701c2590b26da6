// Several threads, one ring. A RingLogger is a small value: copy it wherever it is needed, nothing has to be locked.
// The file is named on the command line; here a failure to open it ends the program, unlike with LogRing.open.

import RingLogExampleSupport
import RingLog

@main
struct Threads {
    static func main() {
        guard CommandLine.arguments.count == 2 else {
            stop(2, "usage: example-threads FILE")
        }
        do throws(RingError) {
            let ring = try LogRing(at: CommandLine.arguments[1], options: LogRing.Options(capacityBytes: 4 << 20))
            run(ring)
            ring.close()
        } catch {
            stop(1, "example-threads: \(error)")
        }
    }

    static func run(_ ring: LogRing) {
        let main = ring.logger(label: "main")
        main.notice("starting")
        let workers = ["reader", "parser", "writer"].map { name in
            let log = ring.logger(label: name)
            return Worker(name: name) {
                for item in 0..<1000 {
                    log.debug("item=\(item)")
                }
                log.info("done")
            }
        }
        for worker in workers { worker.join() }
        main.notice("all done")
    }
}
