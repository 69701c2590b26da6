// What a reading of bytes in memory comes to, in a form that tests compare with values.
import RingLogFormat
import RingLogTestSupport

@_spi(Testing) import RingLogReader

struct Reading {
    var records: [LogRecord] = []
    var items: [LogItem] = []
    var gaps: [GapNote] = []
    var damages: [Damage] = []
    var verdict = Verdict()

    init(_ files: [[UInt8]], switches: Switches = Switches(), filter: RecordFilter = RecordFilter()) throws {
        let inputs = files.enumerated().map { RingInput(name: "file \($0.offset)", bytes: $0.element) }
        let opened = try inputs.enumerated().map { try RingFile($0.element, index: $0.offset, switches: switches) }
        let reader = RingReader(opened, filter: filter)
        while let item = try reader.next() {
            items.append(item)
            if case .record(let record) = item { records.append(record) }
        }
        gaps = reader.gaps
        damages = reader.damages
        verdict = reader.verdict
    }

    init(_ bytes: [UInt8], switches: Switches = Switches()) throws { try self.init([bytes], switches: switches) }

    /// The numbers that `FileBuilder.log` was given.
    var numbers: [Int64] { records.compactMap(\.number) }
    var texts: [String] { records.map { String(decoding: $0.message, as: UTF8.self) } }
    var kinds: [Damage.Kind] { damages.map(\.kind) }
}

extension LogRecord {
    var number: Int64? {
        for case .int(let value) in arguments { return value }
        return nil
    }
}
