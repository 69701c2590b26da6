// The process that decodes the damaged files: it may crash or hang, and the one that watches it will know in which
// case.

import Synchronization

@_spi(Testing) import RingLogReader

extension Subcommand {
    static let bitsWorker = Subcommand(
        name: "bits-worker", summary: "the process that `bits` watches", details: "Started by `bits`.",
        flags: [
            Flag("file", "PATH", "the reference"), Flag("board", "PATH", "where to count"),
            Flag("threads", "N", "how many"), Flag("seed", "S", "of the contents"),
            Flag("defect", "NAME", "built in"),
        ], isInternal: true
    ) { arguments throws(UsageError) in
        let threads = try arguments.integer("threads", in: BitsOptions.threadRange, default: 1)
        let seed = try arguments.integer("seed", in: 0...UInt64.max, default: 0)
        let switches = try arguments.choice("defect", BitsDefect.self)?.ofReader ?? Switches()
        let (file, boardPath) = (try arguments.required("file"), try arguments.required("board"))
        do throws(SystemFailure) {
            let reference = try Reference(bytes: try FileBytes.read(file), seed: seed, switches: switches)
            let board = try BitsBoard(path: boardPath, threads: threads)
            let examples = Examples()
            let workers = (0..<threads).map { thread in
                Thread(name: "bits-\(thread)") { run(thread, reference, board, examples) }
            }
            for worker in workers { worker.join() }
            return .green
        } catch {
            Console.complain("\(error)")
            return .usage
        }
    }

    /// So many faults are enough to know.
    private static let mostFaults: UInt64 = 1000

    /// Each thread does every so-manyth case, from where the board says.
    private static func run(_ thread: Int, _ reference: Reference, _ board: BitsBoard, _ examples: Examples) {
        let size = reference.bytes.count
        while board.current(thread) < Fault.count(size: size), board.faults < mostFaults {
            let number = board.current(thread)
            let fault = Fault(number: number, size: size)
            let outcome = reference.outcome(of: fault)
            board.add(.cases, 1, thread)
            board.add(.shown, outcome.shown, thread)
            board.add(.lost, outcome.lost, thread)
            board.add(.wrong, outcome.wrong, thread)
            board.add(.lostBeyond, outcome.lostBeyond, thread)
            board.add(.returned, outcome.returned, thread)
            board.add(.silent, outcome.isSilent ? 1 : 0, thread)
            if let example = outcome.example { examples.tell(fault, example) }
            board.setCurrent(number + board.threads, thread)
        }
    }
}

/// The first few cases that show something are told in words.
private final class Examples: Sendable {
    private let told = Atomic<Int>(0)
    private static let most = 12

    func tell(_ fault: Fault, _ example: String) {
        if told.wrappingAdd(1, ordering: .relaxed).oldValue < Self.most { Console.complain("\(fault): \(example)") }
    }
}
