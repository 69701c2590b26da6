// Makes the reference, watches the process that decodes its damaged copies, and goes on behind a case that kills it.

struct BitsRun {
    private let options: BitsOptions
    private let directory: WorkDirectory
    private let board: BitsBoard
    private let boardPath: String
    private let referencePath: String
    private let size: Int
    private let records: Int
    private var crashed = 0
    private var hung = 0

    private static let mostRestarts = 20
    /// No case takes longer, on a machine that does other things too.
    private static let hangMilliseconds = 20_000

    init(_ options: BitsOptions) throws(SystemFailure) {
        self.options = options
        let directory = try WorkDirectory(in: options.directory)
        boardPath = directory.file("board")
        referencePath = directory.file("reference")
        let bytes = try ReferenceRing.make(at: directory.file("ring"), seed: options.seed)
        try FileBytes.write(bytes, to: referencePath)
        size = bytes.count
        records = try Reference(bytes: bytes, seed: options.seed).count
        board = try BitsBoard(path: boardPath, threads: options.threads)
        for thread in 0..<options.threads { board.setCurrent(thread, thread) }
        self.directory = directory
    }

    mutating func run() throws(SystemFailure) {
        for _ in 0...Self.mostRestarts {
            var worker = try ChildProcess(
                arguments: [
                    "bits-worker", "--file", referencePath, "--board", boardPath, "--threads", "\(options.threads)",
                    "--seed",
                    "\(options.seed)",
                ] + (options.defect.map { ["--defect", $0.rawValue] } ?? []))
            if try watch(&worker) { break }
        }
        if status != .green {
            directory.keep()
            Console.complain("the reference is kept: \(referencePath) (seed \(options.seed))")
        }
    }

    /// True if the worker came to its end; else the cases that its threads were in are skipped.
    private mutating func watch(_ worker: inout ChildProcess) throws(SystemFailure) -> Bool {
        var seen = progress
        while !worker.wait(milliseconds: Self.hangMilliseconds) {
            if progress == seen { break }
            seen = progress
        }
        if worker.ending == .exited(0) { return true }
        if worker.ending == .exited(ExitStatus.usage.rawValue) {
            throw SystemFailure(because: "the worker could not start")
        }
        let verb = worker.ending == nil ? "hangs" : "crashes (\(worker.ending!))"
        if worker.ending == nil { hung += 1 } else { crashed += 1 }
        worker.kill()
        _ = worker.wait(milliseconds: Self.hangMilliseconds)
        for thread in 0..<options.threads where board.current(thread) < Fault.count(size: size) {
            Console.complain("\(verb) in one of: \(Fault(number: board.current(thread), size: size))")
            board.setCurrent(board.current(thread) + options.threads, thread)
        }
        return false
    }

    private var progress: [Int] { (0..<options.threads).map { board.current($0) } }

    private var isComplete: Bool { board.total(.cases) == UInt64(Fault.count(size: size)) }

    var status: ExitStatus {
        let isClean = board.faults == 0 && crashed == 0 && hung == 0
        return isClean && isComplete && records > 0 ? .green : .red
    }

    var json: JSONObject {
        var object = JSONObject()
        object.set("cases", board.total(.cases))
        object.set("records", records)
        object.set("shown", board.total(.shown))
        object.set("lost", board.total(.lost))
        object.set("wrong", board.total(.wrong))
        object.set("lostBeyond", board.total(.lostBeyond))
        object.set("silent", board.total(.silent))
        object.set("returned", board.total(.returned))
        object.set("crashed", crashed)
        object.set("hung", hung)
        object.set("seed", options.seed)
        return object
    }

    var text: String {
        """
        \(board.total(.cases)) cases of \(Fault.count(size: size)), \(records) records in the reference
        \(board.total(.shown)) records shown, \(board.total(.lost)) lost to what was hit, \
        \(board.total(.returned)) of earlier laps with nothing left to tell so
        \(board.total(.wrong)) wrong, \(board.total(.lostBeyond)) lost beyond what was hit, \
        \(board.total(.silent)) silent losses, \(crashed) crashes, \(hung) hangs
        seed \(options.seed)
        """
    }
}
