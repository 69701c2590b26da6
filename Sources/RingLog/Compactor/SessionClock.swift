// The counter of a session and its relation to the host's clocks.

import CRingLog
import RingLogFormat

struct SessionClock: Sendable {
    let source: ClockSource
    let ticksPerSecond: UInt64
    let epoch: UInt32
    /// The latest reading, from which records' times are converted.
    private(set) var latest: ClockTriple

    init(source: UInt8, ticksPerSecond: UInt64, epoch: UInt32) {
        self.source = ClockSource(rawValue: source)
        self.ticksPerSecond = ticksPerSecond
        self.epoch = epoch
        latest = Self.now(source)
    }

    /// The clock of a session that is over, as it was last read.
    init(_ reading: ClockReading) {
        source = reading.source
        ticksPerSecond = reading.ticksPerSecond
        epoch = reading.epoch
        latest = reading.triple
    }

    var reading: ClockReading {
        ClockReading(triple: latest, ticksPerSecond: ticksPerSecond, epoch: epoch, source: source)
    }

    /// Reads the clocks again. True if they have moved against each other by more than 1 ms since the last time, that
    /// is, if somebody stepped the wall clock or the counter runs at another speed than was measured.
    mutating func refresh() -> Bool {
        let now = Self.now(source.rawValue)
        let expected = latest.boottime + nanoseconds(from: latest.ticks, to: now.ticks)
        let drift = abs(now.boottime - expected)
        let step = abs((now.realtime - now.boottime) - (latest.realtime - latest.boottime))
        latest = now
        return drift > 1_000_000 || step > 1_000_000
    }

    func realtime(of ticks: UInt64) -> Int64 { latest.realtime &+ nanoseconds(from: latest.ticks, to: ticks) }

    /// All clocks at a moment of the counter.
    func triple(at ticks: UInt64) -> ClockTriple {
        let distance = nanoseconds(from: latest.ticks, to: ticks)
        return ClockTriple(
            ticks: ticks, boottime: latest.boottime &+ distance, realtime: latest.realtime &+ distance)
    }

    private func nanoseconds(from: UInt64, to: UInt64) -> Int64 {
        let forward = to >= from
        let distance = forward ? to - from : from - to
        let whole = distance.multipliedFullWidth(by: 1_000_000_000)
        guard whole.high < ticksPerSecond else { return 0 }
        let value = Int64(clamping: ticksPerSecond.dividingFullWidth(whole).quotient)
        return forward ? value : -value
    }

    /// Realtime in nanoseconds.
    static func wallClock() -> Int64 { rl_clock_triple(rl_clock_source()).realtime }

    private static func now(_ source: UInt8) -> ClockTriple {
        let triple = rl_clock_triple(source)
        return ClockTriple(ticks: triple.ticks, boottime: triple.boottime, realtime: triple.realtime)
    }
}
