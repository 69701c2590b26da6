import RingLogFormat
import RingLogTestSupport
import Testing

@testable import RingLogReader

@Suite("Order and time")
struct OrderTests {
    @Test func recordsOfSeveralSlotsAndBlocksComeInOrderOfTicks() throws {
        var file = FileBuilder(codec: .none)
        for number in 1...60 {
            let slot = number % 2
            if !file.log("x", Int64(number), thread: UInt32(slot + 1), slot: slot) {
                file.seal(slot: slot)
                file.compact([slot])
                file.log("x", Int64(number), thread: UInt32(slot + 1), slot: slot)
            }
        }
        #expect(try Reading(file.bytes).numbers == Array(1...60))
    }

    @Test func ofEqualTicksThreadAndSequenceDecide() throws {
        var file = FileBuilder(codec: .none)
        file.ticksPerRecord = 0
        file.log("x", 3, thread: 2, slot: 0)
        file.log("x", 4, thread: 2, slot: 0)
        file.log("x", 1, level: .error, thread: 1, slot: 0)
        file.log("x", 2, level: .error, thread: 1, slot: 0)
        file.seal(slot: 0)
        file.compact([0], freeing: false)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == [1, 2, 3, 4])
    }

    @Test func epochsComeBeforeTicks() throws {
        var file = FileBuilder(codec: .none)
        file.log("x", 1, slot: 0)
        file.log("x", 2, slot: 0)
        file.seal(slot: 0)
        file.compact([0])
        file.endSession()
        // The host was booted again: its counter starts over.
        file.ticks = 1000
        file.openSession(rebooted: true)
        file.log("x", 3, slot: 0)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == [1, 2, 3])
        #expect(reading.records.map(\.session) == [1, 1, 2])
        let marks = reading.items.map { item -> String in
            switch item {
            case .record: "record"
            case .gap: "gap"
            case .sessionStart(let info): "start \(info.ordinal)"
            case .sessionEnd(let info): "end \(info.ordinal)"
            }
        }
        #expect(marks == ["start 1", "record", "record", "end 1", "start 2", "record"])
    }

    @Test func aSteppedWallClockShowsAsAStep() throws {
        var file = FileBuilder(codec: .none)
        file.ticksPerRecord = 1_000_000
        file.log("x", 1, slot: 0)
        let before = file.ticks
        file.ticks += 100
        file.append(ClockFrame(reading: file.reading(at: file.ticks)).encoded(), slot: 0)
        file.realtimeStep = -3_600_000_000_000
        file.append(ClockFrame(reading: file.reading(at: file.ticks + 1)).encoded(), slot: 0)
        file.log("x", 2, slot: 0)
        let after = file.ticks
        file.writeClockPage()
        for isStored in [false, true] {
            if isStored {
                file.seal(slot: 0)
                file.compact([0])
            }
            let reading = try Reading(file.bytes)
            try #require(reading.numbers == [1, 2])
            #expect(reading.records[0].realtime == FileBuilder.realtimeBase + Int64(before))
            #expect(reading.records[1].realtime == FileBuilder.realtimeBase + Int64(after) - 3_600_000_000_000)
        }
    }

    @Test func filesOfOneBootAreMergedByTicks() throws {
        var one = FileBuilder(seed: 1, codec: .none)
        var two = FileBuilder(seed: 2, codec: .none)
        for number in stride(from: 1, through: 9, by: 2) {
            one.log("x", Int64(number), slot: 0)
            two.ticks = one.ticks
            two.log("x", Int64(number) + 1, slot: 0)
            one.ticks = two.ticks
        }
        // The wall clock was set back in between; the counter knows better.
        two.realtimeStep = -5_000_000_000
        two.writeClockPage()
        let reading = try Reading([two.bytes, one.bytes])
        #expect(reading.numbers == Array(1...10))
        #expect(Set(reading.records.map(\.file)) == [0, 1])
    }

    @Test func filesOfDifferentBootsAreMergedByWallTime() throws {
        var one = FileBuilder(seed: 1, codec: .none)
        one.log("x", 1, slot: 0)
        var two = FileBuilder(seed: 2, codec: .none)
        two.ticks = 1000
        two.realtimeStep = 3_000_000_000
        two.openSession(rebooted: true)
        two.log("x", 2, slot: 0)
        #expect(try Reading([two.bytes, one.bytes]).numbers == [1, 2])
    }

    @Test func filterLetsThroughWhatItNames() throws {
        var file = FileBuilder(codec: .none)
        file.log("x", 1, level: .debug, thread: 1, slot: 0)
        file.log("x", 2, level: .error, thread: 2, slot: 0)
        file.log("x", 3, level: .info, thread: 2, slot: 0)
        let times = try Reading(file.bytes).records.map(\.realtime)
        try #require(times.count == 3)
        func numbers(_ filter: RecordFilter) throws -> [Int64] { try Reading([file.bytes], filter: filter).numbers }
        #expect(try numbers(RecordFilter(level: .info)) == [2, 3])
        #expect(try numbers(RecordFilter(threadNames: [Array("worker-2".utf8)])) == [2, 3])
        #expect(try numbers(RecordFilter(threadOrdinals: [1])) == [1])
        #expect(try numbers(RecordFilter(labels: [Array("test".utf8)])) == [1, 2, 3])
        #expect(try numbers(RecordFilter(labels: [[0]])) == [])
        #expect(try numbers(RecordFilter(since: times[1])) == [2, 3])
        #expect(try numbers(RecordFilter(until: times[1])) == [1, 2])
        #expect(try numbers(RecordFilter(sessions: [])) == [])
    }
}

