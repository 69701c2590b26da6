import RingLogFormat
import RingLogReader
import RingLogTestSupport
import Testing

@Suite("Definitions that damage took")
struct DefinitionTests {
    /// Two generations, both with label, thread and shape; those of the second, in slot 1, are damaged.
    static func file(otherShapeText: String? = nil, other: Bool = true) -> FileBuilder {
        var file = FileBuilder(codec: .none)
        if other { file.log("x", 1, slot: 0) }
        if let otherShapeText {
            var shape = FileBuilder.shape
            shape.lastLiteral = Bytes(Array(otherShapeText.utf8))
            file.append(shape.encoded(), slot: 0)
        }
        file.log("x", 2, slot: 1)
        for frame in file.slots[1].frames.prefix(3) {
            file.bytes.flip(bit: (file.geometry.slotOffset(1) + frame.offset + 12) * 8)
        }
        return file
    }

    @Test func aDefinitionIsBorrowedFromAnotherGeneration() throws {
        let reading = try Reading(Self.file().bytes)
        try #require(reading.texts == ["x n=1", "x n=2"])
        #expect(reading.records[0].marks == [])
        #expect(reading.records[1].marks == [.definitionBorrowed])
        #expect(reading.records[1].label == Array("test".utf8))
        #expect(reading.records[1].threadName == Array("worker-1".utf8))
    }

    @Test func itIsBorrowedFromABlockToo() throws {
        var file = FileBuilder()
        file.log("x", 1, slot: 0)
        file.seal(slot: 0)
        file.compact([0])
        file.log("x", 2, slot: 0)
        for frame in file.slots[0].frames.prefix(3) {
            file.bytes.flip(bit: (file.geometry.slotOffset(0) + frame.offset + 12) * 8)
        }
        let reading = try Reading(file.bytes)
        try #require(reading.texts == ["x n=1", "x n=2"])
        #expect(reading.records[1].marks == [.definitionBorrowed])
    }

    @Test func twoThatDifferAreNotBorrowed() throws {
        // In one session, the same id with two meanings: nobody knows which one was meant.
        let differing = Self.file(otherShapeText: "!")
        let reading = try Reading(differing.bytes)
        #expect(reading.records.last?.shape == nil)
        #expect(reading.records.last?.marks.contains(.definitionLost) == true)
    }

    @Test func withoutAnyTheArgumentsAreShown() throws {
        let reading = try Reading(Self.file(other: false).bytes)
        try #require(reading.texts == ["<message text lost> x, 2"])
        #expect(reading.records[0].marks == [.definitionLost, .contextLost])
        #expect(reading.records[0].shape == nil)
    }

    @Test func anotherSessionsDefinitionsAreNotBorrowed() throws {
        var file = FileBuilder(codec: .none)
        file.log("x", 1, slot: 0)
        file.seal(slot: 0)
        file.compact([0])
        file.endSession()
        file.openSession()
        file.log("x", 2, slot: 0)
        for frame in file.slots[0].frames.prefix(3) {
            file.bytes.flip(bit: (file.geometry.slotOffset(0) + frame.offset + 12) * 8)
        }
        #expect(try Reading(file.bytes).records.last?.marks == [.definitionLost, .contextLost])
    }

    @Test func aThreadIsRenamedFromThereOn() throws {
        var file = FileBuilder(codec: .none)
        file.log("x", 1, slot: 0)
        file.append(ThreadDefinition(ordinal: 1, systemID: 1, name: Bytes([0x62])).encoded(), slot: 0)
        file.log("x", 2, slot: 0)
        file.seal(slot: 0)
        file.compact([0], freeing: false)
        let reading = try Reading(file.bytes)
        #expect(reading.records.map(\.threadName) == [Array("worker-1".utf8), [0x62]])
    }

    @Test func anArgumentTooManyLeavesTheArguments() throws {
        var file = FileBuilder(codec: .none)
        file.log("x", 1, slot: 0)
        file.append(
            Record(
                level: .info, labelID: 1, thread: 1, ticks: 0, sequence: 1, shapeID: 1,
                arguments: [.signed(1), .signed(2), .signed(3)]), slot: 0)
        let reading = try Reading(file.bytes)
        try #require(reading.records.count == 2)
        #expect(reading.records[1].shape == nil)
        #expect(reading.records[1].marks == [.unknown])
        #expect(reading.records[1].arguments == [.int(1), .int(2), .int(3)])
    }
}
