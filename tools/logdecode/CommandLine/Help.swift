// Help, made from the table of flags.

enum Help {
    static func text(_ detail: HelpDetail) -> String {
        var text = """
            logdecode - read RingLog files, of living and of dead processes, damaged ones included

            Usage:
              logdecode [FLAGS] FILE|DIRECTORY...
            """
        for command in Command.named {
            text += "\n  logdecode \(command.rawValue) [FLAGS] FILE|DIRECTORY..."
        }
        text += """


            FILE is a ring, a copy of one or what is left of it; - is the standard input. Of a DIRECTORY all its
            *.ringlog files are read.

            Commands:

            """
        text += list([("(none)", Command.print.summary)] + Command.named.map { ($0.rawValue, $0.summary) })
        text += "\nFlags:\n"
        text += detail == .short ? list(Flag.all.map { ($0.spelling, $0.help) }) : Flag.all.map(long).joined()
        text += """

            Exit status: 0 intact, 1 something is damaged, 2 something could not be done. The last line on stderr says
            which and why. Overwritten and dropped records are told, but are no damage.

            """
        return text
    }

    private static func list(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  \($0.0.padded(to: width))  \($0.1)\n" }.joined()
    }

    private static func long(_ flag: Flag) -> String {
        let help = flag.help.prefix(1).uppercased() + flag.help.dropFirst() + "."
        let text = flag.details.isEmpty ? help : help + " " + flag.details
        return "  \(flag.spelling)\n" + wrapped(text, width: 72).map { "      \($0)\n" }.joined()
    }

    static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        return line.isEmpty ? lines : lines + [line]
    }
}

extension Flag {
    /// As the help shows it: `-l, --level LEVEL`.
    var spelling: String {
        let front = short.map { "-\($0), " } ?? "    "
        return front + "--" + name + (value.map { " " + $0 } ?? "")
    }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
