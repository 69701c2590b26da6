/// One flag: everything there is to know about it. The parser and both helps are made from these, and so would be a
/// manual page or a shell's completions.
struct Flag: Sendable {
    let name: String
    let short: Character?
    /// What its value is called in the help; nil for a switch.
    let value: String?
    /// May be given several times.
    let repeats: Bool
    /// Where it makes sense.
    let commands: [Command]
    /// One line.
    let help: String
    /// What `--help` says beyond that; empty for nothing.
    let details: String
    let apply: @Sendable (inout Options, String) throws(UsageError) -> Void

    init(
        _ name: String, short: Character? = nil, value: String? = nil, repeats: Bool = false,
        commands: [Command] = [.print], help: String, details: String = "",
        apply: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.repeats = repeats
        self.commands = commands
        self.help = help
        self.details = details
        self.apply = apply
    }
}
