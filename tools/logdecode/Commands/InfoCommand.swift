// logdecode info FILE...: what a file is.

import RingLogReader

struct InfoCommand {
    private let options: Options
    private let output: Output
    private var tally = Tally()

    init(_ options: Options, output: Output) {
        self.options = options
        self.output = output
    }

    mutating func run() throws(OutputError) -> Tally {
        var isFirst = true
        for path in tally.paths(of: options.inputs) {
            guard let file = tally.open(path) else { continue }
            let summary = file.summary
            let damages = file.damages
            switch options.format {
            case .text:
                if !isFirst { try output.write("\n") }
                try output.write(SummaryText(summary, damages, zone: options.zone).bytes)
            case .json: try output.write(SummaryJSON(summary, damages).bytes)
            }
            isFirst = false
            // What shows without reading every block; verify finds all.
            tally.add(damaged: !damages.isEmpty)
        }
        return tally
    }
}
