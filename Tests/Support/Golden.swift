// The golden files: what each holds, and what a decoder must report. Files of a released format version never change;
// a test compares them, byte for byte, with what is built here. Tests/Golden/README.md is the index for people.
import RingLogFormat

/// A small file, good or damaged, that is kept in the tree.
public struct Golden: Sendable {
    /// Without directory and extension.
    public let name: String
    public let bytes: [UInt8]
    /// Numbers (`n=…`) of the records that a decoder shows, in order.
    public let numbers: [Int64]
    /// Exit status of a decoder: 0 intact, 1 damaged, 2 cannot be read.
    public let status: Int32

    init(_ name: String, _ bytes: [UInt8], numbers: [Int64], status: Int32) {
        self.name = name
        self.bytes = bytes
        self.numbers = numbers
        self.status = status
    }

    public static let all: [Golden] = good + damaged + unreadable

    static let good: [Golden] = [
        Golden("v1-worked-example", workedExample.bytes, numbers: [41, 42, 43], status: 0),
        Golden("v1-empty", FileBuilder(codec: .none).bytes, numbers: [], status: 0),
        Golden("v1-both-lanes", lanes.bytes, numbers: Array(1...12), status: 0),
        Golden("v1-wrapped", wrapped.builder.bytes, numbers: wrapped.numbers, status: 0),
        Golden("v1-sessions", sessions.bytes, numbers: Array(1...9), status: 0),
        Golden("v1-gaps", gaps.bytes, numbers: [4, 5], status: 0),
        Golden("v1-dropped", dropped.bytes, numbers: [1, 5], status: 0),
        Golden("v1-arguments", arguments.bytes, numbers: [], status: 0),
        Golden("v1-zlib", zlib, numbers: [41, 42, 43], status: 0),
        Golden("v1-torn-tail", tornTail, numbers: [1, 2], status: 0),
        Golden("v1-died-freeing", diedFreeing, numbers: [1, 2, 3], status: 0),
        Golden("v1-unfinished-block", unfinishedBlock, numbers: [1, 2, 3], status: 0),
    ]

    static let damaged: [Golden] = [
        Golden("v1-damaged-frame", damagedFrame, numbers: [1, 3], status: 1),
        Golden("v1-damaged-slot-headers", damagedSlotHeaders, numbers: [41], status: 1),
        Golden("v1-damaged-payload", damagedPayload, numbers: [42, 43], status: 1),
        Golden("v1-damaged-segment-header", damagedSegmentHeader, numbers: [41, 42, 43], status: 1),
        Golden("v1-zeroed-superblock", zeroedSuperblock(copies: 0..<2), numbers: [41, 42, 43], status: 1),
        Golden("v1-one-superblock", zeroedSuperblock(copies: 0..<1), numbers: [41, 42, 43], status: 1),
        Golden("v1-cut-tail", Array(workedExample.bytes[..<(20 << 10)]), numbers: [42, 43], status: 1),
        Golden("v1-cut-head", Array(workedExample.bytes[(8 << 10)...]), numbers: [41, 42, 43], status: 1),
        Golden("v1-slot-image", slotImage.bytes, numbers: [1, 3], status: 1),
    ]

    static let unreadable: [Golden] = [
        Golden("v1-newer-version", resealed { $0.set(2 as UInt32, at: 32) }, numbers: [], status: 2),
        Golden("v1-unknown-feature", resealed { $0.set(1 as UInt64, at: 56) }, numbers: [], status: 2),
    ]
}

extension FileBuilder {
    /// Logs one record for each number, compacting and reusing the slot when it is full.
    mutating func log(_ numbers: some Sequence<Int64>, level: Level = .info, thread: UInt32 = 1, slot: Int) {
        for number in numbers where !log("record", number, level: level, thread: thread, slot: slot) {
            seal(slot: slot)
            compact([slot])
            precondition(log("record", number, level: level, thread: thread, slot: slot), "an empty slot has room")
        }
    }
}

// MARK: Good files

extension Golden {
    /// Section 8 of docs/FORMAT.md: one record in a block, two in a slot.
    public static let workedExample: FileBuilder = {
        var file = FileBuilder(codec: .none)
        file.log("hello", 41, slot: 1)
        file.seal(slot: 1)
        file.compact([1])
        file.log("hello", 42, slot: 0)
        file.log("again", 43, level: .warning, slot: 0)
        return file
    }()

    /// Debug records with two warnings among them: these are in both lanes.
    static let lanes: FileBuilder = {
        var file = FileBuilder(codec: .none)
        file.log(1...3, level: .debug, slot: 0)
        file.log([4], level: .warning, thread: 2, slot: 1)
        file.log(5...6, level: .debug, slot: 0)
        for slot in 0..<2 { file.seal(slot: slot) }
        file.compact([0, 1])
        file.log(7...9, slot: 1)
        file.log([10], level: .critical, thread: 2, slot: 1)
        file.log(11...12, slot: 1)
        return file
    }()

