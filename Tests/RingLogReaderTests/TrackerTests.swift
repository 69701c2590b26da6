import RingLogFormat
import Testing

@testable import RingLogReader

@Suite("Numbers of a thread")
struct TrackerTests {
    static func identity(_ sequence: UInt32, thread: UInt32 = 1) -> RecordIdentity {
        RecordIdentity(nonce: 9, slot: 0, generation: 1, thread: thread, sequence: sequence)
    }

    static func drop(_ first: UInt32, _ last: UInt32) -> Drop {
        Drop(
            reason: 0, thread: 1, firstTicks: 1, lastTicks: 2, firstSequence: first, lastSequence: last,
            records: last &- first &+ 1, keepRecords: 0)
    }

    static func holes(_ tracker: inout ThreadTracker, _ sequences: [UInt32]) -> [UInt64] {
        sequences.flatMap { sequence in
            tracker.note(identity(sequence), at: Moment(epoch: 1, ticks: UInt64(sequence)), sessionStart: nil).map(
                \.count)
        }
    }

    @Test func consecutiveNumbersHaveNoHoles() {
        var tracker = ThreadTracker()
        #expect(Self.holes(&tracker, [0, 1, 2, 3]) == [])
    }

    @Test func aHoleSaysHowManyAndWhen() {
        var tracker = ThreadTracker()
        _ = Self.holes(&tracker, [0])
        let holes = tracker.note(Self.identity(4), at: Moment(epoch: 1, ticks: 9), sessionStart: nil)
        #expect(holes.count == 1)
        #expect(holes.first?.count == 3)
        #expect(holes.first?.from == Moment(epoch: 1, ticks: 0))
        #expect(holes.first?.to == Moment(epoch: 1, ticks: 9))
    }

    @Test func dropsCoverTheirNumbersOnly() {
        var tracker = ThreadTracker()
        _ = Self.holes(&tracker, [0])
        let news = [Self.drop(2, 3), Self.drop(2, 3), Self.drop(6, 7)].map {
            tracker.note($0, nonce: 9, epoch: 1, sessionStart: nil)
        }
        #expect(news == [true, false, true])
        #expect(Self.holes(&tracker, [10]) == [1, 2, 2])
        // A copy of the block tells it once more.
        let again = tracker.note(Self.drop(6, 7), nonce: 9, epoch: 1, sessionStart: nil)
        #expect(!again)
        #expect(tracker.refused[9] == 4)
    }

    @Test func numbersGoRoundWithoutAHole() {
        var tracker = ThreadTracker()
        #expect(Self.holes(&tracker, [.max - 1]) == [])
        #expect(Self.holes(&tracker, [.max, 0, 1, 4]) == [2])
    }

    @Test func anEarlierNumberIsNoHole() {
        var tracker = ThreadTracker()
        #expect(Self.holes(&tracker, [0, 1, 2, 1, 3]) == [])
    }

    @Test func forgettingManyThreadsInventsNoHoles() {
        var tracker = ThreadTracker()
        for thread in 1...UInt32(140_000) {
            let moment = Moment(epoch: 1, ticks: UInt64(thread))
            _ = tracker.note(Self.identity(0, thread: thread), at: moment, sessionStart: nil)
        }
        let moment = Moment(epoch: 1, ticks: 200_000)
        let forgotten = tracker.note(Self.identity(1, thread: 1), at: moment, sessionStart: nil)
        #expect(forgotten.isEmpty)
        let known = tracker.note(Self.identity(7, thread: 140_000), at: moment, sessionStart: nil)
        #expect(known.map(\.count) == [6])
    }
}
