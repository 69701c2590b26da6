// Processes that died at every step, and what the next one finds.

import Glibc
import RingLogFormat
import Testing

@_spi(Testing) @testable import RingLog

/// A file whose last process was killed.
struct Dead {
    let folder = Folder()
    var path: String { folder("a") }

    /// Numbers that were acknowledged to each of three threads before the process died.
    let acknowledged: [UInt64]

    /// Runs a process that logs `records` a thread and dies when it reaches `phase` for the `time`th time.
    init(at phase: Phase, time: Int = 1, records: Int = 1500) {
        let status = Dead.run(folder("a"), phase, time, records)
        #expect(status == 1000 + SIGKILL, "it did not die at \(phase)")
        let bytes = Bytes(Files.read(folder("a.acks")))
        acknowledged = (0..<3).map { bytes.count >= $0 * 8 + 8 ? bytes.u64($0 * 8) : 0 }
    }

    static func run(_ path: String, _ phase: Phase, _ time: Int, _ records: Int) -> Int32 {
        Probe.run("die", path, "\(records)", "\(phase.rawValue)", "\(time)").status
    }

    /// Checks that all that was acknowledged is in the file once, in order, with nothing else but what each thread may
    /// have had under way; `givenUp` may be missing at the beginning.
    func expectWhole(_ contents: Contents, givenUp: UInt64 = 0) {
        let records = contents.records.values.map(\.record)
            .filter { Contents.values([$0]).first.map { $0 >= 0 && $0 < 3 << 32 } ?? false }
        let numbers = Dictionary(grouping: records) { Contents.values([$0])[0] >> 32 }.mapValues { own in
            Contents.values(own.sorted { $0.sequence < $1.sequence }).map { UInt64($0 & 0xFFFF_FFFF) }
        }
        var missing: UInt64 = 0
        for thread in 0..<3 {
            let own = numbers[Int64(thread)] ?? [], count = acknowledged[thread]
            if givenUp == 0 { #expect(own == Array(0..<UInt64(own.count))) }
            let end = own.last.map { $0 + 1 } ?? 0
            #expect(end == count || end == count + 1)
            missing += end - UInt64(own.count)
        }
        #expect(missing == givenUp)
        for record in records {
            let number = Contents.values([record])[0] & 0xFFFF_FFFF
            #expect(record.level == (number % 7 == 0 ? .warning : .info))
        }
    }
}

@Suite struct RecoveryTests {
    @Test(arguments: [
        (Phase.slotSealed, 1), (.slotSealed, 5), (.compactionBegins, 2), (.payloadWritten, 3), (.payloadWritten, 4),
        (.blockWritten, 3), (.blockWritten, 6), (.slotFreeing, 1), (.slotFreeing, 4), (.segmentEntering, 3),
    ])
    func everythingAcknowledgedIsThereAgain(phase: Phase, time: Int) throws {
        let dead = Dead(at: phase, time: time)
        let before = Contents(dead.path)
        #expect(!before.page.ended)
        dead.expectWhole(before)
        try expectReaderAgrees(dead.path)
        try LogRing(at: dead.path).close()
        try expectReaderAgrees(dead.path)
        let after = Contents(dead.path)
        dead.expectWhole(after)
        // All of it is in the ring now; the slots are the new session's.
        #expect(after.slots.allSatisfy { $0.bodies.isEmpty })
        #expect(after.generations(.main).allSatisfy { $0.holes == 0 && $0.undefined == 0 })
        #expect(after.starts().map(\.ordinal) == [1, 2])
        #expect(after.ends().map(\.ending) == [.recovered, .closed])
        #expect(after.ends(.keep).map(\.ending) == [.recovered, .closed])
        // Every record once in the main lane, warnings once in the keep lane.
        let nonce = before.page.session.nonce
        let main = after.generations(.main).filter { $0.nonce == nonce }.flatMap(\.records)
        #expect(main.count == after.records.count)
        let keep = after.generations(.keep).filter { $0.nonce == nonce }.flatMap(\.records)
        #expect(keep.count == main.filter { $0.level >= .warning }.count)
    }

    @Test(arguments: [
        (Phase.recoveryBegins, 1), (.payloadWritten, 1), (.payloadWritten, 2), (.blockWritten, 1), (.blockWritten, 2),
        (.recoveryStored, 1), (.recoveryStored, 2), (.recoveryClearing, 1), (.sessionBeginning, 1),
    ])
    func dyingInRecoveryIsHarmless(phase: Phase, time: Int) throws {
        let dead = Dead(at: .slotFreeing, time: 2)
        let first = Contents(dead.path).page.session.nonce
        for _ in 0..<2 {
            // It logs nothing: it dies while it opens.
            #expect(Dead.run(dead.path, phase, time, 0) == 1000 + SIGKILL)
            dead.expectWhole(Contents(dead.path))
            try expectReaderAgrees(dead.path)
        }
        try LogRing(at: dead.path).close()
        try expectReaderAgrees(dead.path)
        let after = Contents(dead.path)
        dead.expectWhole(after)
        let main = after.generations(.main).filter { $0.nonce == first }
        #expect(main.flatMap(\.records).count == after.records.count)
        // Its end is told once in each lane.
        for lane in Lane.allCases {
            let ends = after.generations(lane).filter {
                $0.nonce == first && $0.slot == Format.pseudoSlot && $0.generation == Format.sessionEndGeneration
            }
            #expect(ends.count == 1)
        }
    }