    /// The main lane has gone round; of the oldest records only the error is left, in the keep lane.
    static let wrapped: (builder: FileBuilder, numbers: [Int64]) = {
        var file = FileBuilder(codec: .none)
        file.log([1], level: .error, slot: 0)
        file.log(2...90, slot: 0)
        let blocks = file.lanes[.main]!.blocks
        let stored = blocks.reduce(0) { $0 + Int64($1.records) }
        let oldest = 90 - Int64(file.slots[0].records) - stored + 1
        return (file, [1] + Array(oldest...90))
    }()

    /// One session that was closed, one that was found dead and recovered after a reboot, one that is open.
    static let sessions: FileBuilder = {
        var file = FileBuilder(codec: .none)
        file.log(1...3, slot: 0)
        file.seal(slot: 0)
        file.compact([0])
        file.endSession()
        file.openSession()
        file.log(4...6, slot: 0)
        // Found dead: what is in the slots becomes a block before the session's end does.
        file.compact([0])
        file.endSession(.recovered)
        file.openSession(rebooted: true)
        file.log(7...9, slot: 1)
        return file
    }()

    /// Two slots were given up, one entry and a summary tell of them.
    static let gaps: FileBuilder = {
        var file = FileBuilder(codec: .none)
        file.log([1, 2], slot: 0)
        file.giveUp(slot: 0)
        file.log([3], level: .warning, slot: 0)
        file.giveUp(slot: 0)
        file.log([4, 5], slot: 0)
        return file
    }()

    /// Three records of a thread were refused between two that were kept.
    static let dropped: FileBuilder = {
        var file = FileBuilder(codec: .none)
        file.log([1], slot: 0)
        let first = file.nextSequence(of: 1)
        let drop = Drop(
            reason: UInt8(Counter.refusedNoSlot.rawValue), thread: 1, firstTicks: file.ticks + 10,
            lastTicks: file.ticks + 30, firstSequence: first, lastSequence: first + 2, records: 3, keepRecords: 0)
        file.skipSequences(3, of: 1)
        file.count(.refusedNoSlot, 3)
        file.append(drop.encoded(), slot: 0)
        file.append(ClockFrame(reading: file.session.opened).encoded(), slot: 0)
        file.log([5], slot: 0)
        return file
    }()

    /// One record with an argument of every type, bound fields, metadata and its shape inline.
    static let arguments: FileBuilder = {
        var file = FileBuilder(codec: .none)
        let values: [Argument] = [
            .signed(.min), .unsigned(.max), .double(-0.0), .float(.infinity), .bool(true), .string("ä\u{0}\n"),
            .bytes(Bytes([0xFF, 0x00]), cut: 9), .null, .signed128(.min), .unsigned128(.max), .withheld, .hash(42),
            .uuid(Bytes((0..<16).map { UInt8($0) })), .unknown(code: 14, Bytes([1]), cut: 0),
            .string(Bytes([0xC3, 0x28]), cut: 100), .double(.nan), .signed(-1),
        ]
        let pieces = values.map {
            ShapeDefinition.Piece(literal: Bytes([0x20]), argument: ArgumentDescription(code: $0.code))
        }
        let shape = ShapeDefinition(
            id: 0, file: Bytes(Array("A.swift".utf8)), line: 1, pieces: pieces, lastLiteral: Bytes([]))
        let fields = FieldSetDefinition(id: 1, fields: [.init(key: .string("request"), value: .string("r-1"))])
        file.append(fields.encoded(), slot: 0)
        let record = Record(
            level: .notice, thread: 1, ticks: 0, sequence: 0, fieldSetID: 1, inlineShape: shape, arguments: values,
            metadata: [.init(key: .string("order"), value: .signed(42))])
        let fits = file.append(record, slot: 0)
        precondition(fits, "the record fits a small slot")
        return file
    }()

    /// The worked example with block 2 in zlib's format. Its stream holds the payload as it is, since what a real
    /// compressor makes of it depends on the version of zlib.
    static let zlib: [UInt8] = {
        var file = workedExample
        var header = file.lanes[.main]!.blocks.last!
        let raw = Array(file.bytes[header.payloadOffset..<header.offset + header.length])
        let stored = zlibStream(holding: raw)
        header.codec = .zlib
        header.storedLength = stored.count
        header.storedChecksum = Checksum.crc32c(stored)
        file.put(stored, at: header.payloadOffset)
        file.put(header.encoded(), at: header.offset)
        return file.bytes
    }()

