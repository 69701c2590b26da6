// The process that is killed: opens the ring, lets its threads log at full speed and count, until death comes.

import CRingLog

@_spi(Testing) import RingLog

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Subcommand {
    static let killWriter = Subcommand(
        name: "kill-writer", summary: "the process that `kill` kills", details: "Started by `kill`.",
        flags: WriterOrders.flags + Target.flags, isInternal: true
    ) { arguments throws(UsageError) in
        try Writer(WriterOrders(arguments), Target(arguments)).run()
    }
}

/// What a writer is told to do.
struct WriterOrders: Sendable {
    var file: String
    var board: String
    var life: UInt32
    var threads: Int
    var seed: UInt64
    var overflow: Overflow
    var capacity: Int
    var slots: Int?
    var defect: KillDefect?
    var parent: Int32

    enum Overflow: String, CaseIterable, Sendable {
        case wait
        case overwriteOldest = "overwrite-oldest"
    }

    static let flags = [
        Flag("file", "PATH", "the ring"), Flag("board", "PATH", "where to count"), Flag("life", "N", "which writer"),
        Flag("threads", "T", "how many"), Flag("seed", "S", "of the contents"),
        Flag("overflow", "POLICY", "wait or overwrite-oldest"), Flag("capacity", "BYTES", "of a new file"),
        Flag("slots", "N", "of a new file"), Flag("defect", "NAME", "built in"),
        Flag("parent", "PID", "who started it"),
    ]

    var arguments: [String] {
        var words = [
            "--file", file, "--board", board, "--life", "\(life)", "--threads", "\(threads)", "--seed", "\(seed)",
            "--overflow", overflow.rawValue, "--capacity", "\(capacity)", "--parent", "\(parent)",
        ]
        if let slots { words += ["--slots", "\(slots)"] }
        if let defect { words += ["--defect", defect.rawValue] }
        return words
    }
}

extension WriterOrders {
    init(_ arguments: Arguments) throws(UsageError) {
        file = try arguments.required("file")
        board = try arguments.required("board")
        life = try arguments.integer("life", in: 1...UInt32.max, default: 1)
        threads = try arguments.integer("threads", in: KillOptions.threadRange, default: 1)
        seed = try arguments.integer("seed", in: 0...UInt64.max, default: 0)
        overflow = try arguments.choice("overflow", Overflow.self) ?? .wait
        capacity = try arguments.integer("capacity", in: KillOptions.capacityRange, default: 1 << 20)
        slots = try arguments.integer("slots", in: KillOptions.slotRange)
        defect = try arguments.choice("defect", KillDefect.self)
        parent = try arguments.integer("parent", in: 1...Int32.max, default: getppid())
    }

    func options(reached: (@Sendable (Phase) -> Void)?) -> LogRing.Options {
        var options = LogRing.Options(
            capacityBytes: capacity, slotCount: slots, threshold: .trace,
            // Longer than any disk stalls: a refusal would be counted, but is not what this is about.
            overflow: overflow == .wait ? .wait(upTo: .seconds(20)) : .overwriteOldest)
        options.use(hooks: Hooks(defect: defect?.ofLogger, reached: reached))
        return options
    }
}

private struct Writer {
    let orders: WriterOrders
    let target: Target?

    init(_ orders: WriterOrders, _ target: Target?) {
        self.orders = orders
        self.target = target
    }

    func run() -> ExitStatus {
        do {
            let board = try Board(path: orders.board, threads: orders.threads)
            let killSwitch = target.map { KillSwitch($0, board: board) }
            let ring = try LogRing(at: orders.file, options: orders.options(reached: killSwitch?.reached))
            board.setOpened()
            // A ring closes with its last reference; loggers are none.
            return withExtendedLifetime(ring) {
                for thread in 0..<orders.threads { start(thread, ring, board) }
                // Nobody may be left behind when the harness itself was killed.
                while getppid() == orders.parent { Clock.sleep(nanoseconds: 20_000_000) }
                return .usage
            }
        } catch {
            Console.complain("writer: \(error)")
            return .red
        }
    }

    private func start(_ thread: Int, _ ring: LogRing, _ board: Board) {
        let loggers = Content.labels.map { ring.logger(label: $0) }
        _ = Thread(name: Content.threadName(UInt32(thread))) { [orders] in
            WriterThread(
                life: orders.life, thread: UInt32(thread), seed: orders.seed, loggers: loggers, board: board
            ).run()
        }
    }
}

private struct WriterThread {
    let life: UInt32
    let thread: UInt32
    let seed: UInt64
    let loggers: [RingLogger]
    let board: Board

    func run() -> Never {
        let source = rl_clock_source()
        var number: UInt64 = 0
        var refused: UInt64 = 0
        board.countRunning()
        while true {
            if number % Board.stampInterval == 0 { board.setStamp(rl_ticks(source), Int(thread), before: number) }
            // A refused call's number is used again: what is acknowledged is numbered without a hole.
            if log(number) {
                number += 1
                board.setAcknowledged(number, Int(thread))
            } else {
                refused += 1
                board.setRefused(refused, Int(thread))
            }
        }
    }

    private func log(_ number: UInt64) -> Bool {
        let content = Content(RecordKey(life: life, thread: thread, number: number), seed: seed)
        return content.log(to: loggers[content.labelIndex])
    }
}
