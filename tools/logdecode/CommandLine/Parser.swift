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
        // Switches first, wherever they stand: --local says how times are to be read.
        for use in parser.uses where use.flag.value == nil { try use.flag.apply(&self, use.spelling) }
        guard showsHelp == nil, !showsVersion else { return }
        try parser.check(self)
        for use in parser.uses {
            if let value = use.value { try use.flag.apply(&self, value) }
        }
        if let since, let until, since > until { throw UsageError("--until is before --since") }
        guard patterns.isEmpty else { return }
        for use in parser.uses where ["fixed-strings", "ignore-case", "invert-match"].contains(use.flag.name) {
            throw UsageError("--\(use.flag.name) needs a pattern; add --grep PATTERN")
        }
    }
}

private struct Parser {
    /// A flag as it was given.
    struct Use {
        let flag: Flag
        let spelling: String
        let value: String?
        /// The value is an argument of its own, so that it may have been meant as a name.
        let isDetached: Bool
    }

    private var left: ArraySlice<String>
    private(set) var uses: [Use] = []
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
                try longFlag(argument)
            } else if argument.hasPrefix("-"), argument != "-" {
                try shortFlags(argument)
            } else {
                try name(argument, &options)
            }
        }
    }

    /// The first name may be a command; a file that is called like one is written ./info.
    private mutating func name(_ argument: String, _ options: inout Options) throws(UsageError) {
        defer { commandIsOpen = false }
        let command = Command.named.first { $0.rawValue == argument }
        guard commandIsOpen else {
            if command != nil, options.command == .print {
                throw UsageError("the command comes first: logdecode \(argument) ... (a file is written ./\(argument))")
            }
            return options.inputs.append(argument)
        }
        if let command {
            options.command = command
        } else if ["help", "version"].contains(argument) {
            throw UsageError("'\(argument)' is no command; use --\(argument) (a file is written ./\(argument))")
        } else {
            options.inputs.append(argument)
        }
    }

    private mutating func longFlag(_ argument: String) throws(UsageError) {
        let body = argument.dropFirst(2)
        let equals = body.firstIndex(of: "=")
        let name = String(equals.map { body[..<$0] } ?? body)
        guard let flag = Flag.all.first(where: { $0.name == name }) else {
            throw UsageError("unknown flag --\(name)" + Suggestion.hint(forFlag: name))
        }
        let attached = equals.map { String(body[body.index(after: $0)...]) }
        if flag.value == nil, attached != nil { throw UsageError("--\(name) takes no value") }
        try use(flag, as: "--\(name)", value: attached)
    }

    private mutating func shortFlags(_ argument: String) throws(UsageError) {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            guard let flag = Flag.all.first(where: { $0.short == letter }) else {
                let isNumber = Int(argument) != nil
                let hint = isNumber ? "; a session is chosen with --session \(argument)" : " (see -h)"
                throw UsageError("unknown flag -\(letter)\(hint)")
            }
            let attached = flag.value != nil && !letters.isEmpty ? String(letters) : nil
            try use(flag, as: "-\(letter)", value: attached)
            if attached != nil { return }
        }
    }

    private mutating func use(_ flag: Flag, as spelling: String, value attached: String?) throws(UsageError) {
        if !flag.repeats, flag.value != nil, uses.contains(where: { $0.flag.name == flag.name }) {
            throw UsageError("\(spelling) is given twice")
        }
        guard let placeholder = flag.value else {
            return uses.append(Use(flag: flag, spelling: spelling, value: nil, isDetached: false))
        }
        guard let value = attached ?? left.popFirst() else {
            throw UsageError("\(spelling) needs a value: \(placeholder)")
        }
        guard !value.isEmpty else { throw UsageError("\(spelling) has an empty value; expected \(placeholder)") }
        uses.append(Use(flag: flag, spelling: spelling, value: value, isDetached: attached == nil))
    }

    /// What can be said before any value is looked at.
    func check(_ options: Options) throws(UsageError) {
        for use in uses where !use.flag.commands.contains(options.command) {
            throw UsageError("--\(use.flag.name) does not go with \(options.command.rawValue)")
        }
        guard options.inputs.isEmpty else { return }
        if let last = uses.last(where: { $0.isDetached }), let value = last.value {
            throw UsageError("no file given; '\(value)' was taken as the value of \(last.spelling)")
        }
        throw UsageError("no file given; name a file or a directory, or - for the standard input (see -h)")
    }
}
