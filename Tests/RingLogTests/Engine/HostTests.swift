// What a host, its other threads and its administrator do to a ring that is open. The service goes on, whatever happens
// to its log.

import CRingLog
import Glibc
import RingLogFormat
import Synchronization
import Testing

@_spi(Testing) @testable import RingLog

@Suite struct HostTests {
    @Test func deletedFileIsLoggedIntoAllTheSame() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        let log = ring.logger(label: "t")
        #expect(log.info("n=\(0)"))
        link(folder("a"), folder("other"))
        unlink(folder("a"))
        #expect((1..<2000).allSatisfy { index in log.info("n=\(index)") })
        ring.close()
        #expect(folder.names == ["other"])
        #expect(Contents(folder("other")).values == Array(0..<2000))
        #expect(!ring.statistics.hasFailed)
    }

    @Test func fileThatSomebodyWroteOverIsGivenUpAndCallsGoOn() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        let log = ring.logger(label: "t")
        #expect(log.info("n=\(0)"))
        let number = open(folder("a"), O_WRONLY)
        let text = Array("something else".utf8)
        #expect(pwrite(number, text, text.count, 0) == text.count)
        close(number)
        let written = Files.read(folder("a"))[Contents(folder("a")).geometry.keepOffset...]
        // Callers that wait for a slot are told too.
        var refused: UInt64 = 0
        #expect(
            eventually {
                for index in 0..<500 where !log.info("n=\(index)") { refused += 1 }
                return refused > 0
            })
        #expect(ring.statistics.hasFailed)
        #expect(ring.statistics.refusedByFailure == refused && ring.statistics.refused == refused)
        // Not a byte went into what is not ours any more.
        #expect(Files.read(folder("a"))[Contents(folder("a")).geometry.keepOffset...] == written)
        ring.close()
        #expect(!log.info("n"))
        #expect(!Contents(folder("a")).page.ended)
    }

    @Test func fileThatSomebodyReplacedStaysTheirs() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        let log = ring.logger(label: "t")
        rename(folder("a"), folder("moved"))
        Files.write([1, 2, 3], to: folder("a"))
        #expect((0..<2000).allSatisfy { index in log.info("n=\(index)") })
        ring.close()
        #expect(Files.read(folder("a")) == [1, 2, 3])
        #expect(Contents(folder("moved")).values == Array(0..<2000))
    }

    @Test func loweredSizeLimitDoesNotKillTheProcess() {
        let folder = Folder()
        let run = Probe.run("limit", folder("a"))
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output == "failed true\n")
    }

    @Test func sizeLimitAtCreationIsAnErrorThatLeavesNothing() {
        let folder = Folder()
        let run = Probe.run("limit-create", folder("a"))
        #expect(run.status == 0)
        #expect(run.output == "system(call: \"fallocate\", errno: 27)\n")
        #expect(folder.names.isEmpty)
    }

    @Test func damagedMemoryOfASlotIsStoredAsAnImage() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        let log = ring.logger(label: "t")
        #expect((0..<20).allSatisfy { index in index == 15 ? log.error("n=\(index)") : log.info("n=\(index)") })
        let slot = try #require((0..<8).first { ring.core.slot($0).pointee.records == 20 })
        // A stray store of the host, in the middle of a record.
        let base = try #require(ring.core.slot(slot).pointee.base)
        base[Int(ring.core.slot(slot).pointee.offset) / 2] ^= 0x40
        ring.close()
        let contents = Contents(folder("a"))
        let image = try #require(contents.blocks(.main).first { $0.header.encoding == .image })
        let stored = try #require(contents.generations(of: image).first)
        #expect(stored.holes == 1 && stored.records.count == 19)
        #expect(image.header.records == 19)
        #expect(contents.counter(.damagedSlots) == 1)
        #expect(Contents.values(contents.generations(.keep).flatMap(\.records)) == [15])
        #expect(contents.page.ended)
    }

    @Test func strayStoreIntoTheCountersIsMendedByTheNextCount() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small(overflow: .drop))
        rl_count(ring.core.ring, UInt32(RL_COUNT_CUT_RECORDS), 5)
        let page = try #require(ring.core.ring.pointee.counters)
        page[9 * 8 + 2] ^= 1
        #expect(Contents(folder("a")).counter(.recordsCut) == nil)
        #expect(ring.statistics.recordsCut == 5)
        rl_count(ring.core.ring, UInt32(RL_COUNT_CUT_RECORDS), 1)
        #expect(Contents(folder("a")).counter(.recordsCut) == 6)
        // A count stops at the highest that fits its word.
        rl_count(ring.core.ring, UInt32(RL_COUNT_CUT_RECORDS), 1 << 48)
        #expect(Contents(folder("a")).counter(.recordsCut) == CountersPage.mostValue)
        ring.close()
    }

    @Test func countsOfManyThreadsAddUp() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .tiny())
        let core = ring.core
        inParallel(8) { _ in for _ in 0..<20_000 { core.count(Int(RL_COUNT_STALE_MESSAGES)) } }
        #expect(ring.statistics.messagesGone == 160_000)
        #expect(Contents(folder("a")).counter(.messagesGone) == 160_000)
        ring.close()
    }

    @Test func manyOpeningsOfANewFileMakeOneOwner() throws {
        for _ in 0..<5 {
            let folder = Folder()
            let owners = Mutex<[LogRing]>([])
            let refusals = Mutex<[RingError.Reason]>([])
            inParallel(8) { _ in
                do throws(RingError) {
                    let ring = try LogRing(at: folder("a"), options: .tiny())
                    owners.withLock { $0.append(ring) }
                } catch {
                    refusals.withLock { $0.append(error.reason) }
                }
            }
            let rings = owners.withLock { $0 }
            #expect(rings.count == 1)
            #expect(
                refusals.withLock { $0 }.allSatisfy { if case .inUse(getpid(), _) = $0 { true } else { false } })
            #expect(folder.names == ["a"])
            #expect(rings[0].logger(label: "t").info("n=\(1)"))
            rings[0].close()
            #expect(Contents(folder("a")).values == [1])
            #expect(Contents(folder("a")).starts().map(\.ordinal) == [1])
        }
    }

    @Test func openingAndClosingManyTimesKeepsEverySessionApart() throws {
        let folder = Folder()
        for index in 0..<40 {
            let ring = try LogRing(at: folder("a"), options: .small())
            #expect(ring.logger(label: "t").info("n=\(index)"))
            ring.close()
        }
        let contents = Contents(folder("a"))
        #expect(contents.values == Array(0..<40))
        #expect(contents.starts().map(\.ordinal) == Array(1...40))
        #expect(Set(contents.records.keys.map(\.nonce)).count == 40)
        // A thread's numbers begin anew in each.
        #expect(contents.records.keys.allSatisfy { $0.sequence == 0 })
    }

    @Test func ringsOfOneProcessDoNotMix() throws {
        let folder = Folder()
        let rings = try (0..<4).map { try LogRing(at: folder("\($0)"), options: .small()) }
        let logs = rings.map { $0.logger(label: "t") }
        inParallel(4) { thread in
            for index in 0..<1000 {
                #expect((0..<4).allSatisfy { ring in logs[ring].info("n=\(ring << 48 | thread << 32 | index)") })
            }
        }
        for ring in rings { ring.close() }
        for ring in 0..<4 {
            let contents = Contents(folder("\(ring)"))
            #expect(contents.values.allSatisfy { $0 >> 48 == ring })
            #expect(contents.values.count == 4000)
            let threads = Dictionary(grouping: contents.records.values.map(\.record), by: \.thread)
            for own in threads.values { #expect(own.map(\.sequence).sorted() == Array(0..<1000)) }
        }
    }

    @Test(arguments: [Duration.zero, .seconds(-1)]) func waitForNoTimeRefusesAtOnce(limit: Duration) throws {
        let folder = Folder()
        let gate = Gate()
        let hooks = Hooks { if $0 == .compactionBegins { gate.pass() } }
        let ring = try LogRing(at: folder("a"), options: .tiny(overflow: .wait(upTo: limit), hooks: hooks))
        let log = ring.logger(label: "t")
        var kept = 0
        while kept < 1_000_000, log.info("n=\(kept)") { kept += 1 }
        #expect(kept > 0 && ring.statistics.refusedAfterWaiting == 1)
        gate.open()
        ring.close()
        #expect(Contents(folder("a")).values == Array(0..<Int64(kept)))
    }

    @Test func longestWaitIsWhatTheFileCanSay() throws {
        let folder = Folder()
        try LogRing(at: folder("a"), options: .tiny(overflow: .wait(upTo: .seconds(Int64.max)))).close()
        #expect(Contents(folder("a")).superblock.longestWaitNanoseconds == 1_000_000_000_000_000_000)
        try LogRing(at: folder("a"), options: .tiny(overflow: .wait(upTo: .milliseconds(1500)))).close()
        #expect(Contents(folder("a")).superblock.longestWaitNanoseconds == 1_500_000_000)
    }
}
