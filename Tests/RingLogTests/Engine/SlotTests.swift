// What log calls leave in slots.

import CRingLog
import RingLogFormat
import Testing

@_spi(Testing) @testable import RingLog

@Suite struct SlotTests {
    @Test func recordIsInTheFileWhenTheCallReturns() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        #expect(ring.logger(label: "part").warning("n=\(42) t=\("text")"))
        let contents = Contents(folder("a"))
        let slot = try #require(contents.slots.first { !$0.records.isEmpty })
        let record = try #require(slot.records.first)
        #expect(record.level == .warning && record.sequence == 0)
        #expect(record.arguments == [.signed(42), .string("text")])
        #expect(slot.labels.map { $0.text.array } == [Array("part".utf8)])
        #expect(slot.labels[0].id == record.labelID && slot.threads[0].ordinal == record.thread)
        #expect(slot.shapes[0].id == record.shapeID)
        #expect(slot.undefined == 0 && slot.holes == 0)
        #expect(slot.end == nil)
        ring.close()
    }

    @Test func everyGenerationCanBeReadAlone() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        let logs = (0..<3).map { ring.logger(label: "part \($0)") }
        inParallel(4) { thread in
            for index in 0..<1500 {
                let isKept =
                    index % 2 == 0
                    ? logs[index % 3].info("n=\(thread << 32 | index)") : logs[index % 3].error("x \(index)")
                #expect(isKept)
            }
        }
        let live = Contents(folder("a"))
        ring.close()
        let closed = Contents(folder("a"))
        #expect(closed.records.count == 6000)
        let generations = live.generations + closed.generations
        #expect(generations.reduce(0) { $0 + $1.undefined } == 0)
        // More than one generation a slot, and each with its own definitions.
        let inMain = closed.generations(.main).filter { $0.slot != Format.pseudoSlot }
        #expect(inMain.contains { $0.generation > 1 })
        #expect(inMain.allSatisfy { !$0.threads.isEmpty && !$0.labels.isEmpty && !$0.shapes.isEmpty })
    }

    @Test func fullSlotIsSealedWithItsCounts() throws {
        let folder = Folder()
        let gate = Gate()
        let hooks = Hooks { if $0 == .compactionBegins { gate.pass() } }
        let ring = try LogRing(at: folder("a"), options: .small(hooks: hooks))
        let log = ring.logger(label: "t")
        var index = 0
        let isKept = goOn(until: { ring.core.ring.pointee.sealed > 0 }) {
            defer { index += 1 }
            return index % 5 == 0 ? log.error("n=\(index)") : log.info("n=\(index)")
        }
        #expect(isKept)
        #expect(gate.someoneArrives())
        let contents = Contents(folder("a"))
        let full = try #require(contents.slots.first { $0.end != nil })
        #expect(full.end?.records == UInt32(full.records.count))
        #expect(full.end?.keepRecords == UInt32(full.records.filter { $0.level >= .warning }.count))
        // The call that found it full went on in another slot.
        #expect(full.records.count == index - 1)
        #expect(contents.values == (0..<Int64(index)).map { $0 })
        gate.open()
        ring.close()
    }

    @Test func sixtyFourThreadsKeepTheirOrder() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        let log = ring.logger(label: "t")
        inParallel(64) { thread in
            #expect((0..<100).allSatisfy { index in log.info("n=\(thread << 32 | index)") })
        }
        ring.close()
        let records = Contents(folder("a")).records.values.map(\.record)
        #expect(records.count == 6400)
        let threads = Dictionary(grouping: records, by: \.thread)
        #expect(threads.count == 64)
        for own in threads.values {
            let sorted = own.sorted { $0.sequence < $1.sequence }
            #expect(sorted.map(\.sequence) == Array(0..<100))
            let values = Contents.values(sorted)
            #expect(values.map { $0 & 0xFFFF_FFFF } == Array(0..<100))
            #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.ticks <= $1.ticks })
        }
        // A slot's records are sorted by time.
        for generation in Contents(folder("a")).generations(.main) {
            let ticks = generation.records.map(\.ticks)
            #expect(ticks == ticks.sorted())
        }
    }

    // MARK: Tables that fill up

    @Test func shapesBeyondTheTableTravelInTheirRecords() throws {
        let folder = Folder()
        var options = LogRing.Options.small()
        options.capacityBytes = 4 << 20
        let ring = try LogRing(at: folder("a"), options: options)
        let log = ring.logger(label: "t")
        let shapes = 9000
        // Another line makes another shape.
        #expect((1...UInt32(shapes)).allSatisfy { line in log.info("n=\(Int(line))", line: line) })
        ring.close()
        try expectReaderAgrees(folder("a"))
        let contents = Contents(folder("a"))
        #expect(contents.values == Array(1...Int64(shapes)))
        var defined = 0, inline = 0
        for generation in contents.generations(.main) {
            #expect(generation.undefined == 0)
            let lines = Dictionary(generation.shapes.map { ($0.id, $0.line) }) { $1 }
            for record in generation.records {
                guard case .signed(let value)? = record.arguments.first else { continue }
                if let shape = record.inlineShape {
                    inline += 1
                    #expect(shape.line == UInt32(value))
                    #expect(shape.pieces.map { $0.literal.array } == [Array("n=".utf8)])
                } else {
                    defined += 1
                    #expect(lines[record.shapeID] == UInt32(value))
                }
            }
        }
        #expect(defined + inline == shapes)
        #expect(inline >= shapes - Int(RL_SHAPES) && defined > Int(RL_SHAPES) / 2)
    }

    @Test func labelsBeyondTheTableShareOneThatSaysSo() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        let most = Int(RL_LABELS) - 2
        for index in 0..<most { _ = ring.logger(label: "l\(index)") }
        let late = (0..<3).map { ring.logger(label: "late\($0)") }
        #expect(ring.logger(label: "l\(most - 1)").info("n=\(1)"))
        for log in late { #expect(log.info("n=\(2)")) }
        ring.close()
        let contents = Contents(folder("a"))
        let labels = contents.generations(.main).flatMap(\.labels)
        let names = Dictionary(labels.map { ($0.id, String(decoding: $0.text.array, as: UTF8.self)) }) { $1 }
        let shown = contents.records.values.map { (Contents.values([$0.record])[0], names[$0.record.labelID]) }
        #expect(shown.filter { $0.0 == 1 }.map(\.1) == ["l\(most - 1)"])
        #expect(shown.filter { $0.0 == 2 }.map(\.1) == ["(more labels)", "(more labels)", "(more labels)"])
    }

    @Test func longLabelIsCutBetweenScalars() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        #expect(ring.logger(label: "x" + String(repeating: "é", count: 100)).info("n=\(1)"))
        ring.close()
        let label = try #require(Contents(folder("a")).generations(.main).flatMap(\.labels).first)
        #expect(label.text.array == Array(("x" + String(repeating: "é", count: 63)).utf8))
    }

    // MARK: Long records

    /// Logs texts of the given lengths, one ring, one shape; gives what is stored of each and how much was cut.
    private func stored(_ texts: [String], slotBytes: Int = 16 << 10) throws -> (
        texts: [(bytes: [UInt8], cut: UInt32)], statistics: LogRing.Statistics, contents: Contents
    ) {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .small())
        let log = ring.logger(label: "t")
        for text in texts { #expect(log.info("\(text)")) }
        let statistics = ring.statistics
        ring.close()
        let contents = Contents(folder("a"))
        let records = contents.records.values.map(\.record).sorted { $0.sequence < $1.sequence }
        let texts = records.compactMap { record -> (bytes: [UInt8], cut: UInt32)? in
            if case .string(let bytes, let cut)? = record.arguments.first { (bytes.array, cut) } else { nil }
        }
        return (texts, statistics, contents)
    }

    /// What a text may have to be whole, found by asking for far too much.
    private func room() throws -> Int {
        try #require(try stored([String(repeating: "a", count: 100_000)]).texts.first).bytes.count
    }

    @Test func recordOfExactlyTheRoomIsWholeAndOneByteMoreIsCut() throws {
        let room = try room()
        #expect(room > 16 << 10 - 1024 && room < 16 << 10)
        let whole = String(repeating: "b", count: room), longer = String(repeating: "c", count: room + 1)
        let (texts, statistics, contents) = try stored([whole, longer, whole])
        #expect(texts.map(\.bytes.count) == [room, room, room])
        #expect(texts.map(\.cut) == [0, 1, 0].map { $0 == 0 ? 0 : UInt32(room + 1 - texts[1].bytes.count) })
        #expect(texts.map { $0.bytes[0] } == Array("bcb".utf8))
        #expect(statistics.recordsCut == 1 && statistics.bytesCut == UInt64(texts[1].cut))
        #expect(contents.counter(.recordsCut) == 1 && contents.counter(.bytesCut) == 1)
        // The end frame found its room too: nothing ran into the trailer.
        for index in 0..<contents.geometry.slotCount {
            let image = contents.slotImage(index)
            #expect((try? image.header.get())?.generation == (try? image.trailer.get())?.generation)
        }
    }

    @Test func slotFilledToTheLastByteIsWhole() throws {
        let room = try room()
        let folder = Folder()
        let gate = Gate()
        let hooks = Hooks { if $0 == .compactionBegins { gate.pass() } }
        let ring = try LogRing(at: folder("a"), options: .small(hooks: hooks))
        let log = ring.logger(label: "t")
        #expect((0..<3).allSatisfy { _ in log.info("\(String(repeating: "d", count: room))") })
        #expect(gate.someoneArrives())
        let contents = Contents(folder("a"))
        let full = contents.slots.filter { $0.end != nil }
        #expect(full.count == 2)
        #expect(full.allSatisfy { $0.end?.records == 1 && $0.records.count == 1 })
        for index in 0..<8 { #expect((try? contents.slotImage(index).trailer.get()) != nil) }
        gate.open()
        ring.close()
        #expect(Contents(folder("a")).generations(.main).allSatisfy { $0.holes == 0 })
        #expect(Contents(folder("a")).counter(.damagedSlots) == 0)
    }

    @Test(arguments: 0..<4) func cutFallsBetweenScalars(shift: Int) throws {
        let text = String(repeating: "x", count: shift) + String(repeating: "😀", count: 10_000)
        let (texts, statistics, _) = try stored([text])
        let kept = try #require(texts.first)
        #expect(String(validating: kept.bytes, as: UTF8.self).map { text.hasPrefix($0) } == true)
        #expect(kept.bytes.count + Int(kept.cut) == text.utf8.count)
        #expect(statistics.bytesCut == UInt64(kept.cut))
        #expect(kept.bytes.count >= (try room()) - 4 - 8)
    }

    @Test func recordThatCannotFitIsRefusedAndCounted() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .tiny())
        let log = ring.logger(label: "t")
        // 48 numbers and what is said about them need more than a slot of 1 KiB, and a number cannot be cut.
        let n = 1
        #expect(
            !log.error(
                """
                \(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\
                \(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\
                \(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)\(n)
                """))
        #expect(log.info("n=\(7)"))
        #expect(ring.statistics.refusedByFailure == 1 && ring.statistics.refusedKeepLevel == 1)
        ring.close()
        let contents = Contents(folder("a"))
        #expect(contents.values == [7])
        #expect(contents.records.values.map(\.record.sequence) == [1])
        let drops = contents.generations(.main).flatMap(\.drops)
        #expect(drops.map(\.records) == [1] && drops.map(\.firstSequence) == [0] && drops.map(\.lastSequence) == [0])
        #expect(drops.map(\.reason) == [UInt8(RL_COUNT_FAILED)] && drops.map(\.keepRecords) == [1])
        #expect(contents.counter(.refusedFailed) == 1 && contents.counter(.refusedKeep) == 1)
    }
}
