import RingLogFormat
import RingLogReader
import RingLogTestSupport
import Testing

@Suite("Finding the file in an input")
struct FindTests {
    /// Main lane, keep lane and slots all hold something.
    static let file: FileBuilder = {
        var file = FileBuilder(codec: .none)
        for number in 1...20 {
            let level: Level = number % 5 == 0 ? .error : .info
            if !file.log("x", Int64(number), level: level, slot: number % 2) {
                file.seal(slot: number % 2)
                file.compact([number % 2])
                file.log("x", Int64(number), level: level, slot: number % 2)
            }
        }
        return file
    }()

    @Test func aFileInsideAnImageIsWhole() throws {
        for front in [1, 255, 4096, 70_001] {
            let image = [UInt8](repeating: 0xA5, count: front) + Self.file.bytes + [UInt8](repeating: 0x5A, count: 999)
            let reading = try Reading(image)
            #expect(reading.numbers == Array(1...20))
            #expect(reading.verdict.exitStatus == 0, "\(reading.damages)")
        }
    }

    @Test func withoutSuperblocksNothingIsLost() throws {
        var bytes = Self.file.bytes
        bytes.zero(0..<1024)
        let reading = try Reading(bytes)
        #expect(reading.numbers == Array(1...20))
        #expect(reading.kinds == [.superblock])
    }

    @Test func withoutAnyPageOfTheHeaderNothingIsLost() throws {
        var bytes = Self.file.bytes
        bytes.zero(0..<Self.file.geometry.slotsOffset)
        #expect(try Reading(bytes).numbers == Array(1...20))
    }

    @Test func aFrontCutAtAnyByteLosesOnlyWhatWasThere() throws {
        // Slots and keep lane begin at 8 KiB; before that nothing is needed.
        for cut in [1, 2, 7, 100, 511, 512, 513, 1024, 3000, 8191, 8192] {
            #expect(try Reading(Array(Self.file.bytes[cut...])).numbers == Array(1...20), "cut at \(cut)")
        }
        // From here on slots are gone, later the keep lane; what is in the main lane stays.
        let stored = Self.file.lanes[.main]!.blocks.reduce(0) { $0 + Int64($1.records) }
        for cut in stride(from: 10_241, through: Self.file.geometry.mainOffset, by: 997) {
            let numbers = try Reading(Array(Self.file.bytes[cut...])).numbers
            #expect(Set(numbers).isSuperset(of: 1...stored), "cut at \(cut)")
        }
    }

    @Test func aTailCutAtAnyByteLosesOnlyWhatWasThere() throws {
        let geometry = Self.file.geometry
        for cut in [geometry.capacity - 1, geometry.capacity - 4097, geometry.mainOffset + 1, geometry.mainOffset] {
            let reading = try Reading(Array(Self.file.bytes[..<cut]))
            #expect(reading.verdict.exitStatus == 1)
            #expect(reading.kinds.contains(.cut))
            #expect(reading.numbers.contains(20))
        }
    }

    @Test func aMovedCopyIsNotBelieved() throws {
        // Slot 0 once more where nobody looks for it, and a block behind the lane's last.
        var file = Self.file
        let slot = file.geometry.slotOffset(0)
        let image = Array(file.bytes[slot..<slot + file.geometry.slotSize])
        file.bytes.zero(0..<1024)
        file.put(image, at: file.geometry.capacity - 2048)
        #expect(try Reading(file.bytes).numbers == Array(1...20))
    }

    @Test func anotherFilesPartsAreLeftOut() throws {
        var stranger = FileBuilder(seed: 99, codec: .none)
        stranger.log("stranger", 1000, slot: 0)
        let slot = stranger.geometry.slotOffset(1)
        var file = Self.file
        file.bytes.zero(0..<1024)
        file.put(Array(stranger.bytes[slot - 1024..<slot]), at: 1024)
        #expect(try Reading(file.bytes).numbers == Array(1...20))
    }

    /// A message that quotes a whole slot and a whole block of the same file.
    @Test func quotedStructuresAreData() throws {
        var file = FileBuilder(geometry: try Geometry(capacity: 1 << 20), codec: .none)
        file.log("first", 1, slot: 0)
        file.seal(slot: 0)
        file.compact([0], freeing: false)
        let block = file.lanes[.main]!.blocks.last!
        let slot = file.geometry.slotOffset(0)
        file.free(slot: 0)
        for quote in [
            Array(file.bytes[block.offset..<block.offset + block.length]),
            Array(file.bytes[slot..<slot + 4096]), Array(file.bytes[0..<512]),
        ] {
            let record = Record(
                level: .info, thread: 1, ticks: 0, sequence: 1, shapeID: 1,
                arguments: [
                    .bytes(Bytes(quote), cut: 0), .signed(2),
                ])
            file.append(FileBuilder.shape.encoded(), slot: 1)
            file.append(record, slot: 1)
            file.seal(slot: 1)
            file.compact([1])
            var damaged = file.bytes
            damaged.zero(0..<8192)
            #expect(Set(try Reading(damaged).numbers) == [1, 2])
        }
    }

    @Test func strangeInputsAreNamed() throws {
        func error(_ bytes: [UInt8]) -> ReaderError? {
            do {
                _ = try Reading(bytes)
                return nil
            } catch {
                return error as? ReaderError
            }
        }
        #expect(error([])?.reason == .empty)
        #expect(error(Array("hello\nworld\n".utf8))?.reason == .notARing(lookingLike: "text"))
        #expect(error([0x50, 0x4B, 3, 4, 0, 0])?.reason == .notARing(lookingLike: "a zip archive"))
        #expect(error([UInt8](repeating: 0, count: 9999))?.reason == .notARing(lookingLike: "nothing but zeros"))
    }

    @Test(arguments: 0..<64) func eachFeatureBitIsTakenAsItsWordSays(_ bit: Int) throws {
        let mask = UInt64(1) << UInt64(bit)
        #expect(try Reading(Golden.resealed { $0.set(mask, at: 40) }).numbers == [41, 42, 43])
        #expect(try Reading(Golden.resealed { $0.set(mask, at: 48) }).numbers == [41, 42, 43])
        let error = #expect(throws: ReaderError.self) { try Reading(Golden.resealed { $0.set(mask, at: 56) }) }
        #expect(error?.reason == .unknownFeatures(mask))
    }

    @Test func aNewerVersionSaysSo() throws {
        let sealed = #expect(throws: ReaderError.self) { try Reading(Golden.resealed { $0.set(7 as UInt32, at: 32) }) }
        #expect(sealed?.reason == .newerVersion(7))
        // A later version may keep its checksum elsewhere.
        var bytes = Self.file.bytes
        for place in [32, 512 + 32] { bytes[place] = 2 }
        let unsealed = #expect(throws: ReaderError.self) { try Reading(bytes) }
        #expect(unsealed?.reason == .newerVersion(2))
        // One flipped bit is no new version.
        bytes[32] = 1
        #expect(try Reading(bytes).numbers == Array(1...20))
    }
}
