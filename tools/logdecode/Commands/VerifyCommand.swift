// logdecode verify FILE...: reads and checks everything, shows no record, one line for each damaged place.

import RingLogReader

struct VerifyCommand {
    private let options: Options
    private let output: Output
    private var tally = Tally()

    init(_ options: Options, output: Output) {
        self.options = options
        self.output = output
    }

    /// Files are read one after the other: nothing of one depends on another.
    mutating func run() throws(OutputError) -> Tally {
        for path in tally.paths(of: options.inputs) {
            guard let file = tally.open(path) else { continue }
            let reader = RingReader([file])
            while tally.next(reader) != nil {}
            if !options.isQuiet { try report(reader, path) }
            tally.add(reader.verdict)
        }
        return tally
    }

    private func report(_ reader: RingReader, _ path: String) throws(OutputError) {
        for damage in reader.damages {
            try output.write(options.format == .json ? json(damage, path) : text(damage, path))
        }
        let listed = UInt64(reader.damages.count)
        if reader.damageCount > listed {
            Messages.say("\(path): \((reader.damageCount - listed).counted("more damaged place")), not listed")
        }
    }

    private func text(_ damage: Damage, _ path: String) -> [UInt8] {
        var line: [UInt8] = []
        line.appendMessage("\(path): \(damage.shown)")
        line.append("\n")
        return line
    }

    private func json(_ damage: Damage, _ path: String) -> [UInt8] {
        var line: [UInt8] = []
        var object = JSONObjectWriter()
        object.begin(&line)
        object.member("ring", text: path, &line)
        object.member("damage", text: damage.kind.name, &line)
        object.member("offset", damage.offset, &line)
        if damage.length > 0 { object.member("length", damage.length, &line) }
        object.member("records", damage.kind.records, &line)
        object.member("text", text: damage.text, &line)
        object.end(&line)
        line.append("\n")
        return line
    }
}

extension Damage {
    /// Where and what, for people.
    var shown: String {
        guard let offset else { return text }
        return "offset \(offset)" + (length > 0 ? ", \(length.counted("byte"))" : "") + ": " + text
    }
}

extension Damage.Kind {
    /// For programs.
    var name: String {
        switch self {
        case .superblock: "superblock"
        case .sessionPage: "session_page"
        case .clockPage: "clock_page"
        case .countersPage: "counters_page"
        case .segmentHeader: "segment_header"
        case .blockHeader: "block_header"
        case .blockList: "block_list"
        case .blockPayload: "block_payload"
        case .blockMissing: "block_missing"
        case .slotUnreadable: "slot_unreadable"
        case .slotHeader: "slot_header"
        case .hole: "hole"
        case .recordsMissing: "records_missing"
        case .sequenceGap: "sequence_gap"
        case .cut: "cut"
        }
    }

    var records: UInt64? {
        switch self {
        case .recordsMissing(let count), .sequenceGap(let count): count > 0 ? count : nil
        default: nil
        }
    }
}
