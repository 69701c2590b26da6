// From full slots to blocks, as the hooks of the harness see it.

import CRingLog
import RingLogFormat
import Synchronization
import Testing

@_spi(Testing) @testable import RingLog

/// What the compactor and callers reached, in order.
final class Journal: Sendable {
    private let steps = Mutex<[Phase]>([])

    func note(_ phase: Phase) { steps.withLock { $0.append(phase) } }
    var all: [Phase] { steps.withLock { $0 } }
    func clear() { steps.withLock { $0 = [] } }
}

@Suite struct CompactionTests {
    @Test(arguments: [LogRing.Compression.none, .zlib])
    func blocksHoldWhatTheSlotsHeld(compression: LogRing.Compression) throws {
        let folder = Folder()
        let gate = Gate()
        let hooks = Hooks { if $0 == .compactionBegins { gate.pass() } }
        let ring = try LogRing(at: folder("a"), options: .small(compression: compression, hooks: hooks))
        let log = ring.logger(label: "t")
        var count = 0
        let isKept = goOn(until: { (0..<8).filter { ring.core.state($0) >= Int(RL_SLOT_FULL) }.count >= 3 }) {
            defer { count += 1 }
            return count % 10 == 0 ? log.error("n=\(count) \("text")") : log.debug("n=\(count) \(0.5)")
        }
        #expect(isKept)
        #expect(gate.someoneArrives())
        let before = Contents(folder("a")).slots.filter { $0.end != nil }
        #expect(before.count == 3)
        gate.open()
        ring.close()
        let contents = Contents(folder("a"))
        if compression == .none {
            #expect(contents.blocks(.main).allSatisfy { $0.header.codec == .none })
        } else {
            #expect(
                contents.blocks(.main).contains {
                    $0.header.codec == .zlib && $0.header.storedLength < $0.header.rawLength / 2
                })
        }
        let blocks = contents.generations(.main)
        for slot in before {
            let stored = try #require(blocks.first { $0.slot == slot.slot && $0.generation == slot.generation })
            #expect(stored.nonce == slot.nonce)
            #expect(stored.bodies.map(\.array) == slot.bodies.map(\.array))
        }
        #expect(contents.values == Array(0..<Int64(count)))
    }

    @Test func keepLaneHoldsExactlyTheRecordsAtOrAboveTheKeepLevel() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small(keepLevel: .notice))
        let log = ring.logger(label: "t"), quiet = ring.logger(label: "quiet")
        let levels = LogLevel.allCases
        #expect((0..<1000).allSatisfy { index in log.log(level: levels[index % 7], "n=\(index)") })
        #expect((1000..<2000).allSatisfy { index in quiet.info("quiet n=\(index)") })
        ring.close()
        let contents = Contents(folder("a"))
        let wanted = (0..<1000).filter { levels[$0 % 7] >= .notice }.map(Int64.init)
        let kept = contents.generations(.keep).flatMap(\.records)
        #expect(Contents.values(kept).sorted() == wanted)
        #expect(contents.generations(.keep).allSatisfy { $0.undefined == 0 })
        // Only the definitions that are needed.
        let labels = contents.generations(.keep).flatMap(\.labels).map {
            String(decoding: $0.text.array, as: UTF8.self)
        }
        #expect(Set(labels) == ["t"])
        #expect(Contents.values(contents.generations(.main).flatMap(\.records)).sorted() == Array(0..<2000))
        for block in contents.blocks(.keep) + contents.blocks(.main) { expectHonest(block, contents) }
    }

    /// A block's header tells the truth about its records.
    private func expectHonest(_ block: Block, _ contents: Contents) {
        let generations = contents.generations(of: block)
        let records = generations.flatMap(\.records)
        let header = block.header
        #expect(header.records == UInt32(records.count))
        #expect(header.levels == records.reduce(0) { $0 | 1 << UInt32($1.level.rawValue) })
        #expect(header.labels == records.reduce(0) { $0 | 1 << UInt64($1.labelID % 64) })
        #expect(header.nonce == contents.page.session.nonce && header.sessionOrdinal == 1)
        var first: UInt32 = 0
        for (entry, generation) in zip(block.entries, generations) {
            #expect(entry.records == UInt32(generation.records.count) && entry.firstRecord == first)
            first += entry.records
        }
        guard !records.isEmpty else { return }
        #expect(header.lowestTicks == records.map(\.ticks).min() && header.highestTicks == records.map(\.ticks).max())
        #expect(header.lowestRealtime <= header.highestRealtime)
    }

    @Test func stepsComeInTheOrderThatMakesAKillHarmless() throws {
        let folder = Folder()
        let journal = Journal()
        let ring = try LogRing(at: folder("a"), options: .small(hooks: Hooks { journal.note($0) }))
        let opening: [Phase] = [
            .recoveryBegins, .recoveryClearing, .sessionBeginning, .segmentEntering, .payloadWritten, .blockWritten,
            .segmentEntering, .payloadWritten, .blockWritten,
        ]
        #expect(journal.all == opening)
        journal.clear()
        let log = ring.logger(label: "t")
        #expect(goOn(until: { journal.all.contains(.slotSealed) }) { log.info("n=\(1)") })
        #expect(eventually { journal.all.contains(.slotFreeing) })
        #expect(
            journal.all == [.slotSealed, .compactionBegins, .payloadWritten, .blockWritten, .slotFreeing])
        journal.clear()
        // With a record to keep, the keep lane's block is complete before the main lane's is begun.
        #expect(log.error("n=\(2)"))
        #expect(goOn(until: { journal.all.contains(.slotSealed) }) { log.info("n=\(3)") })
        #expect(eventually { journal.all.contains(.slotFreeing) })
        #expect(
            journal.all == [
                .slotSealed, .compactionBegins, .payloadWritten, .blockWritten, .payloadWritten, .blockWritten,
                .slotFreeing,
            ])
        ring.close()
    }

    @Test func headerIsNotThereWhenThePayloadIs() throws {
        let folder = Folder()
        let gate = Gate()
        let armed = Atomic<Bool>(false)
        let hooks = Hooks {
            if $0 == .payloadWritten, armed.exchange(false, ordering: .relaxed) { gate.pass() }
        }
        let ring = try LogRing(at: folder("a"), options: .small(compression: LogRing.Compression.none, hooks: hooks))
        let before = Contents(folder("a"))
        armed.store(true, ordering: .relaxed)
        let log = ring.logger(label: "t")
        #expect((0..<400).allSatisfy { index in log.info("n=\(index)") })
        #expect(gate.someoneArrives())
        let during = Contents(folder("a"))
        // No new block can be seen, though its payload is in the file; every record is in its slot.
        #expect(during.blocks(.main).count == before.blocks(.main).count)
        let last = try #require(during.blocks(.main).last).header
        let next = last.offset + last.stride
        #expect(during.all[next..<next + 256].isAllZero)
        #expect(!during.all[next + 256..<next + 512].isAllZero)
        #expect(during.slots.reduce(0) { $0 + $1.records.count } == 400)
        gate.open()
        ring.close()
        #expect(Contents(folder("a")).values == Array(0..<400))
    }

    @Test func slotsAreStillThereWhenTheirBlockIsWritten() throws {
        let folder = Folder()
        let gate = Gate()
        let hooks = Hooks { if $0 == .slotFreeing { gate.pass() } }
        let ring = try LogRing(at: folder("a"), options: .small(hooks: hooks))
        let log = ring.logger(label: "t")
        #expect((0..<400).allSatisfy { index in log.info("n=\(index)") })
        #expect(gate.someoneArrives())
        let contents = Contents(folder("a"))
        let both = contents.records.values.filter { Set($0.sources) == [.slot, .main] }
        #expect(!both.isEmpty)
        #expect(contents.records.values.filter { !$0.sources.contains(.slot) }.isEmpty)
        gate.open()
        ring.close()
    }

    @Test func severalFullSlotsShareABlock() throws {
        let folder = Folder()
        let gate = Gate()
        let hooks = Hooks { if $0 == .compactionBegins { gate.pass() } }
        var options = LogRing.Options.small(hooks: hooks)
        options.slotBytes = 8 << 10
        options.slotCount = 16
        options.capacityBytes = 4 << 20
        let ring = try LogRing(at: folder("a"), options: options)
        let log = ring.logger(label: "t")
        var index = 0
        let isKept = goOn(until: { (0..<16).filter { ring.core.state($0) >= Int(RL_SLOT_FULL) }.count >= 6 }) {
            defer { index += 1 }
            return log.info("n=\(index)")
        }
        #expect(isKept)
        gate.open()
        // The first alone, the others together, whether the compactor finds them full or the end does.
        ring.close()
        let contents = Contents(folder("a"))
        #expect(contents.values == Array(0..<Int64(index)))
        // A segment is 32 KiB and bounds what is stored, whatever the codec makes of it: three slots of 8 KiB.
        #expect(contents.geometry.segmentSize == 32 << 10)
        #expect(contents.blocks(.main).map(\.entries.count).max() == 3)
    }

    // MARK: Idle slots

    @Test func idleSlotIsStored() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        #expect(ring.logger(label: "t").info("n=\(1)"))
        let index = try #require((0..<8).first { ring.core.slot($0).pointee.records > 0 })
        // As if its header had been written two minutes ago.
        _ = ring.core.holding(index) { $0.pointee.opened -= 120_000_000_000 }
        ring.core.wake()
        #expect(eventually { ring.core.slot(index).pointee.generation == 2 })
        let contents = Contents(folder("a"))
        #expect(contents.records.values.map { $0.sources } == [[.main]])
        #expect(ring.logger(label: "t").info("n=\(2)"))
        ring.close()
        #expect(Contents(folder("a")).values == [1, 2])
    }

    @Test func idleSlotWithoutRecordsStaysAsItIs() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        let blocks = ring.statistics.blocksWritten
        for index in 0..<8 { _ = ring.core.holding(index) { $0.pointee.opened -= 120_000_000_000 } }
        #expect(ring.logger(label: "t").info("n=\(1)"))
        let busy = try #require((0..<8).first { ring.core.slot($0).pointee.records > 0 })
        #expect(eventually { ring.core.slot(busy).pointee.generation == 2 })
        #expect((0..<8).filter { ring.core.slot($0).pointee.generation != 1 } == [busy])
        #expect(ring.statistics.blocksWritten == blocks + 1)
        ring.close()
    }

    @Test func slotIsStoredWhenAQuarterOfTheRingWentByIt() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small(compression: LogRing.Compression.none))
        let quiet = ring.logger(label: "quiet"), loud = ring.logger(label: "loud")
        // Two threads have two slots; the quiet one's holds a single record.
        inParallel(1) { _ in #expect(quiet.info("n=\(-1)")) }
        let index = try #require((0..<8).first { ring.core.slot($0).pointee.records > 0 })
        #expect(
            eventually {
                for number in 0..<200 { _ = loud.info("n=\(number)") }
                return ring.core.slot(index).pointee.generation > 1
            })
        ring.close()
    }

    // MARK: The ring turns

    @Test func laterTurnsWriteOffTheOldestAndTheNumbersAgree() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .tiny(compression: LogRing.Compression.none))
        let log = ring.logger(label: "t")
        let total = 2000
        #expect((0..<total).allSatisfy { index in log.info("n=\(index)") })
        #expect(Files.status(folder("a")).st_size == 32 << 10)
        ring.close()
        #expect(Files.status(folder("a")).st_size == 32 << 10)
        try expectReaderAgrees(folder("a"))
        let contents = Contents(folder("a"))
        let values = contents.values
        #expect(values.last == Int64(total - 1))
        #expect(values == Array(Int64(total - values.count)..<Int64(total)))
        let segments = contents.segments(.main)
        #expect(segments.count == 6)
        let sequences = segments.map(\.header.sequence)
        #expect(sequences == Array(sequences[0]..<sequences[0] + 6))
        let newest = try #require(segments.last)
        let inNewest = newest.blocks.reduce(0) { $0 + UInt64($1.header.records) }
        #expect(newest.header.recordsBefore + inNewest == UInt64(total))
        #expect(newest.header.recordsGivenUp == UInt64(total - values.count))
        // Everything up to the mark is gone, everything behind it is there.
        #expect(newest.header.mark.block + 1 == segments[0].header.firstBlock)
        let ticks = contents.generations(.main).flatMap(\.records).map(\.ticks)
        #expect(try #require(ticks.min()) > newest.header.mark.ticks)
        for (left, right) in zip(segments, segments.dropFirst()) {
            #expect(right.header.firstBlock == left.header.firstBlock + UInt64(left.blocks.count))
            let records = left.blocks.reduce(0) { $0 + UInt64($1.header.records) }
            #expect(right.header.recordsBefore == left.header.recordsBefore + records)
            #expect(right.header.mark.block >= left.header.mark.block)
        }
        for segment in segments {
            #expect(segment.blocks.map(\.header.sequence).first == segment.header.firstBlock)
            #expect(segment.blocks.allSatisfy { $0.header.segmentSequence == segment.header.sequence })
        }
    }

    @Test func oneErrorOutlivesTheFlood() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .tiny(compression: LogRing.Compression.none))
        let log = ring.logger(label: "t")
        #expect(log.error("n=\(-1)"))
        #expect((0..<2000).allSatisfy { index in log.info("n=\(index)") })
        ring.close()
        let contents = Contents(folder("a"))
        #expect(Contents.values(contents.generations(.main).flatMap(\.records)).contains(-1) == false)
        #expect(Contents.values(contents.generations(.keep).flatMap(\.records)) == [-1])
    }
}
