// The board of `bits`: how far its threads are and what they have found, readable when their process has died.

struct BitsBoard: Sendable {
    private let words: SharedWords
    let threads: Int
    private static let wordsPerThread = 16

    enum Count: Int, CaseIterable {
        case cases = 2, shown, lost, wrong, lostBeyond, returned, silent
    }

    init(path: String, threads: Int) throws(SystemFailure) {
        self.threads = threads
        words = try SharedWords(path: path, count: threads * Self.wordsPerThread)
    }

    private func index(_ thread: Int, _ word: Int) -> Int {
        precondition(thread >= 0 && thread < threads && word < Self.wordsPerThread, "no such word")
        return thread * Self.wordsPerThread + word
    }

    /// Which case the thread is to do next, or has been doing when its process died.
    func current(_ thread: Int) -> Int { Int(words[index(thread, 0)]) }
    func setCurrent(_ number: Int, _ thread: Int) { words[index(thread, 0)] = UInt64(number) }

    func add(_ count: Count, _ number: Int, _ thread: Int) {
        words[index(thread, count.rawValue)] += UInt64(number)
    }

    /// Everything that makes a run red.
    var faults: UInt64 { total(.wrong) + total(.lostBeyond) + total(.silent) }

    func total(_ count: Count) -> UInt64 { (0..<threads).reduce(0) { $0 + words[index($1, count.rawValue)] } }
}
