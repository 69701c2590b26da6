// A one-way signal between threads: unset, then set for ever.

import CRingLog

final class Event: @unchecked Sendable {
    private let word: UnsafeMutablePointer<UInt32>

    init() {
        word = .allocate(capacity: 1)
        word.initialize(to: 0)
    }

    deinit { word.deallocate() }

    func set() {
        rl_store(word, 1)
        rl_futex_wake(word, .max)
    }

    var isSet: Bool { rl_load(word) != 0 }

    /// False if it is still unset after `milliseconds`.
    @discardableResult
    func wait(milliseconds: Int) -> Bool {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        while !isSet {
            let left = ContinuousClock.now.duration(to: deadline)
            if left <= .zero { return false }
            let (seconds, attoseconds) = left.components
            rl_futex_wait(word, 0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        }
        return true
    }
}
