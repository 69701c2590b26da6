import RingLogFormat
import RingLogReader
import RingLogTestSupport
import Testing

@Suite("What is missing, and why")
struct MissingTests {
    /// Blocks of `each` records in the main lane, one slot generation each.
    static func blocks(_ count: Int, each: Int = 3, codec: Codec = .none) -> FileBuilder {
        var file = FileBuilder(codec: codec)
        var number: Int64 = 0
        for _ in 0..<count {
            for _ in 0..<each {
                number += 1
                file.log("x", number, slot: 0)
            }
            file.seal(slot: 0)
            file.compact([0])
        }
        return file
    }

    @Test func refusedRecordsAreToldByTheirThread() throws {
        var file = FileBuilder(codec: .none)
        file.log("x", 1, slot: 0)
        let first = file.nextSequence(of: 1)
        file.skipSequences(4, of: 1)
        file.count(.refusedContended, 4)
        let from = file.ticks + 10
        file.append(
            Drop(
                reason: 2, thread: 1, firstTicks: from, lastTicks: from + 5, firstSequence: first,
                lastSequence: first + 3, records: 4, keepRecords: 1
            ).encoded(), slot: 0)
        file.log("x", 2, slot: 0)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == [1, 2])
        #expect(reading.verdict == Verdict(records: 2, refused: 4))
        #expect(reading.gaps.count == 1)
        #expect(reading.gaps.first?.kind == .refused(.refusedContended))
        #expect(reading.gaps.first?.count == 4)
        #expect(reading.gaps.first?.keepCount == 1)
        #expect(reading.gaps.first?.thread == 1)
        #expect(reading.gaps.first?.from == file.realtime(at: from))
        // Between the two records, and once although a block repeats it.
        guard case .gap? = reading.items.dropLast().last else { Issue.record("\(reading.items)"); return }
        file.seal(slot: 0)
        file.compact([0], freeing: false)
        #expect(try Reading(file.bytes).gaps.count == 1)
    }

    @Test func refusedRecordsThatNoThreadToldOfAreCounted() throws {
        var file = FileBuilder(codec: .none)
        file.log("x", 1, slot: 0)
        file.count(.refusedNoSlot, 9)
        let reading = try Reading(file.bytes)
        #expect(reading.verdict == Verdict(records: 1, refused: 9))
        #expect(reading.gaps.first?.kind == .refused(.refusedFull))
        #expect(reading.gaps.first?.count == 9)
    }

    @Test func numbersThatNothingExplainsAreDamage() throws {
        var file = FileBuilder(codec: .none)
        file.log("x", 1, slot: 0)
        file.skipSequences(2, of: 1)
        file.log("x", 2, slot: 0)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == [1, 2])
        #expect(reading.kinds == [.sequenceGap(2)])
        #expect(reading.gaps.map(\.kind) == [.unexplained])
        #expect(reading.verdict.exitStatus == 1)
        #expect(reading.verdict.lost == 2)
    }

    @Test func aThreadsFirstRecordsAreMissedToo() throws {
        var file = FileBuilder(codec: .none)
        file.skipSequences(5, of: 7)
        file.log("x", 1, thread: 7, slot: 0)
        #expect(try Reading(file.bytes).kinds == [.sequenceGap(5)])
    }

    @Test func slotsGivenUpAreSummedUpExactly() throws {
        var file = FileBuilder(codec: .none)
        var number: Int64 = 0
        // More gaps than the page has places for, so that most are in the summary.
        for _ in 0..<7 {
            for _ in 0..<4 {
                number += 1
                file.log("x", number, level: number % 4 == 0 ? .error : .info, slot: 0)
            }
            file.giveUp(slot: 0)
        }
        file.log("x", 29, slot: 0)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == [29])
        #expect(reading.verdict == Verdict(records: 1, givenUp: 28))
        #expect(reading.gaps.reduce(0) { $0 + ($1.count ?? 0) } == 28)
        #expect(reading.gaps.reduce(0) { $0 + ($1.keepCount ?? 0) } == 7)
        let slots = reading.gaps.map { gap -> UInt64 in
            if case .slotsGivenUp(let slots) = gap.kind { slots } else { 0 }
        }
        #expect(slots.reduce(0, +) == 7)
    }

    @Test func theGapsOfAnEndedSessionAreInItsBlock() throws {
        var file = FileBuilder(codec: .none)
        for number in 1...4 { file.log("x", Int64(number), slot: 0) }
        file.giveUp(slot: 0)
        file.log("x", 5, slot: 0)
        file.seal(slot: 0)
        file.compact([0])
        file.endSession()
        file.openSession()
        file.log("x", 6, slot: 0)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == [5, 6])
        #expect(reading.verdict == Verdict(records: 2, givenUp: 4))
    }

    /// A slot is given up before that is counted, and the process may die in between.
    @Test func aSlotGivenUpAndNotYetCountedIsNoDamage() throws {
        var file = FileBuilder(codec: .none)
        for number in 1...4 { file.log("x", Int64(number), slot: 0) }
        file.writeGap(slot: 0)
        file.free(slot: 0)
        file.log("x", 5, slot: 0)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == [5])
        #expect(reading.verdict == Verdict(records: 1, givenUp: 4))
    }

    @Test func anEntryForASlotThatWasNotGivenUpIsVoid() throws {
        var file = FileBuilder(codec: .none)
        for number in 1...4 { file.log("x", Int64(number), slot: 0) }
        file.writeGap(slot: 0)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == [1, 2, 3, 4])
        #expect(reading.gaps.isEmpty)
        #expect(reading.verdict == Verdict(records: 4))
    }

    @Test func aDamagedPayloadSaysWhatIsLostAndWhen() throws {
        for codec in [Codec.none, .zlib] {
            var file = Self.blocks(3, codec: codec)
            let block = file.lanes[.main]!.blocks[2]
            file.bytes.damage(block.payloadOffset..<block.offset + block.length)
            let reading = try Reading(file.bytes)
            #expect(reading.numbers == [1, 2, 3, 7, 8, 9])
            #expect(reading.kinds == [.blockPayload])
            #expect(reading.damages.first?.offset == UInt64(block.offset))
            #expect(reading.gaps.first?.count == 3)
            #expect(reading.gaps.first?.from == block.lowestRealtime)
            #expect(reading.gaps.first?.to == block.highestRealtime)
            #expect(reading.verdict == Verdict(state: .damaged, records: 6, damages: 1, lost: 3))
        }
    }

    @Test func aDamagedListSaysHowManyAreLost() throws {
        var file = Self.blocks(3)
        let block = file.lanes[.main]!.blocks[2]
        file.bytes.flip(bit: (block.offset + 256 + 10) * 8)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == [1, 2, 3, 7, 8, 9])
        #expect(reading.kinds == [.blockList])
        #expect(reading.gaps.first?.count == 3)
    }

    @Test(arguments: 0..<256) func aFlippedBitInABlockHeaderCostsThatBlock(_ byte: Int) throws {
        var file = Self.blocks(4)
        for which in 1...4 {
            var bytes = file.bytes
            bytes.flip(bit: (file.lanes[.main]!.blocks[which].offset + byte) * 8 + byte % 8)
            let lost = Int64(which - 1) * 3 + 1...Int64(which - 1) * 3 + 3
            let reading = try Reading(bytes)
            #expect(reading.numbers == (1...12).filter { !lost.contains($0) })
            #expect(reading.verdict.exitStatus == 1, "block \(which)")
            #expect(reading.kinds.contains(.blockHeader), "block \(which): \(reading.damages)")
        }
        file.log("x", 13, slot: 0)
    }

    @Test func aLostBlockIsMissed() throws {
        var file = Self.blocks(4)
        let block = file.lanes[.main]!.blocks[2]
        file.bytes.zero(block.offset..<block.offset + block.stride)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == [1, 2, 3, 7, 8, 9, 10, 11, 12])
        #expect(reading.verdict.exitStatus == 1)
    }

    @Test func aLostLastBlockIsMissedByItsGeneration() throws {
        var file = Self.blocks(4)
        let block = file.lanes[.main]!.blocks.last!
        file.bytes.zero(block.offset..<block.offset + block.stride)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == [1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(reading.verdict.exitStatus == 1)
    }

    @Test(arguments: 0..<256) func aFlippedBitInASegmentHeaderCostsNothing(_ byte: Int) throws {
        var file = Self.blocks(4)
        file.bytes.flip(bit: (file.geometry.mainOffset + byte) * 8 + byte % 8)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == Array(1...12))
        #expect(reading.kinds == [.segmentHeader])
    }

    @Test func oneDamagedCopyOfAPageCostsNothing() throws {
        var file = Self.blocks(2)
        for _ in 0..<2 { file.writeClockPage() }
        let pages: [(place: Int, kind: Damage.Kind)] = [(0, .superblock), (1024, .sessionPage), (2048, .clockPage)]
        for (place, kind) in pages {
            for byte in [0, 9, 20, 40, 70, 90] {
                for copy in 0..<2 {
                    var bytes = file.bytes
                    bytes.flip(bit: (place + copy * 512 + byte) * 8)
                    let reading = try Reading(bytes)
                    #expect(reading.numbers == Array(1...6))
                    // Of session and clock page one may be torn by a process that died.
                    #expect(reading.kinds == (kind == .superblock ? [kind] : []), "byte \(byte)")
                }
                var bytes = file.bytes
                for copy in 0..<2 { bytes.flip(bit: (place + copy * 512 + byte) * 8) }
                let reading = try Reading(bytes)
                #expect(reading.numbers == Array(1...6))
                #expect(reading.kinds == [kind], "byte \(byte)")
            }
        }
    }

    @Test func aHoleInASlotIsDamageAndATornTailIsNot() throws {
        var file = FileBuilder(codec: .none)
        for number in 1...4 { file.log("x", Int64(number), slot: 0) }
        let frames = file.slots[0].frames
        let slot = file.geometry.slotOffset(0)
        var bytes = file.bytes
        bytes.flip(bit: (slot + frames[frames.count - 2].offset + 33) * 8)
        let hole = try Reading(bytes)
        #expect(hole.numbers == [1, 2, 4])
        #expect(hole.kinds == [.hole])
        #expect(hole.damages.first?.offset == UInt64(slot + frames[frames.count - 2].offset))
        bytes = file.bytes
        bytes.flip(bit: (slot + frames[frames.count - 1].offset + 33) * 8)
        let tail = try Reading(bytes)
        #expect(tail.numbers == [1, 2, 3])
        #expect(tail.verdict == Verdict(records: 3))
    }

    @Test func anEndFrameTellsOfALostLastRecord() throws {
        var file = FileBuilder(codec: .none)
        for number in 1...4 { file.log("x", Int64(number), slot: 0) }
        file.seal(slot: 0)
        file.bytes.flip(bit: (file.geometry.slotOffset(0) + file.slots[0].frames.last!.offset + 33) * 8)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == [1, 2, 3])
        #expect(Set(reading.kinds) == [.hole, .recordsMissing(1)])
        #expect(reading.verdict.lost == 1)
    }

    @Test func anImageShowsWhatIsLeftAndStaysDamaged() throws {
        let reading = try Reading(Golden.slotImage.bytes)
        #expect(reading.numbers == [1, 3])
        #expect(reading.kinds == [.hole])
        #expect(reading.verdict.lost == 1)
        #expect(reading.gaps.first?.count == 1)
    }
}
