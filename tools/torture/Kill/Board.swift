// The board on which a writer chalks up what it was told: read by the harness after the writer's death.

struct Board: Sendable {
    private let words: SharedWords
    let threads: Int

    /// A thread notes the counter of its clock every so many records.
    static let stampInterval: UInt64 = 64
    private static let stamps = 1 << 16
    private static let headWords = 16
    private static let tallyWords = 16

    private enum Word: Int {
        case opened, running, reached
    }

    init(path: String, threads: Int) throws(SystemFailure) {
        self.threads = threads
        words = try SharedWords(
            path: path, count: Self.headWords + threads * Self.tallyWords + threads * Self.stamps)
    }

    /// For the next writer. Stamps stay: those that count are written before the records they stand for.
    func clear() {
        for index in 0..<Self.headWords + threads * Self.tallyWords { words[index] = 0 }
    }

    // MARK: The life

    /// The ring is open: recovery is behind the writer.
    var isOpened: Bool { words[Word.opened.rawValue] != 0 }
    func setOpened() { words[Word.opened.rawValue] = 1 }
    /// All threads log.
    var isRunning: Bool { words[Word.running.rawValue] == UInt64(threads) }
    func countRunning() { words.increment(Word.running.rawValue) }
    /// The wanted step was reached; death is imminent.
    var isReached: Bool { words[Word.reached.rawValue] != 0 }
    func setReached() { words[Word.reached.rawValue] = 1 }

    // MARK: The threads

    private func tally(_ thread: Int) -> Int {
        precondition(thread >= 0 && thread < threads, "no such thread")
        return Self.headWords + thread * Self.tallyWords
    }

    /// Records that the thread was told to be recorded.
    func acknowledged(_ thread: Int) -> UInt64 { words[tally(thread)] }
    func setAcknowledged(_ count: UInt64, _ thread: Int) { words[tally(thread)] = count }
    var acknowledged: UInt64 { (0..<threads).reduce(0) { $0 + acknowledged($1) } }
    /// Calls that returned false.
    func refused(_ thread: Int) -> UInt64 { words[tally(thread) + 1] }
    func setRefused(_ count: UInt64, _ thread: Int) { words[tally(thread) + 1] = count }

    private func stamp(_ thread: Int, _ number: UInt64) -> Int {
        let place = min(number / Self.stampInterval, UInt64(Self.stamps - 1))
        return Self.headWords + threads * Self.tallyWords + thread * Self.stamps + Int(place)
    }

    /// Notes the clock's counter before record `number` is logged.
    func setStamp(_ ticks: UInt64, _ thread: Int, before number: UInt64) { words[stamp(thread, number)] = ticks }

    /// The notes for the first `count` records.
    func stamps(_ thread: Int, count: UInt64) -> [UInt64] {
        let noted = min((count + Self.stampInterval - 1) / Self.stampInterval, UInt64(Self.stamps))
        return (0..<noted).map { words[stamp(thread, $0 * Self.stampInterval)] }
    }
}
