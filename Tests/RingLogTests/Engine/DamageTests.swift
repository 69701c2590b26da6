// Files that were damaged after their process died: what the next one makes of them. Nothing is lost but what was hit,
// and nothing damaged is made to look whole.

import Glibc
import RingLogFormat
import Testing

@_spi(Testing) @testable import RingLog

@Suite struct DamageTests {
    /// A file of a killed process, with records in slots and in blocks of both lanes.
    private func deadFile() -> (dead: Dead, before: Contents) {
        let dead = Dead(at: .slotFreeing, time: 3)
        return (dead, Contents(dead.path))
    }

    /// A slot that holds records that are in no block.
    private func openSlot(_ contents: Contents) throws -> Generation {
        let inMain = Set(contents.generations(.main).map { [UInt64($0.slot), $0.generation] })
        return try #require(
            contents.slots.first { $0.records.count > 20 && !inMain.contains([UInt64($0.slot), $0.generation]) })
    }

    private func reopen(_ path: String) throws -> Contents {
        try LogRing(at: path).close()
        return Contents(path)
    }

    private func images(_ contents: Contents) -> [Block] {
        contents.blocks(.main).filter { $0.header.encoding == .image }
    }

    // MARK: Slots

    @Test func damagedSlotIsStoredAsItIs() throws {
        let (dead, before) = deadFile()
        let slot = try openSlot(before)
        let start = before.geometry.slotOffset(Int(slot.slot))
        // The tenth record's ticks.
        let hit = slot.records[10]
        let at = try #require(
            (start..<start + before.geometry.slotSize).first { before.all.u64($0 & ~7) == hit.ticks && $0 % 8 == 0 })
        Files.edit(dead.path) { $0[at + 3] ^= 0x10 }
        let damaged = Files.read(dead.path)[start..<start + before.geometry.slotSize]
        let after = try reopen(dead.path)
        let block = try #require(images(after).first)
        #expect(images(after).count == 1)
        #expect(block.raw.array == Array(damaged))
        #expect(block.entries.map(\.slot) == [slot.slot] && block.entries.map(\.generation) == [slot.generation])
        let stored = try #require(after.generations(of: block).first)
        #expect(stored.holes == 1)
        #expect(stored.records == slot.records.filter { $0.sequence != hit.sequence || $0.thread != hit.thread })
        // Its warnings are in the keep lane, as far as they could be read.
        let kept = after.generations(.keep).filter {
            $0.nonce == slot.nonce && $0.slot == slot.slot && $0.generation == slot.generation
        }
        #expect(kept.flatMap(\.records) == stored.records.filter { $0.level >= .warning })
        #expect(after.records.count == before.records.count - 1)
    }

    @Test func slotWithoutHeaderAndTrailerIsKeptForWhoCanReadIt() throws {
        let (dead, before) = deadFile()
        let slot = try openSlot(before)
        let start = before.geometry.slotOffset(Int(slot.slot)), size = before.geometry.slotSize
        Files.edit(dead.path) { bytes in
            bytes[start + 20] ^= 1
            bytes[start + size - 100] ^= 1
        }
        let damaged = Array(Files.read(dead.path)[start..<start + size])
        let after = try reopen(dead.path)
        let block = try #require(images(after).first)
        #expect(block.raw.array == damaged)
        #expect(block.header.nonce == before.page.session.nonce)
        #expect(block.entries.map(\.generation) == [0] && block.entries.map(\.slot) == [slot.slot])
        #expect(after.records.count == before.records.count - slot.records.count)
        // Recovering again does not store it twice.
        #expect(images(try reopen(dead.path)).count == 1)
    }

    @Test(arguments: [true, false]) func slotWithOneCopyOfItsHeaderLosesNothing(losesHeader: Bool) throws {
        let (dead, before) = deadFile()
        let slot = try openSlot(before)
        let start = before.geometry.slotOffset(Int(slot.slot)), size = before.geometry.slotSize
        Files.edit(dead.path) { $0[losesHeader ? start + 20 : start + size - 100] ^= 1 }
        let after = try reopen(dead.path)
        #expect(images(after).isEmpty)
        #expect(after.records.count == before.records.count)
        dead.expectWhole(after)
    }

    // MARK: Pages

    @Test(arguments: [0, 1]) func oneCopyOfTheSessionPageIsEnough(copy: Int) throws {
        let (dead, before) = deadFile()
        Files.edit(dead.path) { $0[before.geometry.sessionPageOffset(copy: copy) + 40] ^= 1 }
        let after = try reopen(dead.path)
        dead.expectWhole(after)
        #expect(after.starts().map(\.ordinal) == [1, 2])
        #expect(after.ends().map(\.ending) == [.recovered, .closed])
    }

    @Test func lostSessionPageCostsNoRecordAndNoCount() throws {
        let (dead, before) = deadFile()
        Files.edit(dead.path) { bytes in
            for copy in 0..<2 { bytes[before.geometry.sessionPageOffset(copy: copy) + 40] ^= 1 }
        }
        let after = try reopen(dead.path)
        dead.expectWhole(after)
        #expect(after.starts().map(\.ordinal) == [1, 2])
        #expect(after.page.session.opened.epoch == before.page.session.opened.epoch)
        #expect(after.ends().map(\.ending) == [.recovered, .closed])
        #expect(after.ends()[0].counters == before.counters)
    }

    @Test func unreadableSlotIsKeptEvenWithoutASessionPage() throws {
        let (dead, before) = deadFile()
        let slot = try openSlot(before)
        let start = before.geometry.slotOffset(Int(slot.slot)), size = before.geometry.slotSize
        Files.edit(dead.path) { bytes in
            for copy in 0..<2 { bytes[before.geometry.sessionPageOffset(copy: copy) + 40] ^= 1 }
            bytes[start + 20] ^= 1
            bytes[start + size - 100] ^= 1
        }
        let after = try reopen(dead.path)
        let block = try #require(images(after).first)
        #expect(block.entries.map(\.generation) == [0] && block.header.nonce == before.page.session.nonce)
        #expect(after.records.count == before.records.count - slot.records.count)
    }

    @Test func newFileWhoseFirstOpeningDiedIsAFileWithoutHistory() throws {
        let folder = Folder()
        #expect(Dead.run(folder("a"), .sessionBeginning, 1, 0) == 1000 + SIGKILL)
        try LogRing(at: folder("a")).close()
        let contents = Contents(folder("a"))
        #expect(contents.starts().map(\.ordinal) == [1] && contents.ends().map(\.sessionOrdinal) == [1])
        #expect(contents.records.isEmpty)
    }

    @Test func damagedCounterIsUnknownAndTheOthersStand() throws {
        let (dead, before) = deadFile()
        Files.edit(dead.path) { $0[before.geometry.countersOffset + 8 * 12 + 1] ^= 4 }
        let end = try #require(try reopen(dead.path).ends().first)
        #expect(end.counters[12] == nil)
        #expect(end.counters[0..<12].allSatisfy { $0 == 0 })
    }

    // MARK: Segments and blocks

    /// A main lane that has turned, closed, with where its newest segment lies.
    private func turned() throws -> (folder: Folder, contents: Contents, newest: Segment) {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .tiny(compression: LogRing.Compression.none))
        let log = ring.logger(label: "t")
        #expect((0..<1000).allSatisfy { index in log.info("n=\(index)") })
        ring.close()
        let contents = Contents(folder("a"))
        return (folder, contents, try #require(contents.segments(.main).last))
    }

    private func expectGoesOn(_ path: String, after before: Contents, _ newest: Segment) throws {
        let ring = try LogRing(at: path, options: .tiny(compression: LogRing.Compression.none))
        #expect(ring.logger(label: "t").info("n=\(1000)"))
        ring.close()
        let after = Contents(path)
        #expect(after.values.last == 1000)
        let last = try #require(after.segments(.main).last)
        // The turn goes on behind what was there, under numbers that were not used before.
        #expect(last.header.sequence > newest.header.sequence)
        let highest = try #require(newest.blocks.last).header.sequence
        #expect(last.header.firstBlock > highest)
        #expect(last.header.mark.block >= newest.header.mark.block)
        #expect(last.header.mark.ticks >= newest.header.mark.ticks)
        #expect(last.header.recordsGivenUp >= newest.header.recordsGivenUp)
        let stored = last.header.recordsBefore + last.blocks.reduce(0) { $0 + UInt64($1.header.records) }
        #expect(stored == 1001)
    }

    @Test(arguments: [true, false]) func lostHeaderOfTheNewestSegmentCostsNoTotalAndNoBlock(zeros: Bool) throws {
        let (folder, contents, newest) = try turned()
        let at = newest.header.offset
        Files.edit(folder("a")) { bytes in
            if zeros { for index in at..<at + 256 { bytes[index] = 0 } } else { bytes[at + 60] ^= 1 }
        }
        let kept = newest.blocks.map { $0.header.offset }
        try expectGoesOn(folder("a"), after: contents, newest)
        let bytes = Bytes(Files.read(folder("a")))
        for offset in kept { #expect((try? BlockHeader(decoding: bytes.suffix(from: offset), at: offset)) != nil) }
    }

    @Test func lostFirstSegmentHeaderOfAYoungFileCostsNoBlock() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        #expect((0..<10).allSatisfy { index in ring.logger(label: "t").info("n=\(index)") })
        ring.close()
        let before = Contents(folder("a"))
        let segment = try #require(before.segments(.main).first)
        Files.edit(folder("a")) { bytes in
            for index in segment.header.offset..<segment.header.offset + 256 { bytes[index] = 0 }
        }
        try LogRing(at: folder("a")).close()
        let after = Contents(folder("a"))
        for block in segment.blocks {
            let offset = block.header.offset
            #expect((try? BlockHeader(decoding: after.all.suffix(from: offset), at: offset)) == block.header)
        }
        #expect(after.segments(.main).map(\.header.sequence) == [1])
        #expect(after.page.session.ordinal == 2)
    }

    @Test func damagedBlockAtTheEndIsNotWrittenOver() throws {
        let (folder, contents, newest) = try turned()
        let last = try #require(newest.blocks.last).header
        Files.edit(folder("a")) { $0[last.payloadOffset + 5] ^= 1 }
        let damaged = Files.read(folder("a"))[last.offset..<last.offset + last.length]
        let ring = try LogRing(at: folder("a"), options: .tiny(compression: LogRing.Compression.none))
        #expect(ring.logger(label: "t").info("n=\(1000)"))
        ring.close()
        let bytes = Files.read(folder("a"))
        #expect(bytes[last.offset..<last.offset + last.length] == damaged)
        let next = try #require(
            Contents(bytes).segments(.main).first { $0.header.sequence == newest.header.sequence + 1 })
        #expect(next.header.firstBlock == last.sequence + 1)
        #expect(Contents(bytes).values.last == 1000)
        withExtendedLifetime(contents) {}
    }

    @Test func damagedBlockHeaderHidesOnlyItsOwnBlock() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        #expect((0..<2000).allSatisfy { index in ring.logger(label: "t").info("n=\(index)") })
        ring.close()
        let before = Contents(folder("a"))
        let blocks = try #require(before.segments(.main).last).blocks
        try #require(blocks.count >= 3)
        // Not the last one: what lies behind it must be found although the chain is broken.
        Files.edit(folder("a")) { $0[blocks[1].header.offset + 90] ^= 1 }
        let again = try LogRing(at: folder("a"))
        #expect(again.logger(label: "t").info("n=\(2000)"))
        again.close()
        let after = Contents(folder("a"))
        let sequences = after.blocks(.main).map(\.header.sequence)
        #expect(Set(sequences).count == sequences.count)
        #expect(
            Set(sequences).isSuperset(
                of: before.blocks(.main).map(\.header.sequence).filter { $0 != blocks[1].header.sequence }))
        #expect(after.values.last == 2000)
        #expect(after.values.count == 2001 - Int(blocks[1].header.records))
    }

    @Test func unfinishedBlockIsWrittenOverAndItsSlotsAreStored() throws {
        // As a power cut may leave it: header and list are there, the payload is not, the slots are.
        let dead = Dead(at: .blockWritten, time: 4)
        let before = Contents(dead.path)
        let last = try #require(before.blocks(.main).last).header
        #expect(last.records > 0)
        Files.edit(dead.path) { bytes in
            for index in last.payloadOffset..<last.payloadOffset + last.storedLength { bytes[index] = 0 }
        }
        dead.expectWhole(Contents(dead.path))
        let after = try reopen(dead.path)
        dead.expectWhole(after)
        let blocks = after.blocks(.main)
        #expect(blocks.map(\.header.sequence) == Array(1...UInt64(blocks.count)))
        #expect(blocks.contains { $0.header.offset == last.offset && $0.header.sequence == last.sequence })
    }

    @Test func blockWithoutPayloadOrListStaysWhereItIs() throws {
        // What headers in front of their payloads would leave behind. It says nothing of what it held, so it is damage.
        let folder = Folder()
        let run = Probe.run("die-with", folder("a"), "header-first", "\(Phase.payloadWritten.rawValue)", "4")
        #expect(run.status == 1000 + SIGKILL)
        let before = Contents(folder("a"))
        let next = try #require(before.blocks(.main).last).header
        let offset = next.offset + next.stride
        let header = try BlockHeader(decoding: before.all.suffix(from: offset), at: offset)
        #expect(before.all[header.payloadOffset..<header.payloadOffset + 64].isAllZero)
        let after = try reopen(folder("a"))
        #expect(after.values == before.values && !after.values.isEmpty)
        #expect((try? BlockHeader(decoding: after.all.suffix(from: offset), at: offset)) == header)
    }
}
