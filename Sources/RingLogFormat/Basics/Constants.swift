// The numbers that every reader and writer of the format share. docs/FORMAT.md explains each; nothing else repeats
// them.

/// Version, sizes and bounds of format version 1.
public enum Format {
    public static let version: UInt32 = 1
    /// Units of the header in front of the slots; slots and ring start on multiples of this many units.
    public static let headerUnits = 16
    public static let units: [Int] = [512, 4096]

    public static let superblockSize = 512
    public static let sessionPageSize = 512
    public static let clockPageSize = 96
    public static let slotHeaderSize = 128
    public static let segmentHeaderSize = 256
    public static let blockHeaderSize = 256
    /// Blocks start on multiples of this, so that a lost sector never tears a header.
    public static let blockAlignment = 256
    public static let listEntrySize = 48
    /// Checksum and reserved word behind the entries of a block's list.
    public static let listTrailerSize = 8

    public static let frameHeaderSize = 8
    public static let frameAlignment = 8
    /// The length field of a frame is 16 bits and counts eights.
    public static let longestFrame = 0xFFFF * 8

    public static let mostBlockEntries = 16
    /// Bound on the raw payload of a block: 16 slots of the default size.
    public static let mostRawBytes = 2 << 20
    public static let mostRegions = 15

    /// The slot that session frames of a block are listed under.
    public static let pseudoSlot: UInt32 = 0xFFFF
    public static let sessionStartGeneration: UInt64 = 1
    public static let sessionEndGeneration: UInt64 = 2
}

/// What a structure that a scan can find begins with.
public enum Magic {
    public static let superblock: UInt64 = 0x8A52_4C4F_4753_4201
    public static let sessionPage: UInt64 = 0x8A52_4C4F_4753_4502
    public static let clockPage: UInt64 = 0x8A52_4C4F_4743_4B03
    public static let slot: UInt64 = 0x9D3B_E1C7_52A4_6F04
    public static let segment: UInt64 = 0xB7C9_1E5D_83F2_4A05
    public static let block: UInt64 = 0xE46A_2F91_C8D3_7B06
}

/// Severity of a record, in ascending order.
public enum Level: UInt8, Comparable, CaseIterable, Sendable {
    case trace, debug, info, notice, warning, error, critical

    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
}

/// One of the two rings of segments.
public enum Lane: UInt8, CaseIterable, Sendable {
    /// Every record.
    case main = 0
    /// Records at or above the keep level, once more, so that noise cannot push them out.
    case keep = 1
}

/// What a logger does when no slot is free.
public enum OverflowPolicy: UInt8, Sendable {
    case overwriteOldest = 0
    case drop = 1
    case wait = 2
}

/// How the payload of a block is compressed. Open: a file may name a codec that this build does not have.
public struct Codec: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let none = Codec(rawValue: 0)
    public static let zlib = Codec(rawValue: 1)
    public static let zstd = Codec(rawValue: 2)
}

/// How the raw payload of a block holds its frames.
public struct Encoding: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The bodies of frames, one after the other.
    public static let rows = Encoding(rawValue: 0)
    /// A damaged slot as it was.
    public static let image = Encoding(rawValue: 1)
}

/// Which counter stamps records.
public struct ClockSource: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let timeStampCounter = ClockSource(rawValue: 1)
    public static let virtualCounter = ClockSource(rawValue: 2)
    public static let monotonic = ClockSource(rawValue: 3)
}

/// How a session ended.
public struct SessionEnding: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let notEnded = SessionEnding(rawValue: 0)
    public static let closed = SessionEnding(rawValue: 1)
    public static let processExit = SessionEnding(rawValue: 2)
    public static let recovered = SessionEnding(rawValue: 3)
}

/// The first byte of a frame's body. Kinds not named here are skipped by readers.
public struct FrameKind: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let record = FrameKind(rawValue: 1)
    public static let shape = FrameKind(rawValue: 16)
    public static let label = FrameKind(rawValue: 17)
    public static let thread = FrameKind(rawValue: 18)
    public static let fieldSet = FrameKind(rawValue: 19)
    public static let clock = FrameKind(rawValue: 32)
    public static let drop = FrameKind(rawValue: 33)
    public static let end = FrameKind(rawValue: 34)
    public static let sessionStart = FrameKind(rawValue: 48)
    public static let sessionEnd = FrameKind(rawValue: 49)
    public static let gap = FrameKind(rawValue: 50)
    public static let gapSummary = FrameKind(rawValue: 51)
}
