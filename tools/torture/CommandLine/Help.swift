// Help, made from the table of subcommands.

enum Help {
    static var overview: String {
        var text = """
            ringlog-torture - does to a ring what the world does to it, and checks that its promises hold

            Usage:
              ringlog-torture TORTURE [FLAGS]

            Tortures:

            """
        for subcommand in Subcommand.all where !subcommand.isInternal {
            text += "  " + padded(subcommand.name, to: 10) + subcommand.summary + "\n"
        }
        return text + """

            Exit status: 0 every promise held; 1 one was broken, or too little was covered to tell; 2 wrong usage.
            ringlog-torture TORTURE --help tells more, docs/TORTURE.md most.
            """
    }

    static func text(of subcommand: Subcommand) -> String {
        var text = """
            ringlog-torture \(subcommand.name) - \(subcommand.summary)

            \(subcommand.details)

            Flags:

            """
        for flag in subcommand.flags {
            text += "  " + padded("--" + flag.name + (flag.value.map { " " + $0 } ?? ""), to: 24) + flag.help + "\n"
        }
        return String(text.dropLast())
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.utf8.count))
    }
}
