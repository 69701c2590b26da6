// What a run of `kill` is asked for.

import RingLogFormat

@_spi(Testing) import RingLog
@_spi(Testing) import RingLogReader

/// A defect that is built in, so that the harness can be seen to notice it.
enum KillDefect: String, CaseIterable, Sendable {
    case earlyFree = "early-free"
    case headerFirst = "header-first"
    case noSalt = "no-salt"
    case keepCopies = "keep-copies"

    /// The writer's part in it.
    var ofLogger: Defect? {
        switch self {
        case .earlyFree: .earlyFree
        case .headerFirst: .headerFirst
        case .noSalt: .noSalt
        case .keepCopies: nil
        }
    }

    /// The decoder's part in it.
    var ofReader: Switches { Switches(isWithoutSalt: self == .noSalt, keepsCopies: self == .keepCopies) }
}

struct KillOptions: Sendable {
    var rounds: Int
    var threads: Int
    var seed: UInt64
    var capacity: Int
    var slots: Int?
    var defect: KillDefect?
    var directory: String?
    var keepsGoing: Bool
    var isJSON: Bool

    static let threadRange = 1...64
    static let capacityRange = 1 << 20...1 << 30
    static let slotRange = 2...32

    static let flags = [
        Flag("rounds", "N", "how many writers are killed (default 100; recovery rounds kill several)"),
        Flag("threads", "T", "how many threads a writer logs from (default 4)"),
        Flag("seed", "S", "repeats the plan of an earlier run (default: a fresh one)"),
        Flag("defect", "NAME", "build in early-free, header-first, no-salt or keep-copies: the run must end red"),
        Flag("capacity", "BYTES", "size of the ring (default 1 MiB)"),
        Flag("slots", "N", "number of slots (default: by size)"),
        Flag("directory", "PATH", "where the files go (default $TMPDIR)"),
        Flag("keep-going", nil, "do not end at the first round that is red"),
        Flag("json", nil, "the last line is a JSON object"),
    ]

    init(_ arguments: Arguments) throws(UsageError) {
        rounds = try arguments.integer("rounds", in: 1...10_000_000, default: 100)
        threads = try arguments.integer("threads", in: Self.threadRange, default: 4)
        seed = try arguments.integer("seed", in: 0...UInt64.max, default: Random.freshSeed())
        capacity = try arguments.integer("capacity", in: Self.capacityRange, default: 1 << 20)
        slots = try arguments.integer("slots", in: Self.slotRange)
        defect = try arguments.choice("defect", KillDefect.self)
        directory = arguments.text("directory")
        keepsGoing = arguments.has("keep-going")
        isJSON = arguments.has("json")
        try checkGeometry()
    }

    /// Not every number of slots goes with every size.
    private func checkGeometry() throws(UsageError) {
        let border = Format.headerUnits * 4096
        do throws(FormatError) {
            _ = try Geometry(capacity: (capacity + border - 1) / border * border, slotCount: slots)
        } catch {
            throw UsageError("--capacity and --slots: \(error)")
        }
    }
}
