// The first structure of a file: its name, version, features and layout. Two copies.

public struct Superblock: FileStructure, Equatable {
    public static let part = FormatError.Part.superblock
    public static let magic = Magic.superblock
    public static let size = Format.superblockSize

    public var offset: Int
    public var file: FileID
    public var version: UInt32 = Format.version
    public var compatibleFeatures: UInt64 = 0
    public var readCompatibleFeatures: UInt64 = 0
    public var incompatibleFeatures: UInt64 = 0
    public var sequence: UInt64
    public var geometry: Geometry
    /// Realtime in nanoseconds.
    public var created: Int64
    /// Records at or above go into the keep lane too. Open, like the threshold: a logger may have set any number.
    public var keepLevel: UInt8 = Level.warning.rawValue
    public var codec: Codec = .zlib
    public var threshold: UInt8 = Level.trace.rawValue
    public var overflowPolicy: OverflowPolicy = .overwriteOldest
    public var longestWaitNanoseconds: UInt64 = 0

    public init(offset: Int = 0, file: FileID, sequence: UInt64 = 1, geometry: Geometry, created: Int64) {
        self.offset = offset
        self.file = file
        self.sequence = sequence
        self.geometry = geometry
        self.created = created
    }

    /// False if a feature is in use that a logger of this version would break.
    public var mayBeWritten: Bool { readCompatibleFeatures == 0 && incompatibleFeatures == 0 }

    public init(verified bytes: Bytes, offset: Int, file: FileID) throws(FormatError) {
        func failure(_ reason: FormatError.Reason) -> FormatError { FormatError(Self.part, at: offset, reason) }
        version = bytes.u32(32)
        // Everything from here on may mean something else in another version.
        guard version == Format.version else { throw failure(.unsupportedVersion(version)) }
        compatibleFeatures = bytes.u64(40)
        readCompatibleFeatures = bytes.u64(48)
        incompatibleFeatures = bytes.u64(56)
        guard incompatibleFeatures == 0 else { throw failure(.unknownFeatures(incompatibleFeatures)) }
        guard bytes.u32(36) == Self.size else { throw failure(.invalidField("size", UInt64(bytes.u32(36)))) }
        self.offset = offset
        self.file = file
        sequence = bytes.u64(64)
        created = bytes.i64(104)
        keepLevel = bytes.u8(112)
        codec = Codec(rawValue: bytes.u8(113))
        threshold = bytes.u8(114)
        guard let policy = OverflowPolicy(rawValue: bytes.u8(115)) else {
            throw failure(.invalidField("overflow policy", UInt64(bytes.u8(115))))
        }
        overflowPolicy = policy
        longestWaitNanoseconds = bytes.u64(120)
        geometry = try Geometry(superblock: bytes, at: offset)
        guard offset == 0 || offset == geometry.unit else { throw failure(.wrongPlace(named: offset)) }
    }

    public func write(_ writer: inout ByteWriter) {
        writer.set(version, at: 32)
        writer.set(UInt32(Self.size), at: 36)
        writer.set(compatibleFeatures, at: 40)
        writer.set(readCompatibleFeatures, at: 48)
        writer.set(incompatibleFeatures, at: 56)
        writer.set(sequence, at: 64)
        writer.set(UInt64(geometry.capacity), at: 72)
        writer.set(UInt32(geometry.unit), at: 80)
        writer.set(UInt32(geometry.slotSize), at: 84)
        writer.set(UInt32(geometry.slotCount), at: 88)
        writer.set(UInt32(geometry.segmentSize), at: 92)
        writer.set(UInt32(geometry.keepSegments), at: 96)
        writer.set(UInt32(geometry.mainSegments), at: 100)
        writer.set(created, at: 104)
        writer.set(keepLevel, at: 112)
        writer.set(codec.rawValue, at: 113)
        writer.set(threshold, at: 114)
        writer.set(overflowPolicy.rawValue, at: 115)
        writer.set(longestWaitNanoseconds, at: 120)
        Region.write(geometry.regions, to: &writer)
    }
}
