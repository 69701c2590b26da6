// The command line, read by the table of flags:
//
//     --flag value, --flag=value, -f value, -fvalue, -abc for -a -b -c, -- before names that begin with -,
//     - for the standard input. Flags and names may be mixed. What follows a flag with a value is its value, whatever
//     it looks like, so `--session -1` works.

extension Options {
    /// Understands `arguments` (without the program's name).
    init(parsing arguments: [String]) throws(UsageError) {
        self.init()
        var parser = Parser(left: arguments[...])
        try parser.run(&self)
        guard showsHelp == nil, !showsVersion else { return }
        try parser.checkApplicability(command)
        guard !inputs.isEmpty else {
            throw UsageError("no file given; name a file or a directory, or - for the standard input (see -h)")
        }
        if let since, let until, since > until { throw UsageError("--until is before --since") }
        guard patterns.isEmpty else { return }
        for used in parser.used where ["fixed-strings", "ignore-case", "invert-match"].contains(used.name) {
            throw UsageError("--\(used.name) needs a pattern; add --grep PATTERN")
        }
    }
}

private struct Parser {
    var left: ArraySlice<String>
    var used: [Flag] = []
    private var commandIsOpen = true

    init(left: ArraySlice<String>) {
        self.left = left
    }

    mutating func run(_ options: inout Options) throws(UsageError) {
        while let argument = left.popFirst() {
            if argument == "--" {
                options.inputs.append(contentsOf: left)
                return
            } else if argument.hasPrefix("--") {
                try longFlag(argument, &options)
            } else if argument.hasPrefix("-"), argument != "-" {
                try shortFlags(argument, &options)
            } else {
                name(argument, &options)
            }
        }
    }

    /// The first name may be a command; a file that is called like one is written ./info.
    private mutating func name(_ argument: String, _ options: inout Options) {
        if commandIsOpen, let command = Command.named.first(where: { $0.rawValue == argument }) {
            options.command = command
        } else {
            options.inputs.append(argument)
        }
        commandIsOpen = false
    }

    private mutating func longFlag(_ argument: String, _ options: inout Options) throws(UsageError) {
        let body = argument.dropFirst(2)
        let equals = body.firstIndex(of: "=")
        let name = String(equals.map { body[..<$0] } ?? body)
        guard let flag = Flag.all.first(where: { $0.name == name }) else {
            let guess = Suggestion.nearest(to: name, in: Flag.all.map(\.name))
            throw UsageError("unknown flag --\(name)" + (guess.map { "; did you mean --\($0)?" } ?? " (see -h)"))
        }
        let attached = equals.map { String(body[body.index(after: $0)...]) }
        if flag.value == nil, attached != nil { throw UsageError("--\(name) takes no value") }
        try use(flag, as: "--\(name)", value: attached, &options)
    }

    private mutating func shortFlags(_ argument: String, _ options: inout Options) throws(UsageError) {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            guard let flag = Flag.all.first(where: { $0.short == letter }) else {
                let isNumber = Int(argument) != nil
                let hint = isNumber ? "; a session is chosen with --session \(argument)" : " (see -h)"
                throw UsageError("unknown flag -\(letter)\(hint)")
            }
            let attached = flag.value != nil && !letters.isEmpty ? String(letters) : nil
            try use(flag, as: "-\(letter)", value: attached, &options)
            if attached != nil { return }
        }
    }

    private mutating func use(
        _ flag: Flag, as spelling: String, value: String?, _ options: inout Options
    ) throws(UsageError) {
        if !flag.repeats, flag.value != nil, used.contains(where: { $0.name == flag.name }) {
            throw UsageError("\(spelling) is given twice")
        }
        used.append(flag)
        guard let placeholder = flag.value else { return try flag.apply(&options, spelling) }
        guard let value = value ?? left.popFirst() else {
            throw UsageError("\(spelling) needs a value: \(placeholder)")
        }
        guard !value.isEmpty else { throw UsageError("\(spelling) has an empty value; expected \(placeholder)") }
        try flag.apply(&options, value)
    }

    func checkApplicability(_ command: Command) throws(UsageError) {
        for flag in used where !flag.commands.contains(command) {
            throw UsageError("--\(flag.name) does not go with \(command.rawValue)")
        }
    }
}