@Suite("Clock table")
struct ClockTableTests {
    static func reading(_ ticks: UInt64, _ boottime: Int64, _ realtime: Int64, _ epoch: UInt32 = 1) -> ClockReading {
        ClockReading(
            triple: ClockTriple(ticks: ticks, boottime: boottime, realtime: realtime), ticksPerSecond: 1_000_000,
            epoch: epoch,
            source: .monotonic)
    }

    static func table(_ readings: [ClockReading]) -> ClockTable {
        var table = ClockTable()
        for reading in readings { table.add(reading) }
        table.sort()
        return table
    }

    @Test func betweenTwoPointsTimeIsInterpolated() {
        let table = Self.table([Self.reading(100, 1000, 5000), Self.reading(0, 0, 4000)])
        #expect(table.realtime(Moment(epoch: 1, ticks: 50)) == 4500)
        #expect(table.realtime(Moment(epoch: 1, ticks: 0)) == 4000)
        #expect(table.realtime(Moment(epoch: 1, ticks: 100)) == 5000)
        #expect(table.realtime(Moment(epoch: 2, ticks: 100)) == nil)
    }

    @Test func outsideTheFrequencyExtrapolates() {
        let table = Self.table([Self.reading(100, 1000, 5000)])
        #expect(table.realtime(Moment(epoch: 1, ticks: 101)) == 6000)
        #expect(table.realtime(Moment(epoch: 1, ticks: 98)) == 3000)
    }

    @Test func aSlowDriftIsFollowedAndAStepIsNot() {
        let drift = Self.table([Self.reading(0, 0, 0), Self.reading(100, 1000, 1000 + 999_999)])
        #expect(drift.realtime(Moment(epoch: 1, ticks: 50)) == 500_499)
        let step = Self.table([Self.reading(0, 0, 0), Self.reading(100, 1000, 1000 + 1_000_000)])
        #expect(step.realtime(Moment(epoch: 1, ticks: 99)) == 990)
        #expect(step.realtime(Moment(epoch: 1, ticks: 100)) == 1_001_000)
    }

    @Test func extremeValuesClampAndNeverTrap() {
        let table = Self.table([
            Self.reading(0, .min, .max), Self.reading(.max, .max, .min), Self.reading(1, .max, .max),
            Self.reading(7, .min, .min),
        ])
        for ticks in [0, 1, 2, 3, 8, UInt64.max / 2, .max - 1, .max] {
            #expect(table.realtime(Moment(epoch: 1, ticks: ticks)) != nil)
        }
    }

    @Test func aFullTableKeepsItsSteps() {
        var table = ClockTable()
        for index in 0..<70_000 {
            let step: Int64 = index >= 35_001 ? 2_000_000_000 : 0
            table.add(Self.reading(UInt64(index) * 1000, Int64(index) * 1_000_000, Int64(index) * 1_000_000 + step))
        }
        table.sort()
        #expect(table.realtime(Moment(epoch: 1, ticks: 35_000_500)) == 35_000_500_000)
        #expect(table.realtime(Moment(epoch: 1, ticks: 35_001_500)) == 37_001_500_000)
    }

    @Test func aPointThatComesLaterFindsItsPlace() {
        var table = Self.table([Self.reading(0, 0, 0), Self.reading(100, 1000, 1000)])
        table.insert(Self.reading(50, 600, 600))
        #expect(table.realtime(Moment(epoch: 1, ticks: 25)) == 300)
        #expect(table.realtime(Moment(epoch: 1, ticks: 75)) == 800)
    }
}

@Suite("Interval set")
struct IntervalSetTests {
    @Test func touchingRangesBecomeOne() {
        var set = IntervalSet()
        for value: UInt64 in [5, 7, 6, 1, 0] { set.insert(value) }
        #expect(set.ranges == [0...1, 5...7])
        #expect(set.missing(in: 0...9) == [2...4, 8...9])
        #expect(set.contains(6) && !set.contains(4))
        #expect(set.missing(in: 5...7) == [])
        #expect(set.missing(in: 6...8) == [8...8])
    }

    @Test func randomInsertionsAgreeWithASet() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = seed
        var set = IntervalSet()
        var model: Set<UInt64> = []
        for _ in 0..<500 {
            random = Checksum.mix(random &+ 1)
            let low = random % 300
            let range = low...low + (random >> 32) % 5
            set.insert(range)
            model.formUnion(range)
        }
        #expect(Set(set.ranges.flatMap { Array($0) }) == model, "seed \(seed)")
        let missing = Set(set.missing(in: 0...310).flatMap { Array($0) })
        #expect(missing == Set(0...310).subtracting(model), "seed \(seed)")
        for (left, right) in zip(set.ranges, set.ranges.dropFirst()) {
            #expect(left.upperBound + 1 < right.lowerBound, "seed \(seed)")
        }
    }

    @Test func theEndsOfTheNumbersAreNumbersToo() {
        var set = IntervalSet()
        set.insert(.max)
        set.insert(0)
        set.insert(.max - 1)
        #expect(set.ranges == [0...0, (.max - 1)...(.max)])
        #expect(set.missing(in: 0...(.max)) == [1...(.max - 2)])
    }
}
