// No free slot: the compactor stands still, and callers go on by the rules they were given.

import CRingLog
import Glibc
import RingLogFormat
import Synchronization
import Testing

@_spi(Testing) @testable import RingLog

@Suite struct OverflowTests {
    /// A ring whose compactor stops at its first full slots.
    private func blockedRing(
        _ path: String, _ overflow: LogRing.Overflow, keepLevel: LogLevel? = nil
    ) throws -> (ring: LogRing, gate: Gate) {
        let gate = Gate()
        let hooks = Hooks { if $0 == .compactionBegins { gate.pass() } }
        return (try LogRing(at: path, options: .small(overflow: overflow, keepLevel: keepLevel, hooks: hooks)), gate)
    }

    @Test func overwriteOldestGoesOnAndEveryRecordIsAccountedFor() throws {
        let folder = Folder()
        let (ring, gate) = try blockedRing(folder("a"), .overwriteOldest)
        let log = ring.logger(label: "t")
        let kept = Atomic<Int>(0), refused = Atomic<Int>(0)
        inParallel(8) { thread in
            for index in 0..<4000 {
                let isKept =
                    index % 50 == 0 ? log.error("n=\(thread << 32 | index)") : log.info("n=\(thread << 32 | index)")
                if isKept {
                    kept.wrappingAdd(1, ordering: .relaxed)
                } else {
                    refused.wrappingAdd(1, ordering: .relaxed)
                }
            }
        }
        let acknowledged = kept.load(ordering: .relaxed)
        #expect(acknowledged + refused.load(ordering: .relaxed) == 32_000)
        let statistics = ring.statistics
        #expect(statistics.refused == UInt64(refused.load(ordering: .relaxed)))
        let contents = Contents(folder("a"))
        let found = contents.records.count
        #expect(contents.givenUp.records == UInt64(acknowledged - found))
        #expect(statistics.recordsGivenUp == contents.givenUp.records)
        #expect(statistics.keepLevelRecordsGivenUp == contents.givenUp.keep)
        #expect(statistics.slotsGivenUp > UInt64(CountersPage.gapPlaces(unit: 4096)))
        #expect(contents.gapSummary?.slots == statistics.slotsGivenUp - UInt64(contents.gaps.count))
        #expect(contents.counter(.recordsGivenUp) == statistics.recordsGivenUp)
        gate.open()
        ring.close()
        try expectReaderAgrees(folder("a"))
        let closed = Contents(folder("a"))
        #expect(closed.records.count == found)
        // History keeps the gaps: the end's frames say what the page said.
        let frames = closed.gapFrames().reduce(0) { $0 + UInt64($1.records) }
        #expect(frames + (closed.gapSummaryFrames().first?.records ?? 0) == UInt64(acknowledged - found))
        #expect(closed.ends().first?.counters[7] == UInt64(acknowledged - found))
    }

    @Test func oldestSlotWithoutKeepRecordsGoesFirst() throws {
        let folder = Folder()
        let (ring, gate) = try blockedRing(folder("a"), .overwriteOldest)
        let log = ring.logger(label: "t")
        // One thread fills slot after slot. The first goes to the compactor, which holds it; an error lies in the
        // second.
        #expect(fillSlot(ring, log, first: nil) && gate.someoneArrives())
        #expect(fillSlot(ring, log, first: { log.error("n=\(-2)") }))
        #expect(goOn(until: { ring.statistics.slotsGivenUp > 0 }) { log.info("n=\(1)") })
        var contents = Contents(folder("a"))
        let gap = try #require(contents.gaps.first)
        #expect(gap.keepRecords == 0 && gap.records > 0 && gap.number == 1)
        #expect(contents.values.contains(-2))
        #expect(goOn(until: { ring.statistics.slotsGivenUp >= 20 }) { log.info("n=\(1)") })
        contents = Contents(folder("a"))
        #expect(contents.values.contains(-2))
        #expect(ring.statistics.keepLevelRecordsGivenUp == 0)
        // Only when every slot has some do they go too, the oldest first.
        #expect(goOn(until: { ring.statistics.keepLevelRecordsGivenUp > 0 }) { log.error("n=\(3)") })
        contents = Contents(folder("a"))
        #expect(!contents.values.contains(-2))
        #expect(contents.givenUp.keep == 1)
        gate.open()
        ring.close()
    }

