// What the intact file shows, and the judgement on what a damaged one shows.

@_spi(Testing) import RingLogReader

struct Reference: Sendable {
    let bytes: [UInt8]
    /// In the order shown.
    private let records: [Record]
    private let places: [RecordIdentity: Int]
    private let remains: [RecordName: Remains]
    private let tails: [Range<Int>]
    private let switches: Switches
    private let seed: UInt64

    private struct Record: Sendable {
        let record: LogRecord
        let message: [UInt8]
        let copies: [Range<Int>]
    }

    var count: Int { records.count }

    /// Reads the intact file and makes sure that it is one: nothing damaged, every record as it was logged.
    init(bytes: [UInt8], seed: UInt64, switches: Switches = Switches()) throws(SystemFailure) {
        let map = try FileMap(bytes)
        let (shown, verdict) = try Self.read(bytes)
        guard verdict.state == .intact else {
            throw SystemFailure(because: "the intact reference is called \(verdict)")
        }
        var places: [RecordIdentity: Int] = [:]
        var records: [Record] = []
        for record in shown {
            guard let copies = map.copies[RecordName(record.identity)], places[record.identity] == nil,
                Self.isAsLogged(record, seed)
            else { throw SystemFailure(because: "the intact reference shows a wrong record: \(record)") }
            places[record.identity] = records.count
            records.append(Record(record: record, message: record.message, copies: copies))
        }
        guard map.copies.count == records.count else {
            throw SystemFailure(because: "\(map.copies.count) records are in the reference, \(records.count) are shown")
        }
        self.bytes = bytes
        self.records = records
        self.places = places
        self.seed = seed
        self.switches = switches
        remains = map.remains
        tails = map.tails
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

    private static func isAsLogged(_ record: LogRecord, _ seed: UInt64) -> Bool {
        var checker = RecordChecker(seed: seed, size: .small, renderInterval: 1)
        guard let key = RecordChecker.key(of: record) else { return false }
        return checker.faults(of: record, key).isEmpty
    }

    // MARK: Judging

    /// What a damaged file shows, judged.
    struct Outcome {
        var shown = 0
        /// Records that are not the reference's, or not as they are there, or shown twice, or out of order.
        var wrong = 0
        /// Records that the fault did not hit and that are not shown.
        var lostBeyond = 0
        /// Records that the fault hit.
        var lost = 0
        /// Records of an earlier lap, of which the fault took everything that tells that they were given up.
        var returned = 0
        /// Records are lost or have returned, and the verdict is that the file is intact.
        var isSilent = false
        var example: String?
    }

    func outcome(of fault: Fault) -> Outcome {
        var outcome = Outcome()
        var shown: Set<RecordIdentity> = []
        var last = -1
        // A file of which nothing recognisable is left is refused; then nothing is shown, and that is judged.
        var isIntact = false
        if let reader = open(fault.apply(to: bytes)) {
            while let record = try? reader.nextRecord() {
                outcome.shown += 1
                let place = places[record.identity]
                if !shown.insert(record.identity).inserted {
                    outcome.wrong("shown twice", record)
                } else if let place {
                    if place < last { outcome.wrong("out of order", record) }
                    if let what = difference(record, records[place]) { outcome.wrong("another \(what)", record) }
                    last = place
                } else if remains[RecordName(record.identity)]?.mayReturn(after: fault) == true {
                    if Self.isAsLogged(record, seed) {
                        outcome.returned += 1
                    } else {
                        outcome.wrong("not as logged", record)
                    }
                } else {
                    outcome.wrong("not in the reference", record)
                }
            }
            isIntact = reader.verdict.state == .intact
        }
        for record in records where !shown.contains(record.record.identity) {
            if record.copies.allSatisfy(fault.hits) {
                outcome.lost += 1
            } else {
                outcome.lostBeyond += 1
                outcome.tell("not hit and not shown, at \(record.copies)", record.record)
            }
        }
        if isIntact, outcome.lost + outcome.returned > 0, !isTorn(fault) {
            outcome.isSilent = true
            outcome.example = outcome.example ?? "\(outcome.lost) lost, called intact"
        }
        return outcome
    }

    private func open(_ bytes: [UInt8]) -> RingReader? {
        (try? RingFile(RingInput(name: "case", bytes: bytes), switches: switches)).map { RingReader([$0]) }
    }

    /// A torn tail is what a death leaves too: no damage.
    private func isTorn(_ fault: Fault) -> Bool {
        if case .flip = fault { tails.contains(where: fault.hits) } else { false }
    }

    /// Clock relations that a fault hit are made up for by others: times may move, by less than this.
    private static let mostNanoseconds: Int64 = 1_000_000

    /// In what a record that is shown differs from the reference's; a definition that was hit may be missing, if that
    /// is marked.
    private func difference(_ shown: LogRecord, _ reference: Record) -> String? {
        let record = reference.record
        if shown.epoch != record.epoch || shown.ticks != record.ticks { return "moment" }
        if shown.level != record.level { return "level" }
        if shown.session != record.session { return "session" }
        if shown.arguments != record.arguments || shown.metadata != record.metadata { return "argument" }
        if abs(shown.realtime - record.realtime) > Self.mostNanoseconds { return "time" }
        let hasLostContext = shown.marks.contains(.contextLost)
        if shown.label != record.label, shown.label != nil || !hasLostContext { return "label" }
        if shown.threadName != record.threadName, shown.threadName != nil || !hasLostContext { return "thread name" }
        if shown.shape == nil { return shown.marks.contains(.definitionLost) ? nil : "message, without a mark" }
        return shown.message == reference.message ? nil : "message"
    }
}

extension Reference.Outcome {
    fileprivate mutating func wrong(_ what: String, _ record: LogRecord) {
        wrong += 1
        tell(what, record)
    }

    fileprivate mutating func tell(_ what: String, _ record: LogRecord) {
        example = example ?? "\(what): \(record.identity) \(RecordChecker.text(of: record))"
    }
}

extension RecordName {
    fileprivate init(_ identity: RecordIdentity) {
        self.init(
            nonce: identity.nonce, slot: identity.slot, generation: identity.generation, thread: identity.thread,
            sequence: identity.sequence)
    }
}
