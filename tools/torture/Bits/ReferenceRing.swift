// The file that `bits` damages: written by the logger itself in the smallest geometry, several laps, two sessions,
// records in both lanes and in slots; copied while its process still logs into it, as a crash would leave it.

@_spi(Testing) import RingLog

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

enum ReferenceRing {
    static let capacity = 32 << 10
    private static let firstSession = 600
    /// Fewer than a lap, so that the first session is still there.
    private static let secondSession = 30
    private static let threads = 2

    /// Makes the file and returns its bytes.
    static func make(at path: String, seed: UInt64) throws(SystemFailure) -> [UInt8] {
        let first = try open(path)
        fill(first, life: 1, records: firstSession, seed: seed)
        first.close()
        let second = try open(path)
        fill(second, life: 2, records: secondSession, seed: seed)
        defer { second.close() }
        return try settled(path)
    }

    private static func open(_ path: String) throws(SystemFailure) -> LogRing {
        do throws(RingError) { return try LogRing(at: path, options: options) } catch {
            throw SystemFailure(because: "\(error)")
        }
    }

    private static var options: LogRing.Options {
        var options = LogRing.Options(
            capacityBytes: capacity, slotBytes: 1 << 10, slotCount: 2, threshold: .trace,
            overflow: .wait(upTo: .seconds(20)))
        options.useTestUnit()
        return options
    }

    /// From several threads, in turns.
    private static func fill(_ ring: LogRing, life: UInt32, records: Int, seed: UInt64) {
        let loggers = Content.labels.map { ring.logger(label: $0) }
        let workers = (0..<UInt32(threads)).map { thread in
            Thread(name: Content.threadName(thread)) {
                for number in 0..<UInt64(records / threads) {
                    let content = Content(
                        RecordKey(life: life, thread: thread, number: number), seed: seed, size: .small)
                    _ = content.log(to: loggers[content.labelIndex])
                }
            }
        }
        for worker in workers { worker.join() }
    }

    /// The file's bytes once the compactor has nothing left to do.
    private static func settled(_ path: String) throws(SystemFailure) -> [UInt8] {
        var bytes = try FileBytes.read(path)
        for _ in 0..<200 {
            Clock.sleep(nanoseconds: 50_000_000)
            let again = try FileBytes.read(path)
            if again == bytes { return bytes }
            bytes = again
        }
        throw SystemFailure(because: "\(path) does not come to rest")
    }
}
