// `ringlog-torture bits`.

struct BitsOptions: Sendable {
    var threads: Int
    var seed: UInt64
    var directory: String?
    var isJSON: Bool

    static let threadRange = 1...64

    static let flags = [
        Flag("threads", "N", "decode on so many threads (default 2)"),
        Flag("seed", "S", "of the contents (default: a fresh one)"),
        Flag("directory", "PATH", "where the files go (default $TMPDIR)"),
        Flag("json", nil, "the last line is a JSON object"),
    ]

    init(_ arguments: Arguments) throws(UsageError) {
        threads = try arguments.integer("threads", in: Self.threadRange, default: 2)
        seed = try arguments.integer("seed", in: 0...UInt64.max, default: Random.freshSeed())
        directory = arguments.text("directory")
        isJSON = arguments.has("json")
    }
}

extension Subcommand {
    static let bits = Subcommand(
        name: "bits", summary: "every flipped bit, truncation and start offset of a small file costs what it hits",
        details: """
            Makes a ring of 32 KiB with the logger itself (units of 512 bytes, several laps, two sessions, both lanes, records
            in slots), then decodes it with each single bit flipped, cut to every length and begun at every offset. Every
            record shown must be one of the intact file's, byte for byte, once and in order; every record that has an intact
            copy must be shown; the decoder neither crashes nor hangs.
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
