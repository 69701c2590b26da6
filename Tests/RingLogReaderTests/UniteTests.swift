import RingLogFormat
import RingLogTestSupport
import Testing

@_spi(Testing) import RingLogReader

@Suite("Copies, laps, generations")
struct UniteTests {
    /// Slot, main lane and keep lane all hold the same records.
    static let copied: FileBuilder = {
        var file = FileBuilder(codec: .none)
        for number in 1...3 { file.log("x", Int64(number), level: number == 2 ? .error : .info, slot: 0) }
        file.seal(slot: 0)
        file.compact([0], freeing: false)
        return file
    }()

    @Test func aRecordInSlotAndBothLanesIsShownOnce() throws {
        let reading = try Reading(Self.copied.bytes)
        #expect(reading.numbers == [1, 2, 3])
        #expect(reading.verdict == Verdict(records: 3, copies: 4))
    }

    @Test func withoutUnitingTheyAreShownAsOftenAsTheyAreThere() throws {
        let reading = try Reading(Self.copied.bytes, switches: Switches(keepsCopies: true))
        #expect(reading.numbers.sorted() == [1, 1, 2, 2, 2, 3, 3])
    }

    @Test func aKeptErrorOutlivesTheMainLane() throws {
        var file = FileBuilder(codec: .none)
        file.log("x", 1, level: .error, slot: 0)
        for number in 2...200 where !file.log("x", Int64(number), slot: 0) {
            file.seal(slot: 0)
            file.compact([0])
            file.log("x", Int64(number), slot: 0)
        }
        let reading = try Reading(file.bytes)
        let lane = file.lanes[.main]!
        let oldest = Int64(lane.recordsGivenUp) + 1
        #expect(reading.numbers == [1] + Array(oldest...200))
        #expect(reading.verdict.overwritten == lane.recordsGivenUp - 1)
        #expect(reading.verdict.state == .intact, "\(reading.damages)")
        #expect(reading.gaps.first?.kind == .writtenOff)
        // The error was given up too, but the keep lane shows it.
        #expect(reading.gaps.first?.count == lane.recordsGivenUp - 1)
        #expect(reading.gaps.first?.to == lane.mark.realtime)
    }

    @Test func framesOfAnEarlierLapAreNeverShown() throws {
        var file = FileBuilder(codec: .none)
        for number in 1...5 { file.log("old", Int64(number), slot: 0) }
        // Given up, so that no block has them: if they appear, it is from the stale bytes.
        file.giveUp(slot: 0)
        file.log("new", 6, slot: 0)
        let reading = try Reading(file.bytes)
        #expect(reading.numbers == [6])
        #expect(reading.verdict.givenUp == 5)
        #expect(reading.verdict.state == .intact, "\(reading.damages)")
    }

    /// The tag of the new generation is the label id of every stale record, so that each of them looks like a frame's
    /// header.
    @Test func staleRecordsThatLookLikeHeadersAreNoDamage() throws {
        var file = FileBuilder(geometry: try Geometry(capacity: 1 << 20), codec: .none)
        let next = FrameSeal(file: file.file, nonce: file.session.nonce, slot: 0, generation: 2)
        var count: UInt32 = 0
        while file.append(
            Record(level: .info, labelID: next.tag, thread: 1, ticks: 0, sequence: count, arguments: [.signed(1)]),
            slot: 0)
        {
            count += 1
        }
        file.compact([0])
        let reading = try Reading(file.bytes)
        #expect(reading.records.count == Int(count))
        #expect(reading.damages.isEmpty)
    }

    @Test func blocksOfAnEarlierLapAreNeverShown() throws {
        var file = FileBuilder(codec: .none)
        for number in 1...200 where !file.log("x", Int64(number), slot: 0) {
            file.seal(slot: 0)
            file.compact([0])
            file.log("x", Int64(number), slot: 0)
        }
        // The segment that was just entered still has blocks of the turn before behind its header.
        file.enterSegment(.main)
        let oldest = Int64(file.lanes[.main]!.recordsGivenUp) + 1
        #expect(try Reading(file.bytes).numbers == Array(oldest...200))
        var headless = file.bytes
        headless.zero(0..<1024)
        #expect(try Reading(headless).numbers == Array(oldest...200))
    }

    @Test func aSlotThatWasBeingFreedShowsItsOldGeneration() throws {
        for isHeaderTorn in [false, true] {
            var file = FileBuilder(codec: .none)
            for number in 1...3 { file.log("x", Int64(number), slot: 0) }
            let start = file.geometry.slotOffset(0)
            let old = file.bytes
            file.free(slot: 0)
            let trailer = start + file.geometry.slotSize - SlotHeader.size
            file.put(Array(old[trailer..<trailer + SlotHeader.size]), at: trailer)
            // Torn: the pieces with generation, ticks and clocks are new, the rest is old.
            if isHeaderTorn { file.put(Array(old[start + 96..<start + 128]), at: start + 96) }
            let reading = try Reading(file.bytes)
            #expect(reading.numbers == [1, 2, 3])
            #expect(reading.verdict.state == .intact, "\(reading.damages)")
        }
    }

    @Test func aDamagedHeaderOrTrailerAloneCostsNothing() throws {
        for place in [60, 1024 - 128 + 60] {
            var file = Self.copied
            file.bytes.flip(bit: (file.geometry.slotOffset(0) + place) * 8)
            let reading = try Reading(file.bytes)
            #expect(reading.numbers == [1, 2, 3])
            #expect(reading.kinds == [.slotHeader])
        }
    }

    @Test func theSameFileTwiceIsOneFile() throws {
        let reading = try Reading([Self.copied.bytes, Self.copied.bytes])
        #expect(reading.numbers == [1, 2, 3])
    }
}