    /// Logs until one more slot is full than before.
    private func fillSlot(_ ring: LogRing, _ log: RingLogger, first: (() -> Bool)?) -> Bool {
        let before = ring.core.ring.pointee.sealed
        let isKept = first?() ?? true
        return goOn(until: { ring.core.ring.pointee.sealed > before }) { log.info("n=\(1)") } && isKept
    }

    @Test func gapEntryIsWrittenBeforeTheSlotIsGivenUp() throws {
        let folder = Folder()
        let gap = Gate(), compactor = Gate()
        let hooks = Hooks { phase in
            if phase == .compactionBegins { compactor.pass() }
            if phase == .gapWritten { gap.pass() }
        }
        let ring = try LogRing(at: folder("a"), options: .small(overflow: .overwriteOldest, hooks: hooks))
        let log = ring.logger(label: "t")
        let thread = start { #expect(goOn(until: { ring.statistics.slotsGivenUp > 0 }) { log.info("n=\(1)") }) }
        #expect(gap.someoneArrives())
        // The entry is there, but its slot is not given up: the entry is void, the records are.
        let contents = Contents(folder("a"))
        #expect(contents.gaps.isEmpty)
        #expect(contents.records.count == contents.slots.reduce(0) { $0 + $1.records.count })
        let at = contents.geometry.countersOffset + CountersPage.gapOffset(number: 1, copy: 0, unit: 4096)
        let entry = try GapEntry.gap(contents.all.suffix(from: at), at: at, file: contents.superblock.file)
        let slot = try #require(contents.slot(Int(entry.slot)))
        #expect(slot.generation == entry.generation && slot.records.count == Int(entry.records))
        #expect(entry.lowestTicks == slot.records.first?.ticks && entry.highestTicks == slot.records.last?.ticks)
        gap.open()
        pthread_join(thread, nil)
        #expect(Contents(folder("a")).gaps.map(\.number) == [1])
        compactor.open()
        ring.close()
    }

    @Test func dropRefusesExactlyAndTellsWhichNumbers() throws {
        let folder = Folder()
        let (ring, gate) = try blockedRing(folder("a"), .drop)
        let log = ring.logger(label: "t")
        let refusals = Mutex<[Int: [Int]]>([:])
        inParallel(4) { thread in
            for index in 0..<2000 {
                let isKept =
                    index % 10 == 0 ? log.warning("n=\(thread << 32 | index)") : log.info("n=\(thread << 32 | index)")
                if !isKept { refusals.withLock { $0[thread, default: []].append(index) } }
            }
            // Once there is room, the next record of each thread is preceded by what was refused.
            gate.open()
            #expect(eventually { log.info("n=\(thread << 32 | 2000)") })
        }
        let lost = refusals.withLock { $0 }
        #expect(lost.values.reduce(0) { $0 + $1.count } > 0)
        ring.close()
        let statistics = ring.statistics
        let contents = Contents(folder("a"))
        #expect(contents.counter(.refusedNoSlot) == statistics.refusedForLackOfSlot)
        #expect(contents.counter(.refusedKeep) == statistics.refusedKeepLevel)
        #expect(statistics.slotsGivenUp == 0)
        try expectReaderAgrees(folder("a"))
        // Per thread: what is there, and what the drop frames name, are all numbers without a hole.
        let drops = contents.generations(.main).flatMap(\.drops)
        let records = Dictionary(grouping: contents.records.values.map(\.record), by: \.thread)
        #expect(records.count == 4)
        for (thread, own) in records {
            let told = drops.filter { $0.thread == thread }
            var numbers = own.map(\.sequence)
            for drop in told {
                #expect(
                    drop.reason == UInt8(RL_COUNT_NO_SLOT) || drop.reason == UInt8(RL_COUNT_CONTENDED)
                        || drop.reason == 255)
                #expect(drop.records == drop.lastSequence - drop.firstSequence + 1)
                #expect(drop.firstTicks <= drop.lastTicks)
                numbers += drop.firstSequence...drop.lastSequence
            }
            numbers.sort()
            #expect(numbers == Array(0..<UInt32(numbers.count)))
        }
        let told = drops.reduce(0) { $0 + UInt64($1.records) }
        #expect(told == statistics.refused)
    }

