// ringlog-torture: does to a ring what the world does to it, and looks whether its promises hold. This file is the
// frame: arguments in, exit status out. Every torture is one entry of `Subcommand.all`.

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
        do throws(UsageError) {
            exit(try run(Array(CommandLine.arguments.dropFirst())).rawValue)
        } catch {
            Console.complain("\(error.message)\nringlog-torture --help tells more.")
            exit(ExitStatus.usage.rawValue)
        }
    }

    private static func run(_ arguments: [String]) throws(UsageError) -> ExitStatus {
        guard let name = arguments.first else { throw UsageError("which torture?") }
        if name == "--help" || name == "-h" || name == "help" {
            Console.say(Help.overview)
            return .green
        }
        guard let subcommand = Subcommand.all.first(where: { $0.name == name }) else {
            throw UsageError("there is no torture '\(name)'")
        }
        if arguments.contains("--help") || arguments.contains("-h") {
            Console.say(Help.text(of: subcommand))
            return .green
        }
        return try subcommand.run(try Arguments(arguments.dropFirst(), flags: subcommand.flags))
    }
}