    @Test func turnedRingSaysWhatIsMissing() throws {
        let dead = Dead(at: .segmentWrapping, time: 5, records: 100_000)
        let before = Contents(dead.path)
        let newest = try #require(before.segments(.main).last)
        #expect(newest.header.recordsGivenUp > 0)
        // What is missing is what the main lane gave up, but for what the keep lane still shows.
        func onlyKept(_ contents: Contents) -> UInt64 {
            UInt64(contents.records.values.filter { Set($0.sources) == [.keep] }.count)
        }
        dead.expectWhole(before, givenUp: newest.header.recordsGivenUp - onlyKept(before))
        try expectReaderAgrees(dead.path)
        try LogRing(at: dead.path).close()
        try expectReaderAgrees(dead.path)
        let after = Contents(dead.path)
        let last = try #require(after.segments(.main).last)
        dead.expectWhole(after, givenUp: last.header.recordsGivenUp - onlyKept(after))
        #expect(Files.status(dead.path).st_size == 1 << 20)
    }

    @Test func sessionsAreToldApartByOrdinalAndNonceAndShareAnEpoch() throws {
        let folder = Folder()
        for _ in 0..<3 { #expect(Dead.run(folder("a"), .slotSealed, 2, 1500) == 1000 + SIGKILL) }
        try LogRing(at: folder("a")).close()
        let contents = Contents(folder("a"))
        #expect(contents.starts().map(\.ordinal) == [1, 2, 3, 4])
        #expect(Set(contents.starts().map(\.nonce)).count == 4)
        #expect(contents.ends().map(\.sessionOrdinal) == [1, 2, 3, 4])
        #expect(contents.ends().map(\.ending) == [.recovered, .recovered, .recovered, .closed])
        #expect(Set(contents.starts().map(\.opened.epoch)) == [1])
        let opened = contents.starts().map(\.opened.triple.ticks)
        #expect(opened == opened.sorted())
        #expect(Set(contents.starts().map(\.processID)).count == 4)
    }

    @Test func anotherBootBeginsAnotherEpoch() throws {
        let folder = Folder()
        try LogRing(at: folder("a"), options: .tiny()).close()
        // As if the host had booted since: the page names another boot.
        Files.edit(folder("a")) { bytes in
            for page in Contents(bytes).sessionPages {
                var page = page
                page.session.boot = BootID(first: 1, second: 2)
                bytes.replaceSubrange(page.offset..<page.offset + SessionPage.size, with: page.encoded())
            }
        }
        try LogRing(at: folder("a"), options: .tiny()).close()
        #expect(Contents(folder("a")).starts().map(\.opened.epoch) == [1, 2])
    }

    @Test func countersSurviveTheKillAndGoIntoHistory() throws {
        let folder = Folder()
        let run = Probe.run("refuse-and-die", folder("a"))
        #expect(run.status == 1000 + SIGKILL)
        let before = Contents(folder("a"))
        #expect(before.counters[0..<14].allSatisfy { $0 != nil })
        #expect(before.counter(.refusedNoSlot) == 100 && before.counter(.refusedKeep) == 40)
        #expect(before.counter(.recordsCut) == 1)
        try expectReaderAgrees(folder("a"))
        try LogRing(at: folder("a")).close()
        try expectReaderAgrees(folder("a"))
        let after = Contents(folder("a"))
        let end = try #require(after.ends().first)
        #expect(end.ending == .recovered)
        #expect(end.counters[0] == 100 && end.counters[5] == 40 && end.counters[9] == 1)
        // The new session begins at zero, but for its own blocks.
        #expect(after.counter(.refusedNoSlot) == 0 && after.counter(.recordsCut) == 0)
        // And the ring's totals of ended sessions go on.
        let ring = try LogRing(at: folder("a"), options: LogRing.Options(overflow: .wait(upTo: .seconds(20))))
        let log = ring.logger(label: "t")
        #expect((0..<4000).allSatisfy { index in log.info("n=\(index)") })
        ring.close()
        #expect(Contents(folder("a")).segments(.main).last?.header.recordsRefused == 100)
    }

    @Test func gapsOfAKilledSessionGoIntoHistory() throws {
        let folder = Folder()
        #expect(Probe.run("overwrite-and-die", folder("a")).status == 1000 + SIGKILL)
        let before = Contents(folder("a"))
        let givenUp = before.givenUp.records
        #expect(givenUp > 0 && before.counter(.recordsGivenUp) == givenUp)
        let found = before.records.count
        #expect(UInt64(found) + givenUp == 5000)
        try expectReaderAgrees(folder("a"))
        try LogRing(at: folder("a")).close()
        try expectReaderAgrees(folder("a"))
        let after = Contents(folder("a"))
        #expect(after.records.count == found)
        let told =
            after.gapFrames().reduce(0) { $0 + UInt64($1.records) } + (after.gapSummaryFrames().first?.records ?? 0)
        #expect(told == givenUp)
        #expect(after.givenUp.records == 0)
    }
}
