// `ringlog-torture bits`.

@_spi(Testing) import RingLogReader

/// A defect of the decoder that is built in, so that the torture can be seen to notice it.
enum BitsDefect: String, CaseIterable, Sendable {
    case keepCopies = "keep-copies"
    case noSalt = "no-salt"

    var ofReader: Switches { Switches(isWithoutSalt: self == .noSalt, keepsCopies: self == .keepCopies) }
}

struct BitsOptions: Sendable {
    var threads: Int
    var seed: UInt64
    var defect: BitsDefect?
    var directory: String?
    var isJSON: Bool

    static let threadRange = 1...64

    static let flags = [
        Flag("threads", "N", "decode on so many threads (default 2)"),
        Flag("seed", "S", "of the contents (default: a fresh one)"),
        Flag("defect", "NAME", "build in keep-copies or no-salt: the run must end red"),
        Flag("directory", "PATH", "where the files go (default $TMPDIR)"),
        Flag("json", nil, "the last line is a JSON object"),
    ]

    init(_ arguments: Arguments) throws(UsageError) {
        threads = try arguments.integer("threads", in: Self.threadRange, default: 2)
        seed = try arguments.integer("seed", in: 0...UInt64.max, default: Random.freshSeed())
        defect = try arguments.choice("defect", BitsDefect.self)
        directory = arguments.text("directory")
        isJSON = arguments.has("json")
    }
}

extension Subcommand {
    static let bits = Subcommand(
        name: "bits", summary: "every flipped bit, truncation and start offset of a small file costs what it hits",
        details: """
            Makes a ring of 32 KiB with the logger itself (units of 512 bytes, several laps, two sessions, both lanes,
            records in slots), then decodes it with each single bit flipped, cut to every length and begun at every
            offset. Every record shown must be one of the intact file's, byte for byte, once and in order; every record
            that has an intact copy must be shown; what is missing is said; the decoder neither crashes nor hangs.
            Records of an earlier lap may come back only if everything that tells that they were given up is gone
            (`returned`).
            """,
        flags: BitsOptions.flags
    ) { arguments throws(UsageError) in
        let options = try BitsOptions(arguments)
        do throws(SystemFailure) {
            var run = try BitsRun(options)
            try run.run()
            Console.say(options.isJSON ? run.json.text : run.text)
            return run.status
        } catch {
            Console.complain("cannot go on: \(error)")
            return .usage
        }
    }
}
