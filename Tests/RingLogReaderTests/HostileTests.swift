import RingLogFormat
import RingLogReader
import RingLogTestSupport
import Testing

/// Whoever knows a file's id can seal any nonsense. A reader may show or refuse it, but never traps, hangs or invents.
@Suite("Sealed nonsense")
struct HostileTests {
    struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 1
            return Checksum.mix(state &* Checksum.golden)
        }
    }

    static let extremes: [UInt64] = [
        0, 1, 2, 0xFF, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 47, 1 << 48, 1 << 62, 1 << 63,
        .max - 1, .max, UInt64(Int64.max),
    ]

    static let file: FileBuilder = {
        var file = FileBuilder(codec: .none)
        for number in 1...12 {
            if !file.log("x", Int64(number), level: number % 3 == 0 ? .error : .info, slot: 0) {
                file.seal(slot: 0)
                file.compact([0])
                file.log("x", Int64(number), slot: 0)
            }
        }
        file.log("x", 13, slot: 1)
        file.giveUp(slot: 1)
        file.log("x", 14, slot: 1)
        file.endSession()
        file.openSession(rebooted: true)
        file.log("x", 15, slot: 1)
        return file
    }()

    /// Structures with a magic: where they are and how long they are.
    static let structures: [(offset: Int, size: Int)] = {
        let geometry = file.geometry
        var structures: [(Int, Int)] = (0..<2).flatMap {
            [(geometry.superblockOffset(copy: $0), 512), (geometry.sessionPageOffset(copy: $0), 512)]
        }
        structures.append((geometry.clockPageOffset(copy: 1), 96))
        for slot in 0..<2 {
            let start = geometry.slotOffset(slot)
            structures += [(start, 128), (start + geometry.slotSize - 128, 128)]
        }
        for lane in Lane.allCases {
            structures.append((geometry.laneOffset(lane), 256))
            structures += file.lanes[lane]!.blocks.map { ($0.offset, 256) }
        }
        return structures
    }()

    static func reseal(_ bytes: inout [UInt8], _ structure: (offset: Int, size: Int)) {
        let end = structure.offset + structure.size - 4
        let checksum = Checksum.crc32c(Array(bytes[structure.offset..<end]))
        for byte in 0..<4 { bytes[end + byte] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * byte)) }
    }

    static func set(_ value: UInt64, width: Int, at offset: Int, _ bytes: inout [UInt8]) {
        for byte in 0..<width { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> UInt64(8 * byte)) }
    }

    @Test func extremeFieldsNeverTrap() throws {
        var random = Random(state: UInt64.random(in: 0 ... .max))
        let seed = random.state
        for round in 0..<600 {
            var bytes = Self.file.bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let structure = Self.structures.randomElement(using: &random)!
                let width = [1, 2, 4, 8].randomElement(using: &random)!
                // Magic and file id stay, or nobody would look.
                let fields = [8] + stride(from: 32, to: structure.size - 4 - width, by: width)
                let value = Self.extremes.randomElement(using: &random)!
                let field = fields.randomElement(using: &random)!
                Self.set(value, width: width, at: structure.offset + field, &bytes)
                Self.reseal(&bytes, structure)
            }
            if round % 4 == 0 { bytes.zero(0..<1024) }
            guard let reading = try? Reading(bytes) else { continue }
            #expect(reading.numbers.allSatisfy { 1...15 ~= $0 }, "seed \(seed), round \(round)")
        }
    }

    /// Bodies of frames in a slot: any bytes, rightly sealed.
    @Test func extremeBodiesNeverTrap() throws {
        var random = Random(state: UInt64.random(in: 0 ... .max))
        let seed = random.state
        let bodies =
            Self.file.slots[1].frames.map(\.body) + [
                Drop(
                    reason: 0, thread: 1, firstTicks: 1, lastTicks: 2, firstSequence: 0, lastSequence: 3, records: 4,
                    keepRecords: 0
                ).encoded(), ClockFrame(reading: Self.file.session.opened).encoded(),
                FieldSetDefinition(id: 1, fields: [.init(key: .string("a"), value: .signed(1))]).encoded(),
            ]
        for round in 0..<600 {
            var file = Self.file
            for _ in 0..<6 {
                var body = bodies.randomElement(using: &random)!
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let width = [1, 2, 4, 8].randomElement(using: &random)!
                    let offset = Int.random(in: 1...body.count - width, using: &random)
                    Self.set(Self.extremes.randomElement(using: &random)!, width: width, at: offset, &body)
                }
                file.append(body, slot: 1)
            }
            if round % 2 == 0 {
                file.seal(slot: 1)
                file.compact([1])
            }
            let reading = try Reading(file.bytes)
            // What was there before is shown whatever follows it.
            #expect(Set(reading.numbers).isSuperset(of: [15]), "seed \(seed), round \(round)")
            _ = reading.texts
            _ = reading.records.map(\.fields)
        }
    }

    /// Lists of blocks, gaps and their summary: extreme numbers, rightly sealed.
    @Test func extremeListsAndGapsNeverTrap() throws {
        var random = Random(state: UInt64.random(in: 0 ... .max))
        let seed = random.state
        func extreme() -> UInt64 { Self.extremes.randomElement(using: &random)! }
        for round in 0..<400 {
            var file = Self.file
            let block = file.lanes[round % 3 == 0 ? .keep : .main]!.blocks.randomElement(using: &random)!
            let list = Bytes(file.bytes)[block.offset + BlockHeader.size..<block.payloadOffset]
            var entries = try BlockList.entries(list, of: block)
            entries[0].slot = Bool.random(using: &random) ? UInt32(truncatingIfNeeded: extreme()) : entries[0].slot
            entries[0].generation = extreme()
            entries[0].records = UInt32(truncatingIfNeeded: extreme())
            entries[0].triple = ClockTriple(
                ticks: extreme(), boottime: Int64(bitPattern: extreme()), realtime: Int64(bitPattern: extreme()))
            file.put(
                BlockList.encoded(entries, block: block.offset, sequence: block.sequence),
                at: block.offset + BlockHeader.size)
            let page = file.geometry.countersOffset
            let gap = Gap(
                number: extreme(), nonce: file.session.nonce, generation: extreme(),
                slot: UInt32(truncatingIfNeeded: extreme()), records: UInt32(truncatingIfNeeded: extreme()),
                keepRecords: UInt32(truncatingIfNeeded: extreme()), epoch: UInt32(truncatingIfNeeded: extreme()),
                lowestTicks: extreme(), highestTicks: extreme())
            let place = page + CountersPage.gapOffset(number: 1, copy: 0, unit: file.geometry.unit)
            file.put(GapEntry.encoded(gap, at: place, file: file.file), at: place)
            var summary = GapSummary(nonce: file.session.nonce, epoch: UInt32(truncatingIfNeeded: extreme()))
            summary.through = extreme()
            summary.slots = extreme()
            summary.records = extreme()
            summary.lowestTicks = extreme()
            summary.highestTicks = extreme()
            let sum = page + CountersPage.summaryOffsets[0]
            if round % 2 == 0 { file.put(GapEntry.encoded(summary, at: sum, file: file.file), at: sum) }
            let reading = try Reading(file.bytes)
            #expect(reading.numbers.allSatisfy { 1...15 ~= $0 }, "seed \(seed), round \(round)")
        }
    }
}