    @Test func waitLastsUntilTheLimitAndThenCounts() throws {
        let folder = Folder()
        let (ring, gate) = try blockedRing(folder("a"), .wait(upTo: .milliseconds(20)))
        let log = ring.logger(label: "t")
        var kept = 0
        while kept < 1_000_000, log.info("n=\(kept)") { kept += 1 }
        #expect(ring.statistics.refusedAfterWaiting == 1)
        let before = ContinuousClock.now
        #expect(!log.error("n=\(-1)"))
        #expect(before.duration(to: .now) >= .milliseconds(20))
        #expect(ring.statistics.refusedAfterWaiting == 2 && ring.statistics.refusedKeepLevel == 1)
        #expect(ring.statistics.slotsGivenUp == 0)
        // Every slot is full of what was kept.
        #expect(Contents(folder("a")).values == Array(0..<Int64(kept)))
        gate.open()
        #expect(eventually { log.info("n=\(kept)") })
        ring.close()
        let contents = Contents(folder("a"))
        #expect(contents.values == Array(0...Int64(kept)))
        let drops = contents.generations(.main).flatMap(\.drops)
        #expect(drops.map(\.firstSequence) == [UInt32(kept)])
        #expect(drops.allSatisfy { $0.reason == UInt8(RL_COUNT_TIMEOUT) })
    }

    @Test func waiterGoesOnWhenASlotIsFreed() throws {
        let folder = Folder()
        let (ring, gate) = try blockedRing(folder("a"), .wait(upTo: .seconds(20)))
        let log = ring.logger(label: "t")
        let waiting = start { for index in 0..<4000 { #expect(log.info("n=\(index)")) } }
        #expect(eventually { ring.core.ring.pointee.waiters == 1 })
        gate.open()
        pthread_join(waiting, nil)
        #expect(ring.statistics.refused == 0)
        ring.close()
        #expect(Contents(folder("a")).values == Array(0..<4000))
    }

    @Test func waiterIsSentAwayByClose() throws {
        let folder = Folder()
        let (ring, gate) = try blockedRing(folder("a"), .wait(upTo: .seconds(20)))
        let log = ring.logger(label: "t")
        let waiting = start { _ = goOn(until: { false }) { log.info("n=\(1)") } }
        #expect(eventually { ring.core.ring.pointee.waiters == 1 })
        let closing = start { ring.close() }
        gate.open()
        pthread_join(closing, nil)
        pthread_join(waiting, nil)
        #expect(ring.statistics.refused == ring.statistics.refusedAfterClose)
        #expect(Contents(folder("a")).page.ended)
    }

    @Test func slotsThatOthersHoldCountAsContention() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small(overflow: .drop))
        let log = ring.logger(label: "t")
        #expect(log.info("n=\(1)"))
        // Threads inside, as if the scheduler had taken them off: every slot is held.
        for index in 0..<8 { #expect(rl_slot_try(ring.core.slot(index))) }
        #expect(!log.warning("n=\(2)"))
        #expect(ring.statistics.refusedInContention == 1 && ring.statistics.refusedKeepLevel == 1)
        for index in 0..<8 { rl_slot_release(ring.core.slot(index)) }
        #expect(log.info("n=\(3)"))
        ring.close()
        let contents = Contents(folder("a"))
        #expect(contents.values == [1, 3])
        #expect(contents.generations(.main).flatMap(\.drops).map(\.reason) == [UInt8(RL_COUNT_CONTENDED)])
    }
}
