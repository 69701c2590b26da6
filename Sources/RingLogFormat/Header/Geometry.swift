// Where slots and segments lie. Everything here is arithmetic on numbers that may come from a damaged or hostile
// file, so `validate` comes first and bounds every product that the accessors compute.

/// The layout of one file.
public struct Geometry: Hashable, Sendable {
    public var unit: Int
    public var capacity: Int
    public var slotSize: Int
    public var slotCount: Int
    public var slotsOffset: Int
    public var segmentSize: Int
    public var keepSegments: Int
    public var mainSegments: Int
    public var keepOffset: Int
    public var mainOffset: Int

    /// Bounds on what a caller may ask for with the unit of real files.
    public static let leastCapacity = 1 << 20
    public static let mostCapacity = 64 << 30
    /// Bound on the unit of tests: header, two slots, a ring of eight segments.
    public static let leastTestCapacity = 32 << 10
    public static let defaultCapacity = 64 << 20
    public static let mostSlots = 1024
    /// A frame's length field must reach over a whole slot.
    public static let mostSlotSize = 512 << 10
    public static let mostSegmentSize = 1 << 20

    /// Why a layout cannot be.
    public enum Fault: Hashable, Sendable, CustomStringConvertible {
        case unit(Int)
        case capacity(Int, least: Int, most: Int)
        case capacityStep(Int, step: Int)
        case slotSize(Int, least: Int, most: Int)
        case slotCount(Int, most: Int)
        case segmentSize(Int, least: Int, most: Int)
        case noRoom(needed: Int, capacity: Int)
        case keepLane(segments: Int)
        /// Recovery turns every slot into at most one segment of the main lane; with fewer it would eat itself.
        case mainLane(segments: Int, slots: Int)
        case misplaced(String, offset: Int)

        public var description: String {
            switch self {
            case .unit(let unit): "a unit of \(unit) bytes (only 512 and 4096 exist)"
            case .capacity(let bytes, let least, let most):
                "a capacity of \(bytes) bytes is not within \(least)...\(most)"
            case .capacityStep(let bytes, let step): "a capacity of \(bytes) bytes is not a multiple of \(step)"
            case .slotSize(let bytes, let least, let most):
                "a slot size of \(bytes) bytes is not a power of two within \(least)...\(most)"
            case .slotCount(let count, let most): "a slot count of \(count) is not within 2...\(most)"
            case .segmentSize(let bytes, let least, let most):
                "a segment size of \(bytes) bytes is not a power of two within \(least)...\(most)"
            case .noRoom(let needed, let capacity): "\(needed) bytes are needed, the capacity is \(capacity)"
            case .keepLane(let segments): "a keep lane of \(segments) segments (2 or more are needed)"
            case .mainLane(let segments, let slots):
                "a main lane of \(segments) segments for \(slots) slots (there must be more segments than slots)"
            case .misplaced(let what, let offset): "the \(what) cannot start at \(offset)"
            }
        }
    }

    /// The layout for `capacity`; slot size and count are derived from it where they are not given.
    public init(
        capacity: Int = defaultCapacity, unit: Int = 4096, slotSize: Int? = nil, slotCount: Int? = nil
    ) throws(FormatError) {
        try Self.checkCapacity(capacity, unit: unit)
        let slotsTogether = min(4 << 20, capacity / 8)
        let slotSize = slotSize ?? min(128 << 10, powerOfTwo(notAbove: slotsTogether / 8))
        try Self.checkSlotSize(slotSize, unit: unit)
        let slotCount = slotCount ?? min(32, slotsTogether / slotSize)
        guard 2...Self.mostSlots ~= slotCount else { throw .init(.slotCount(slotCount, most: Self.mostSlots)) }

        let border = Format.headerUnits * unit
        let ringOffset = roundedUp(border + slotCount * slotSize, to: border)
        let ringBytes = capacity - ringOffset
        guard ringBytes > 0 else { throw .init(.noRoom(needed: ringOffset, capacity: capacity)) }
        let wanted = min(Self.mostSegmentSize, powerOfTwo(notAbove: ringBytes / 64))
        let segmentSize = max(2 * slotSize, wanted)
        let segments = ringBytes / segmentSize
        let keep = max(2, segments / 8)

        self.unit = unit
        self.capacity = capacity
        self.slotSize = slotSize
        self.slotCount = slotCount
        self.slotsOffset = border
        self.segmentSize = segmentSize
        self.keepSegments = keep
        self.mainSegments = max(0, segments - keep)
        self.keepOffset = ringOffset
        self.mainOffset = ringOffset + keep * segmentSize
        try validate()
        // A caller's choice must leave recovery two segments to spare; a file's need not.
        guard mainSegments > slotCount + 2 else {
            throw .init(.mainLane(segments: mainSegments, slots: slotCount))
        }
    }

    /// The layout of the small files used by tests.
    public static let small: Geometry = {
        do { return try Geometry(capacity: 32 << 10, unit: 512, slotSize: 1 << 10, slotCount: 2) } catch {
            preconditionFailure("the test layout is a constant")
        }
    }()

    /// A layout that a file states, as it is; `validate` says whether it can be.
    init(
        unit: Int, capacity: Int, slotSize: Int, slotCount: Int, slotsOffset: Int, segmentSize: Int,
        keepSegments: Int, mainSegments: Int, keepOffset: Int, mainOffset: Int
    ) {
        self.unit = unit
        self.capacity = capacity
        self.slotSize = slotSize
        self.slotCount = slotCount
        self.slotsOffset = slotsOffset
        self.segmentSize = segmentSize
        self.keepSegments = keepSegments
        self.mainSegments = mainSegments
        self.keepOffset = keepOffset
        self.mainOffset = mainOffset
    }
}

/// The highest power of two that is not above `value`; 0 if there is none.
func powerOfTwo(notAbove value: Int) -> Int { value < 1 ? 0 : 1 << (Int.bitWidth - 1 - value.leadingZeroBitCount) }

extension FormatError {
    init(_ fault: Geometry.Fault) { self.init(.geometry, .geometry(fault)) }
}
