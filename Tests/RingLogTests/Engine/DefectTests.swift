// The built-in defects do what they are for: each breaks the very rule it names, where a harness can see it.

import CRingLog
import Synchronization
import Testing

@_spi(Testing) @testable import RingLog
@_spi(Testing) import RingLogFormat

@Suite struct DefectTests {
    /// A ring with a defect that stops when its first full slot's block is about to be complete.
    private func stopped(_ defect: Defect?) throws -> (folder: Folder, ring: LogRing, gate: Gate, count: Int) {
        let folder = Folder()
        let gate = Gate()
        let armed = Atomic<Bool>(false)
        let hooks = Hooks(defect: defect) {
            if $0 == .payloadWritten, armed.load(ordering: .relaxed) { gate.pass() }
        }
        let ring = try LogRing(at: folder("a"), options: .small(compression: LogRing.Compression.none, hooks: hooks))
        armed.store(true, ordering: .relaxed)
        let log = ring.logger(label: "t")
        var count = 0
        let isKept = goOn(until: { ring.core.ring.pointee.sealed > 0 }) {
            defer { count += 1 }
            return log.info("n=\(count)")
        }
        #expect(isKept)
        #expect(gate.someoneArrives())
        return (folder, ring, gate, count)
    }

    @Test func withoutADefectEverythingIsInItsSlot() throws {
        let (folder, ring, gate, count) = try stopped(nil)
        #expect(Contents(folder("a")).values == Array(0..<Int64(count)))
        gate.open()
        ring.close()
    }

    @Test func earlyFreeLosesWhatWasAcknowledged() throws {
        let folder = Folder()
        let journal = Journal()
        let hooks = Hooks(defect: .earlyFree) { journal.note($0) }
        let ring = try LogRing(at: folder("a"), options: .small(hooks: hooks))
        journal.clear()
        let log = ring.logger(label: "t")
        var count = 0
        let isKept = goOn(until: { ring.core.ring.pointee.sealed > 0 }) {
            defer { count += 1 }
            return log.info("n=\(count)")
        }
        #expect(isKept)
        #expect(eventually { journal.all.contains(.slotFreeing) })
        // Free before any block: a kill at this moment loses the slot.
        #expect(!journal.all.contains(.blockWritten))
        ring.close()
        #expect(Contents(folder("a")).values.contains(0) == false)
    }

    @Test func headerFirstShowsABlockWithoutPayload() throws {
        let (folder, ring, gate, _) = try stopped(.headerFirst)
        let contents = Contents(folder("a"))
        let last = try #require(contents.blocks(.main).last).header
        let offset = last.offset + last.stride
        let header = try BlockHeader(decoding: contents.all.suffix(from: offset), at: offset)
        #expect(header.records > 0)
        #expect(contents.all[header.payloadOffset..<header.payloadOffset + header.storedLength].isAllZero)
        gate.open()
        ring.close()
    }

    @Test func withoutSaltEarlierFramesPassForNewOnes() throws {
        for defect in [nil, Defect.noSalt] {
            let folder = Folder()
            let ring = try LogRing(at: folder("a"), options: .small(hooks: Hooks(defect: defect)))
            let log = ring.logger(label: "t")
            #expect((0..<10).allSatisfy { index in log.info("n=\(index)") })
            let index = try #require((0..<8).first { ring.core.slot($0).pointee.records == 10 })
            // Idle for long: the compactor stores and frees it.
            _ = ring.core.holding(index) { $0.pointee.opened -= 120_000_000_000 }
            ring.core.wake()
            #expect(eventually { ring.core.slot(index).pointee.generation == 2 })
            // A slot whose generation has written nothing yet, and still has the bytes of the one before.
            let constant = FrameSeal(salt: 0, generation: 0, tag: 0x5A5A)
            let contents = Contents(folder("a"))
            let own = try #require(contents.slot(index)), stale = try #require(contents.slot(index, seal: constant))
            #expect(own.generation == 2 && own.records.isEmpty)
            #expect(Contents.values(stale.records) == (defect == nil ? [] : Array(0..<10)))
            ring.close()
        }
    }
}
