// The superblock's table of regions: where the parts of a file lie. A later version may add kinds; unknown ones are
// ignored, but they too must lie within the file and overlap nothing.

/// A stretch of the file that has a purpose.
public struct Region: Hashable, Sendable {
    public enum Kind: UInt32, CaseIterable, Sendable {
        case superblocks = 1, session, clock, control, counters, crash, context, slots, keepLane, mainLane
    }

    public let kind: UInt32
    public let offset: Int
    public let length: Int

    public var end: Int { offset + length }

    public init(_ kind: Kind, offset: Int, length: Int) {
        self.kind = kind.rawValue
        self.offset = offset
        self.length = length
    }

    static let tableOffset = 136
    static let entrySize = 24

    private init?(_ bytes: Bytes, at offset: Int, capacity: UInt64) {
        let start = bytes.u64(offset + 8)
        let length = bytes.u64(offset + 16)
        guard start <= capacity, length <= capacity - start else { return nil }
        kind = bytes.u32(offset)
        self.offset = Int(start)
        self.length = Int(length)
    }

    static func write(_ regions: [Region], to writer: inout ByteWriter) {
        precondition(regions.count <= Format.mostRegions, "the table has room for \(Format.mostRegions) regions")
        writer.set(UInt32(regions.count), at: 128)
        for (index, region) in regions.enumerated() {
            let at = tableOffset + index * entrySize
            writer.set(region.kind, at: at)
            writer.set(UInt64(region.offset), at: at + 8)
            writer.set(UInt64(region.length), at: at + 16)
        }
    }

    /// The table of a superblock. Throws if an entry leaves `capacity` or two overlap.
    static func table(_ bytes: Bytes, capacity: Int, at place: Int) throws(FormatError) -> [Region] {
        func failure(_ field: String, _ value: UInt64) -> FormatError {
            FormatError(.superblock, at: place, .invalidField(field, value))
        }
        let count = Int(bytes.u32(128))
        guard count <= Format.mostRegions else { throw failure("number of regions", UInt64(count)) }
        var regions: [Region] = []
        for index in 0..<count {
            let at = tableOffset + index * entrySize
            guard let region = Region(bytes, at: at, capacity: UInt64(capacity)) else {
                throw failure("offset of region \(index)", bytes.u64(at + 8))
            }
            regions.append(region)
        }
        let ordered = regions.sorted { $0.offset < $1.offset }
        for (left, right) in zip(ordered, ordered.dropFirst()) where left.end > right.offset {
            throw failure("offset of overlapping region \(right.kind)", UInt64(right.offset))
        }
        return regions
    }
}

extension Geometry {
    /// The table that a file of this layout has.
    public var regions: [Region] {
        [
            Region(.superblocks, offset: 0, length: 2 * unit),
            Region(.session, offset: 2 * unit, length: 2 * unit),
            Region(.clock, offset: 4 * unit, length: 2 * unit),
            Region(.control, offset: 6 * unit, length: unit),
            Region(.counters, offset: countersOffset, length: unit),
            Region(.crash, offset: 8 * unit, length: 4 * unit),
            Region(.context, offset: 12 * unit, length: 4 * unit),
            Region(.slots, offset: slotsOffset, length: slotCount * slotSize),
            Region(.keepLane, offset: keepOffset, length: keepSegments * segmentSize),
            Region(.mainLane, offset: mainOffset, length: mainSegments * segmentSize),
        ]
    }

    /// The layout that a superblock states; throws unless its numbers and its regions agree.
    init(superblock bytes: Bytes, at place: Int) throws(FormatError) {
        func failure(_ field: String, _ value: UInt64) -> FormatError {
            FormatError(.superblock, at: place, .invalidField(field, value))
        }
        guard let capacity = Int(exactly: bytes.u64(72)) else { throw failure("capacity", bytes.u64(72)) }
        let regions = try Region.table(bytes, capacity: capacity, at: place)
        func offset(of kind: Region.Kind) throws(FormatError) -> Int {
            guard let region = regions.first(where: { $0.kind == kind.rawValue }) else {
                throw failure("missing region", UInt64(kind.rawValue))
            }
            return region.offset
        }
        self.init(
            unit: Int(bytes.u32(80)), capacity: capacity, slotSize: Int(bytes.u32(84)),
            slotCount: Int(bytes.u32(88)), slotsOffset: try offset(of: .slots), segmentSize: Int(bytes.u32(92)),
            keepSegments: Int(bytes.u32(96)), mainSegments: Int(bytes.u32(100)),
            keepOffset: try offset(of: .keepLane), mainOffset: try offset(of: .mainLane))
        try validate()
        let known = regions.filter { Region.Kind(rawValue: $0.kind) != nil }
        guard known.count == Region.Kind.allCases.count, Set(known) == Set(self.regions) else {
            throw failure("regions that disagree with the layout", UInt64(known.count))
        }
    }
}
