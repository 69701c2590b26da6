import RingLogFormat

/// Follows the numbers of each thread's records: which are missing, and which of those the thread itself has told of.
struct ThreadTracker {
    private struct Key: Hashable {
        let nonce: UInt64
        let thread: UInt32
    }

    private struct State {
        var next: UInt32 = 0
        var last: Moment
        /// Refusals told of and not reached yet.
        var drops: [Drop] = []
    }

    /// Numbers of one thread that nobody has told of.
    struct Hole {
        let nonce: UInt64
        let thread: UInt32
        let count: UInt64
        /// The records were stamped between these, both included.
        let from: Moment
        let to: Moment
    }

    private var states: [Key: State] = [:]
    /// Threads have been forgotten; one that is met for the first time may have been met before.
    private var hasForgotten = false
    /// Refused records told of, by session.
    private(set) var refused: [UInt64: UInt64] = [:]

    private static let most = 1 << 16
    private static let mostDrops = 1 << 10

    /// A thread tells that records of its own were refused. Copies tell it again; true if it is news.
    mutating func note(_ drop: Drop, nonce: UInt64, epoch: UInt32, sessionStart: Moment?) -> Bool {
        let key = Key(nonce: nonce, thread: drop.thread)
        var state = states[key] ?? State(last: sessionStart ?? Moment(epoch: epoch, ticks: 0))
        guard !isBehind(drop.lastSequence, state.next), !state.drops.contains(drop),
            state.drops.count < ThreadTracker.mostDrops
        else { return false }
        state.drops.append(drop)
        set(state, key)
        refused[nonce, default: 0] &+= UInt64(drop.records)
        return true
    }

    /// A record has its turn. Returns the numbers before it that are missing.
    mutating func note(_ identity: RecordIdentity, at moment: Moment, sessionStart: Moment?) -> [Hole] {
        let key = Key(nonce: identity.nonce, thread: identity.thread)
        var state: State
        if let known = states[key] {
            state = known
        } else {
            state = State(last: sessionStart ?? Moment(epoch: moment.epoch, ticks: 0))
            if hasForgotten { state.next = identity.sequence }
        }
        var holes: [Hole] = []
        if !isBehind(identity.sequence, state.next) {
            for count in missing(&state, before: identity.sequence) {
                let from = min(state.last, moment)
                holes.append(
                    Hole(nonce: identity.nonce, thread: identity.thread, count: count, from: from, to: moment))
            }
            state.next = identity.sequence &+ 1
        }
        state.last = moment
        set(state, key)
        return holes
    }

    /// Numbers from `state.next` up to `sequence` that no drop covers, as counts of consecutive ones.
    private func missing(_ state: inout State, before sequence: UInt32) -> [UInt64] {
        var counts: [UInt64] = []
        var next = state.next
        for drop in state.drops.sorted(by: { $0.firstSequence &- next < $1.firstSequence &- next }) {
            guard isBehind(drop.firstSequence, sequence), !isBehind(drop.lastSequence, next) else { continue }
            if isBehind(next, drop.firstSequence) { counts.append(UInt64(drop.firstSequence &- next)) }
            next = drop.lastSequence &+ 1
        }
        if isBehind(next, sequence) { counts.append(UInt64(sequence &- next)) }
        state.drops.removeAll { isBehind($0.lastSequence, sequence) }
        return counts
    }

    /// `a` comes before `b`, on a circle of 2^32.
    private func isBehind(_ a: UInt32, _ b: UInt32) -> Bool { a != b && b &- a < 1 << 31 }

    private mutating func set(_ state: State, _ key: Key) {
        if states[key] == nil, states.count >= ThreadTracker.most { forget() }
        states[key] = state
    }

    /// Drops the half that has been silent longest.
    private mutating func forget() {
        hasForgotten = true
        let moments = states.values.map(\.last).sorted()
        let middle = moments[moments.count / 2]
        states = states.filter { $0.value.last > middle }
    }
}
