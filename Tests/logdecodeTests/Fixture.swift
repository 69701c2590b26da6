import RingLogReader

@testable import logdecode

/// Records made by hand.
enum Fixture {
    static let time: Int64 = 1_796_026_502_123_456_789

    static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

    static func string(_ text: String, cut: UInt32 = 0) -> LogValue { .string(bytes(text), cutBytes: cut) }

    /// `parts` are literals and arguments in turn, beginning and ending with a literal.
    static func shape(
        _ literals: [String], keys: [String?] = [], hidden: Set<Int> = [], file: String = "Orders/Http.swift",
        line: UInt32 = 27
    ) -> MessageShape {
        let pieces = literals.dropLast().enumerated().map { index, literal in
            MessageShape.Piece(
                literal: bytes(literal), key: index < keys.count ? keys[index].map(bytes) : nil,
                options: hidden.contains(index) ? .hidden : [])
        }
        return MessageShape(file: bytes(file), line: line, pieces: pieces, tail: bytes(literals.last ?? ""))
    }

    static func record(
        _ shape: MessageShape?, _ arguments: [LogValue] = [], level: LogLevel = .info, label: String? = "http",
        thread: String? = "worker-3", metadata: [(String, LogValue)] = [], bound: [(String, LogValue)] = [],
        marks: RecordMarks = [], file: Int = 0
    ) -> LogRecord {
        LogRecord(
            identity: RecordIdentity(nonce: 1, slot: 2, generation: 3, thread: 7, sequence: 41), epoch: 0, ticks: 5,
            realtime: time, level: level, label: label.map(bytes), threadName: thread.map(bytes), threadSystemID: 99,
            session: 3, file: file, shape: shape, arguments: arguments,
            metadata: metadata.map { LogField(name: bytes($0.0), value: $0.1) },
            bound: bound.map { LogField(name: bytes($0.0), value: $0.1) }, marks: marks)
    }

    /// The record of the design's example.
    static let request = record(
        shape(["request id=", " from ", " took ", " ms"]), [.int(42), string("ann"), .double(3.25)])

    static func line(_ record: LogRecord, ids: Bool = false) -> String {
        var renderer = TextRenderer(showsIDs: ids)
        var content: [UInt8] = []
        var line: [UInt8] = []
        renderer.appendContent(of: record, to: &content)
        renderer.append(record, content: content, to: &line)
        return text(line)
    }

    static func json(_ record: LogRecord, ids: Bool = false, files: [String] = []) -> String {
        var renderer = JSONRenderer(showsIDs: ids, fileNames: files)
        var line: [UInt8] = []
        renderer.append(record, to: &line)
        return text(line)
    }
}
