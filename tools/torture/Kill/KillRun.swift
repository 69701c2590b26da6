// The rounds: a writer is started, killed, and what it left is compared with what it was told.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

struct KillRun {
    private let options: KillOptions
    private let directory: WorkDirectory
    private let board: Board
    private let boardPath: String
    private var planner: RoundPlanner
    private var history: FileHistory
    private var files = 0
    private var lives: UInt32 = 0
    private(set) var tally = KillTally()
    /// Of the round that is being run.
    private var findings = Findings()

    init(_ options: KillOptions) throws(SystemFailure) {
        let directory = try WorkDirectory(in: options.directory)
        boardPath = directory.file("board")
        board = try Board(path: boardPath, threads: options.threads)
        history = FileHistory(path: directory.file("ring-0"))
        self.directory = directory
        self.options = options
        planner = RoundPlanner(seed: options.seed, defect: options.defect)
    }

    mutating func run() throws(SystemFailure) {
        for round in 1...options.rounds {
            findings = Findings()
            let plan = planner.next()
            if plan.isFresh {
                directory.remove("ring-\(files)")
                startFile()
            }
            tally.add(try run(plan), findings)
            if findings.isEmpty { continue }
            report(round, plan)
            if !options.keepsGoing { return }
            // What is red stays, and its history is not gone on with.
            startFile()
        }
    }

    private mutating func startFile() {
        files += 1
        history = FileHistory(path: directory.file("ring-\(files)"))
    }

    /// One round; returns the phase in which its last writer died.
    private mutating func run(_ plan: RoundPlan) throws(SystemFailure) -> KillPhase {
        var phase = KillPhase.append
        for target in plan.targets {
            phase = try kill(plan, target)
            compare()
            if !findings.isEmpty { break }
        }
        return phase
    }

    private mutating func kill(_ plan: RoundPlan, _ target: Target?) throws(SystemFailure) -> KillPhase {
        lives += 1
        board.clear()
        let orders = WriterOrders(
            file: history.path, board: boardPath, life: lives, threads: options.threads, seed: options.seed,
            overflow: plan.overflow, capacity: options.capacity, slots: options.slots, defect: options.defect,
            parent: getpid())
        var writer = try ChildProcess(
            arguments: ["kill-writer"] + orders.arguments + (target?.arguments ?? []))
        letDie(&writer, plan, target)
        let life = Life(number: lives, processID: writer.processID, board: board)
        history.add(life)
        tally.add(life)
        return phase(of: plan, life)
    }

    private static let startMilliseconds = 30_000
    private static let stepMilliseconds = 3_000

    private mutating func letDie(_ writer: inout ChildProcess, _ plan: RoundPlan, _ target: Target?) {
        let board = board
        if !writer.wait(milliseconds: Self.startMilliseconds, until: { board.isRunning || board.isReached }) {
            findings.count(\.strange, "life \(lives): its threads did not start")
        }
        if target == nil || (plan.phase == .recovery && !board.isReached) {
            _ = writer.wait(milliseconds: Self.stepMilliseconds, until: { board.acknowledged >= plan.flightRecords })
            Clock.sleep(nanoseconds: plan.flightNanoseconds)
        } else {
            // Dies by itself, or misses its step.
            _ = writer.wait(milliseconds: Self.stepMilliseconds)
        }
        writer.kill()
        if !writer.wait(milliseconds: Self.startMilliseconds) {
            findings.count(\.strange, "life \(lives): does not die")
        } else if writer.ending != .killed(signal: SIGKILL) {
            findings.count(\.strange, "life \(lives): ended by itself, \(writer.ending!)")
        }
    }

    private func phase(of plan: RoundPlan, _ life: Life) -> KillPhase {
        if plan.phase == .recovery { return life.wasOpened ? .append : .recovery }
        return board.isReached ? plan.phase : .append
    }

    private mutating func compare() {
        do throws(SystemFailure) {
            let audit = try Audit(path: history.path)
            let comparison = Comparison(history, audit, seed: options.seed, defect: options.defect)
            tally.add(comparison)
            findings.add(comparison.findings)
        } catch {
            findings.count(\.damaged, "life \(lives): \(error)")
        }
    }

    private mutating func report(_ round: Int, _ plan: RoundPlan) {
        directory.keep()
        let targets = plan.targets.compactMap { $0 }.map {
            "\($0.step) \($0.entry) +\($0.delayNanoseconds) ns \($0.manner.rawValue)"
        }
        Console.complain(
            """
            round \(round) of seed \(options.seed) is red: \(plan.phase.rawValue), \(plan.overflow.rawValue), \
            writers \(history.lives.map(\.number).suffix(plan.targets.count)), \(targets.joined(separator: "; "))
            """)
        for example in findings.examples { Console.complain("  \(example)") }
        Console.complain("the file is kept: \(history.path)")
    }
}
