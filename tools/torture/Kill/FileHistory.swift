// What the harness knows about a file without looking into it: who wrote into it and what he was told.

/// One writer process.
final class Life {
    let number: UInt32
    let processID: Int32
    var threads: [ThreadHistory]
    /// False for a writer that died before its ring was open: it logged nothing.
    let wasOpened: Bool
    /// Of its session; nil until a page or a record told it.
    var nonce: UInt64?
    var ordinal: UInt32?
    var gaps = GapHistory()
    var isCompared = false

    init(number: UInt32, processID: Int32, board: Board) {
        self.number = number
        self.processID = processID
        wasOpened = board.isOpened
        threads = (0..<board.threads).map { ThreadHistory(board, $0) }
    }
}

/// One thread of a writer.
struct ThreadHistory {
    let acknowledged: UInt64
    let refused: UInt64
    /// The counter of the clock, read before records 0, 64, 128, ….
    let stamps: [UInt64]
    /// One more than acknowledged if the last record was kept and its call did not live to say so.
    var recorded: UInt64
    /// Nobody can know whether there was such a record: it would have been overwritten since.
    var isUncertain = false
    /// What the latest reading showed. A record that is gone stays gone.
    var shown = BitSet()

    init(_ board: Board, _ thread: Int) {
        acknowledged = board.acknowledged(thread)
        refused = board.refused(thread)
        stamps = board.stamps(thread, count: acknowledged + 1)
        recorded = acknowledged
    }

    /// No later than the moment of record `number`.
    func earliest(_ number: UInt64) -> UInt64 {
        guard !stamps.isEmpty else { return 0 }
        return stamps[min(Int(number / Board.stampInterval), stamps.count - 1)]
    }

    /// No earlier than the moment of record `number`.
    func latest(_ number: UInt64) -> UInt64 {
        let next = Int(number / Board.stampInterval) + 1
        return next < stamps.count ? stamps[next] : .max
    }
}

/// What a session gave up in slots.
struct GapHistory {
    private(set) var ranges: [ClosedRange<UInt64>] = []
    private(set) var slots: UInt64 = 0
    private(set) var records: UInt64 = 0

    mutating func add(slots: UInt64, records: UInt64, from lowest: UInt64, to highest: UInt64) {
        ranges.append(lowest...max(lowest, highest))
        self.slots += slots
        self.records += records
    }

    /// Whether a moment that is known to be in `range` may have been in one of the gaps.
    func overlaps(_ range: ClosedRange<UInt64>) -> Bool { ranges.contains { $0.overlaps(range) } }
}

/// All writers of one file, oldest first.
final class FileHistory {
    let path: String
    private(set) var lives: [Life] = []
    /// Records found to be lost, one by one.
    var lost: UInt64 = 0
    private var byNumber: [UInt32: Life] = [:]
    private var byNonce: [UInt64: Life] = [:]

    init(path: String) { self.path = path }

    func add(_ life: Life) {
        lives.append(life)
        byNumber[life.number] = life
    }

    func life(_ number: UInt32) -> Life? { byNumber[number] }

    /// False if the session is known to be another life's, or the life has another session.
    func bind(nonce: UInt64, to life: Life) -> Bool {
        if let known = life.nonce { return known == nonce }
        guard byNonce[nonce] == nil else { return false }
        byNonce[nonce] = life
        life.nonce = nonce
        return true
    }
}
