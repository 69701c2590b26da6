// What the intact file shows, and the judgement on what a damaged one shows.

@_spi(Testing) import RingLogReader

struct Reference: Sendable {
    let bytes: [UInt8]
    /// In the order shown.
    private let records: [Record]
    private let places: [RecordIdentity: Int]

    private struct Record: Sendable {
        let record: LogRecord
        let message: [UInt8]
        let copies: [Range<Int>]
    }

    var count: Int { records.count }

    static let mostText = 40

    /// Reads the intact file and makes sure that it is one: nothing damaged, every record as it was logged.
    init(bytes: [UInt8], seed: UInt64) throws(SystemFailure) {
        let copies = try RecordCopies(bytes)
        let (shown, verdict) = try Self.read(bytes)
        guard verdict.state == .intact else {
            throw SystemFailure(because: "the intact reference is called \(verdict)")
        }
        var checker = RecordChecker(seed: seed, mostText: Self.mostText, renderInterval: 1)
        var places: [RecordIdentity: Int] = [:]
        var records: [Record] = []
        for record in shown {
            guard let extents = copies.extents[RecordName(record.identity)], places[record.identity] == nil,
                let key = RecordChecker.key(of: record), checker.faults(of: record, key).isEmpty
            else { throw SystemFailure(because: "the intact reference shows a wrong record: \(record)") }
            places[record.identity] = records.count
            records.append(Record(record: record, message: record.message, copies: extents))
        }
        guard copies.extents.count == records.count else {
            throw SystemFailure(
                because: "\(copies.extents.count) records are in the reference, \(records.count) are shown")
        }
        self.bytes = bytes
        self.records = records
        self.places = places
    }

    private static func read(_ bytes: [UInt8]) throws(SystemFailure) -> ([LogRecord], Verdict) {
        do throws(ReaderError) {
            let reader = RingReader([try RingFile(RingInput(name: "reference", bytes: bytes))])
            var records: [LogRecord] = []
            while let record = try reader.nextRecord() { records.append(record) }
            return (records, reader.verdict)
        } catch {
            throw SystemFailure(because: "the intact reference cannot be read: \(error)")
        }
    }

    /// What a damaged file shows, judged.
    struct Outcome {
        var shown = 0
        /// Records that are not the reference's, or not as they are there, or shown twice, or out of order.
        var wrong = 0
        /// Records that the fault did not hit and that are not shown.
        var lostBeyond = 0
        /// Records that the fault hit.
        var lost = 0
        var example: String?
    }

    func outcome(of fault: Fault) -> Outcome {
        var outcome = Outcome()
        var isShown = [Bool](repeating: false, count: records.count)
        var last = -1
        // A file of which nothing recognisable is left is refused; then nothing is shown, which is judged as such.
        if let reader = try? RingReader([RingFile(RingInput(name: "case", bytes: fault.apply(to: bytes)))]) {
            while let record = try? reader.nextRecord() {
                outcome.shown += 1
                let place = places[record.identity]
                if let place, !isShown[place], place > last, let difference = difference(record, records[place]) {
                    outcome.wrong(difference + ": \(record)")
                } else if place == nil || isShown[place!] || place! < last {
                    outcome.wrong(place == nil ? "not in the reference: \(record)" : "again or late: \(record)")
                }
                if let place {
                    isShown[place] = true
                    last = place
                }
            }
        }
        for (index, record) in records.enumerated() where !isShown[index] {
            if record.copies.allSatisfy(fault.hits) {
                outcome.lost += 1
            } else {
                outcome.lostBeyond += 1
                outcome.example =
                    outcome.example ?? "not hit and not shown: \(record.record.identity), at \(record.copies)"
            }
        }
        return outcome
    }

    /// Clock relations that a fault hit are made up for by others: times may move, by less than this.
    private static let mostNanoseconds: Int64 = 1_000_000

    /// How a record that is shown differs from the reference's; a definition that was hit may be missing, if that is marked.
    private func difference(_ shown: LogRecord, _ reference: Record) -> String? {
        let record = reference.record
        if (shown.epoch, shown.ticks, shown.level, shown.session) != (
            record.epoch, record.ticks, record.level, record.session
        ) {
            return "ticks, level or session"
        }
        if shown.arguments != record.arguments || shown.metadata != record.metadata { return "arguments" }
        if abs(shown.realtime - record.realtime) > Self.mostNanoseconds { return "time" }
        let hasLostContext = shown.marks.contains(.contextLost)
        if shown.label != record.label, shown.label != nil || !hasLostContext { return "label" }
        if shown.threadName != record.threadName, shown.threadName != nil || !hasLostContext { return "thread" }
        if shown.shape == nil { return shown.marks.contains(.definitionLost) ? nil : "a shape lost without a mark" }
        return shown.message == reference.message ? nil : "message"
    }
}

extension Reference.Outcome {
    fileprivate mutating func wrong(_ text: String) {
        wrong += 1
        example = example ?? text
    }
}

extension RecordName {
    fileprivate init(_ identity: RecordIdentity) {
        self.init(
            nonce: identity.nonce, slot: identity.slot, generation: identity.generation, thread: identity.thread,
            sequence: identity.sequence)
    }
}
