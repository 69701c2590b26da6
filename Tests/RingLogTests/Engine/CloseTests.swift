// How a session ends when somebody ends it.

import CRingLog
import Glibc
import RingLogFormat
import Synchronization
import Testing

@_spi(Testing) @testable import RingLog

@Suite struct CloseTests {
    @Test func everythingIsStoredAndTheEndIsClean() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        let log = ring.logger(label: "t")
        #expect((0..<300).allSatisfy { index in index == 7 ? log.error("n=\(index)") : log.info("n=\(index)") })
        ring.close()
        let contents = Contents(folder("a"))
        #expect(contents.slots.allSatisfy { $0.bodies.isEmpty && $0.holes == 0 })
        #expect(Contents.values(contents.generations(.main).flatMap(\.records)) == Array(0..<300))
        #expect(contents.sessionPages.map(\.ended) == [true, true])
        #expect(contents.sessionPages.map(\.ending) == [.closed, .closed])
        let nonce = contents.page.session.nonce
        for lane in Lane.allCases {
            #expect(contents.starts(lane).map(\.nonce) == [nonce])
            #expect(contents.ends(lane).map(\.ending) == [.closed])
            #expect(contents.ends(lane).map(\.sessionOrdinal) == [1])
            let end = try #require(contents.ends(lane).first)
            #expect(end.counters[0..<12].allSatisfy { $0 == 0 })
            #expect(end.triple.ticks > contents.page.session.opened.triple.ticks)
        }
        #expect(contents.page.session == contents.starts()[0])
        // Nothing of it is left for the next opening to do.
        try LogRing(at: folder("a"), options: .small()).close()
        let next = Contents(folder("a"))
        #expect(next.ends().map(\.sessionOrdinal) == [1, 2])
        #expect(next.values == Array(0..<300))
        #expect(next.blocks(.main).count == contents.blocks(.main).count + 2)
    }

    @Test func closingTwiceChangesNothing() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .tiny())
        #expect(ring.logger(label: "t").info("n=\(1)"))
        ring.close()
        let bytes = Files.read(folder("a"))
        ring.close()
        inParallel(4) { _ in ring.close() }
        #expect(Files.read(folder("a")) == bytes)
    }

    @Test func laterCallsAreCountedAndChangeNothing() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .tiny())
        let log = ring.logger(label: "t")
        #expect(log.info("n=\(1)"))
        ring.close()
        let bytes = Files.read(folder("a"))
        #expect((0..<10).allSatisfy { index in !log.info("n=\(index)") })
        #expect(!log.critical("n") && !ring.logger(label: "made later").critical("n"))
        ring.setThreshold(.warning)
        #expect(!log.info("n"))
        #expect(ring.statistics.refusedAfterClose == 12 && ring.statistics.refused == 12)
        #expect(ring.statistics.refusedKeepLevel == 2)
        #expect(Files.read(folder("a")) == bytes)
    }

    @Test(arguments: 0..<5) func closeAmongLoggingThreadsKeepsWhatWasPromised(round: Int) throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        let log = ring.logger(label: "t")
        let kept = Mutex<Set<Int64>>([])
        let refused = Atomic<UInt64>(0)
        let closing = start {
            usleep(UInt32(round) * 3000)
            ring.close()
        }
        inParallel(8) { thread in
            var mine: Set<Int64> = []
            for index in 0..<4000 {
                let value = Int64(thread << 32 | index)
                if log.info("n=\(value)") { mine.insert(value) } else { refused.wrappingAdd(1, ordering: .relaxed) }
            }
            kept.withLock { $0.formUnion(mine) }
        }
        pthread_join(closing, nil)
        let all = kept.withLock { $0 }
        #expect(all.count + Int(refused.load(ordering: .relaxed)) == 32_000)
        #expect(ring.statistics.refused == refused.load(ordering: .relaxed))
        #expect(ring.statistics.refusedAfterClose == ring.statistics.refused)
        let contents = Contents(folder("a"))
        #expect(contents.page.ended)
        try expectReaderAgrees(folder("a"))
        // The ring may have turned, but what is missing is what it says, and nothing is there that was not promised.
        let found = Set(contents.values)
        #expect(found.subtracting(all).isEmpty)
        let newest = try #require(contents.segments(.main).last)
        #expect(UInt64(all.count - found.count) == newest.header.recordsGivenUp)
    }

    @Test func closeIsNotKeptWaitingByThreadsThatNeverPause() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small(overflow: .overwriteOldest))
        let log = ring.logger(label: "t")
        let stop = Atomic<Bool>(false)
        let threads = (0..<8).map { _ in
            start { while !stop.load(ordering: .relaxed) { _ = log.info("n=\(1)") } }
        }
        #expect(eventually { ring.statistics.blocksWritten > 20 })
        ring.close()
        #expect(ring.core.isClosed)
        let contents = Contents(folder("a"))
        #expect(contents.page.ended)
        stop.store(true, ordering: .relaxed)
        for thread in threads { pthread_join(thread, nil) }
    }

    @Test func threadThatHoldsItsSlotForeverMakesTheEndUnclean() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        let log = ring.logger(label: "t")
        #expect(log.info("n=\(1)"))
        let index = try #require((0..<8).first { ring.core.slot($0).pointee.records > 0 })
        #expect(rl_slot_try(ring.core.slot(index)))
        ring.close()
        var contents = Contents(folder("a"))
        #expect(!contents.page.ended)
        #expect(contents.records.values.map(\.sources) == [[.slot]])
        // It comes back after the end: nobody may enter behind it, and the file stays locked, since it may still write.
        rl_slot_release(ring.core.slot(index))
        #expect(!log.info("n=\(2)"))
        guard case .inUse = reason(folder("a")) else { Issue.record("the file was given back"); return }
        contents = Contents(folder("a"))
        #expect(contents.values == [1])
    }

    @Test func levelsBelowTheThresholdAreNeitherMadeNorCounted() throws {
        let folder = Folder()
        var options = LogRing.Options.small()
        options.threshold = .notice
        options.labelThresholds = ["loud": .trace]
        let ring = try LogRing(at: folder("a"), options: options)
        let quiet = ring.logger(label: "quiet"), loud = ring.logger(label: "loud")
        #expect(!quiet.info("n=\(1)") && quiet.notice("n=\(2)") && loud.trace("n=\(3)"))
        ring.setThreshold(.critical)
        #expect(!quiet.error("n=\(4)") && loud.trace("n=\(5)"))
        ring.setThreshold(.error, label: "loud")
        #expect(!loud.warning("n=\(6)") && loud.error("n=\(7)"))
        #expect(ring.statistics.refused == 0)
        ring.close()
        #expect(Contents(folder("a")).values == [2, 3, 5, 7])
        // The general threshold is the file's, single labels' are not.
        let again = try LogRing(at: folder("a"))
        #expect(!again.logger(label: "loud").info("n=\(8)") && again.logger(label: "loud").notice("n=\(9)"))
        again.close()
    }
}
