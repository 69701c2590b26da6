// The writer's end of the steering: counts how often the step is reached, and dies.

import CRingLog
import Synchronization

@_spi(Testing) import RingLog

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

final class KillSwitch: Sendable {
    private let target: Target
    private let board: Board
    private let passed = Atomic<Int>(0)
    private let executioner: Executioner?

    init(_ target: Target, board: Board) {
        self.target = target
        self.board = board
        executioner = target.manner == .passed ? Executioner(delayNanoseconds: target.delayNanoseconds) : nil
    }

    /// To be called at every step, by whichever thread takes it.
    func reached(_ step: Phase) {
        guard step == target.step else { return }
        guard passed.wrappingAdd(1, ordering: .relaxed).newValue == target.entry else { return }
        board.setReached()
        if let executioner {
            executioner.call()
        } else {
            Clock.spin(nanoseconds: Int64(target.delayNanoseconds))
            die()
        }
    }
}

/// A thread that waits to be called and kills the process a little later.
private final class Executioner: @unchecked Sendable {
    // Unchecked, since a pointer is not Sendable; the word is touched by atomic operations only.
    private let word: UnsafeMutablePointer<UInt32>

    init(delayNanoseconds: Int) {
        let word = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
        word.initialize(to: 0)
        self.word = word
        _ = Thread(name: "executioner") { [self] in
            while rl_load(self.word) == 0 { rl_futex_wait(self.word, 0, -1) }
            Clock.spin(nanoseconds: Int64(delayNanoseconds))
            die()
        }
    }

    func call() {
        rl_store(word, 1)
        rl_futex_wake(word, 1)
    }
}

/// SIGKILL, as from anyone: nothing of this process runs any more.
private func die() {
    kill(getpid(), SIGKILL)
    while true { pause() }
}
