// `ringlog-torture kill`.

extension Subcommand {
    static let kill = Subcommand(
        name: "kill", summary: "SIGKILL at any moment loses nothing that was acknowledged",
        details: """
            Each round starts a process whose threads log into a small ring at full speed and count every `true` in
            shared memory, kills it at a random moment, decodes the file and compares record by record: each
            acknowledged record is there once, in its thread's order, with the right content, unless it was overwritten
            by the rules of docs/FORMAT.md (both of them: its time and the numbers); at most one unacknowledged record a
            thread is there besides; nothing is damaged, no block unfinished; earlier sessions are still as they were.
            The file is used again over rounds. Deaths fall into appending, slot switch, compaction, segment change,
            wrap and recovery.

            The run ends at the first round that is red, says its seed and keeps its file. With --defect the run must
            end red.
            """,
        flags: KillOptions.flags
    ) { arguments throws(UsageError) in
        let options = try KillOptions(arguments)
        do throws(SystemFailure) {
            var run = try KillRun(options)
            try run.run()
            return report(run.tally, options)
        } catch {
            Console.complain("cannot go on: \(error)")
            return .usage
        }
    }

    private static func report(_ tally: KillTally, _ options: KillOptions) -> ExitStatus {
        if tally.findings.isEmpty, let shortcoming = tally.shortcoming {
            Console.complain("too little: \(shortcoming)")
        }
        Console.say(options.isJSON ? tally.json(seed: options.seed).text : tally.text + "\nseed \(options.seed)")
        return tally.status
    }
}
