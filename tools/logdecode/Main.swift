// logdecode: reads RingLog files. This file is the frame: arguments in, verdict and exit status out.

import RingLogReader

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

@main
struct Main {
    static func main() {
        Messages.prepareProcess()
        let output = Output(descriptor: 1)
        do throws(OutputError) {
            exit(try run(Array(CommandLine.arguments.dropFirst()), output))
        } catch {
            switch error {
            case .closed: exit(0)
            case .failed(let message): exit(refuse(message))
            }
        }
    }

    private static func run(_ arguments: [String], _ output: Output) throws(OutputError) -> Int32 {
        switch understand(arguments, output) {
        case .failure(let error): return refuse(error.message)
        case .success(.text(let text)):
            try output.write(text)
            try output.flush()
            return 0
        case .success(.print(var command)): return try finish(try command.run(), output)
        case .success(.info(var command)): return try finish(try command.run(), output, counts: false)
        case .success(.verify(var command)): return try finish(try command.run(), output)
        }
    }

    private enum Task {
        case text(String)
        case print(PrintCommand)
        case info(InfoCommand)
        case verify(VerifyCommand)
    }

    private static func understand(_ arguments: [String], _ output: Output) -> Result<Task, UsageError> {
        Result { () throws(UsageError) in
            let options = try Options(parsing: arguments)
            if let detail = options.showsHelp { return .text(Help.text(detail)) }
            if options.showsVersion { return .text(Version.text) }
            return switch options.command {
            case .print: .print(try PrintCommand(options, output: output))
            case .info: .info(InfoCommand(options, output: output))
            case .verify: .verify(VerifyCommand(options, output: output))
            }
        }
    }

    /// Everything is written before the verdict is spoken.
    private static func finish(_ tally: Tally, _ output: Output, counts: Bool = true) throws(OutputError) -> Int32 {
        try output.flush()
        Messages.say(tally.line(counts: counts))
        return tally.state.rawValue
    }

    /// The last words if nothing could be done at all.
    private static func refuse(_ message: String) -> Int32 {
        Messages.say("cannot: " + message)
        return Verdict.State.unusable.rawValue
    }
}
