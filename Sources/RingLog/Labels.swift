// The label cells of a ring: names, and the mask of levels that the gate of every log call reads.

import CRingLog
import Synchronization

/// Cells are made once and stay; their names are never freed, since records may be written as long as the process
/// lives.
final class Labels: Sendable {
    private struct State {
        var cells: [String: UnsafeMutablePointer<rl_label>] = [:]
        var thresholds: [String: LogLevel]
        var threshold: LogLevel
    }

    private let core: RingCore
    private let state: Mutex<State>

    init(core: RingCore, threshold: LogLevel, options: LogRing.Options) {
        self.core = core
        state = Mutex(State(thresholds: options.labelThresholds, threshold: threshold))
    }

    func cell(_ label: String) -> UnsafePointer<rl_label> {
        // In a forked child the cells are zeros and the lock may be held by a thread that does not exist there.
        guard core.isPresent else { return Self.closed.cell }
        let core = core
        return state.withLock { state in
            if let cell = state.cells[label] { return UnsafePointer(cell) }
            let mask = Self.mask(state.thresholds[label] ?? state.threshold)
            let name = Self.immortal(label)
            let cell = rl_label_add(core.ring, name.start, name.length, mask)!
            // Past the limit all labels share a cell: remembering each would grow without bound.
            if cell.pointee.name == UnsafePointer(name.start) {
                state.cells[label] = cell
            } else {
                name.start.deallocate()
            }
            return UnsafePointer(cell)
        }
    }

    func setThreshold(_ level: LogLevel, label: String?) {
        guard core.isPresent else { return }
        state.withLock { state in
            if let label { state.thresholds[label] = level } else { state.threshold = level }
            for (name, cell) in state.cells {
                rl_store(&cell.pointee.mask, Self.mask(state.thresholds[name] ?? state.threshold))
            }
        }
    }

    /// A cell whose gate never opens.
    private struct Closed: @unchecked Sendable {
        let cell: UnsafePointer<rl_label>

        init() {
            let cell = UnsafeMutablePointer<rl_label>.allocate(capacity: 1)
            cell.initialize(to: rl_label())
            self.cell = UnsafePointer(cell)
        }
    }
    private static let closed = Closed()

    /// A bit for every level at or above the threshold.
    private static func mask(_ threshold: LogLevel) -> UInt32 { ~0 << UInt32(threshold.rawValue) & 0x7F }

    private static func immortal(_ label: String) -> (start: UnsafeMutablePointer<CChar>, length: UInt32) {
        var bytes = Array(label.utf8.prefix(Int(RL_LABEL_BYTES)))
        if bytes.count < label.utf8.count {
            // Cut between scalars: drop the continuation bytes of the last one, and its first byte, if it is not whole.
            while String(validating: bytes, as: UTF8.self) == nil, !bytes.isEmpty { bytes.removeLast() }
        }
        let start = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, bytes.count))
        for (index, byte) in bytes.enumerated() { start[index] = CChar(bitPattern: byte) }
        return (start, UInt32(bytes.count))
    }
}