    /// RFC 1950 around one stored block of RFC 1951.
    private static func zlibStream(holding raw: [UInt8]) -> [UInt8] {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in raw {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        var writer = ByteWriter()
        writer.append([0x78, 0x01, 0x01])
        writer.append(UInt16(raw.count))
        writer.append(~UInt16(raw.count))
        writer.append(raw)
        writer.append((high << 16 | low).byteSwapped)
        return writer.bytes
    }

    /// Two records and a third whose header was not stored yet when the process died.
    static let tornTail: [UInt8] = {
        var file = FileBuilder(codec: .none)
        file.log(1...3, slot: 0)
        var bytes = file.bytes
        let last = file.geometry.slotOffset(0) + file.slots[0].frames.last!.offset
        bytes.zero(last..<last + Format.frameHeaderSize)
        return bytes
    }()

    /// The block is there, the slot still names the old generation in its trailer, and the new one in its header.
    static let diedFreeing: [UInt8] = {
        var file = FileBuilder(codec: .none)
        file.log(1...3, slot: 0)
        file.seal(slot: 0)
        file.compact([0], freeing: false)
        let old = file.bytes
        file.free(slot: 0)
        let trailer = file.geometry.slotOffset(0) + file.geometry.slotSize - SlotHeader.size
        file.put(Array(old[trailer..<trailer + SlotHeader.size]), at: trailer)
        return file.bytes
    }()

    /// A power cut took the payload of the last block and left its header; the slot still has the records.
    static let unfinishedBlock: [UInt8] = {
        var file = FileBuilder(codec: .none)
        file.log(1...3, slot: 0)
        file.seal(slot: 0)
        file.compact([0], freeing: false)
        let block = file.lanes[.main]!.blocks.last!
        file.bytes.zero(block.payloadOffset + 100..<block.offset + block.length)
        return file.bytes
    }()
}

// MARK: Damaged files

extension Golden {
    /// A flipped bit in the second of three records.
    static let damagedFrame: [UInt8] = {
        var file = FileBuilder(codec: .none)
        file.log(1...3, slot: 0)
        let frame = file.slots[0].frames[file.slots[0].frames.count - 2]
        file.bytes.flip(bit: (file.geometry.slotOffset(0) + frame.offset + 40) * 8 + 5)
        return file.bytes
    }()

    /// Neither header nor trailer of slot 0 is left: its two records cannot be told from stale ones.
    static let damagedSlotHeaders: [UInt8] = {
        var bytes = workedExample.bytes
        let slot = workedExample.geometry.slotOffset(0)
        bytes.flip(bit: (slot + 70) * 8)
        bytes.flip(bit: (slot + workedExample.geometry.slotSize - 50) * 8)
        return bytes
    }()

    /// A flipped bit in the payload of the block with record 41; the list still says what is lost.
    static let damagedPayload: [UInt8] = {
        var bytes = workedExample.bytes
        let block = workedExample.lanes[.main]!.blocks.last!
        bytes.damage(block.payloadOffset..<block.offset + block.length)
        return bytes
    }()

    /// A flipped bit in the header of the main lane's first segment; its blocks name the segment themselves.
    static let damagedSegmentHeader: [UInt8] = {
        var bytes = workedExample.bytes
        bytes.flip(bit: (workedExample.geometry.mainOffset + 50) * 8)
        return bytes
    }()

    static func zeroedSuperblock(copies: Range<Int>) -> [UInt8] {
        var bytes = workedExample.bytes
        for copy in copies {
            let offset = workedExample.geometry.superblockOffset(copy: copy)
            bytes.zero(offset..<offset + Format.superblockSize)
        }
        return bytes
    }

    /// A slot with a damaged record, stored as it was.
    public static let slotImage: FileBuilder = {
        var file = FileBuilder(codec: .none)
        file.log(1...3, slot: 0)
        let frame = file.slots[0].frames[file.slots[0].frames.count - 2]
        file.bytes.flip(bit: (file.geometry.slotOffset(0) + frame.offset + 40) * 8 + 5)
        file.storeImage(slot: 0)
        file.free(slot: 0)
        return file
    }()

    /// The worked example with another superblock that is whole in itself.
    public static func resealed(_ change: (inout ByteWriter) -> Void) -> [UInt8] {
        var bytes = workedExample.bytes
        for copy in 0..<2 {
            let offset = workedExample.geometry.superblockOffset(copy: copy)
            var writer = ByteWriter(zeros: 0)
            writer.append(bytes[offset..<offset + Format.superblockSize])
            change(&writer)
            let end = Format.superblockSize - 4
            writer.set(Checksum.crc32c(Array(writer.bytes[..<end])), at: end)
            bytes.replaceSubrange(offset..<offset + Format.superblockSize, with: writer.bytes)
        }
        return bytes
    }
}

extension Golden: CustomStringConvertible {
    public var description: String { name }
}
