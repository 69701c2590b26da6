// What a slot begins with and ends with: whose generation it holds.

public struct SlotHeader: FileStructure, Equatable {
    public static let part = FormatError.Part.slotHeader
    public static let magic = Magic.slot
    public static let size = Format.slotHeaderSize

    public enum Copy: UInt32, Sendable {
        case header = 0
        case trailer = 1
    }

    /// File offset of the slot, in both copies.
    public var offset: Int
    public var file: FileID
    public var nonce: UInt64
    public var boot: BootID
    public var slot: UInt32
    public var slotSize: Int
    /// 1, 2, 3, … for this slot in this session.
    public var generation: UInt64
    /// The moment the header was written.
    public var reading: ClockReading
    public var copy: Copy
    public var sessionOrdinal: UInt32

    public init(
        offset: Int, file: FileID, nonce: UInt64, boot: BootID, slot: UInt32, slotSize: Int, generation: UInt64,
        reading: ClockReading, copy: Copy = .header, sessionOrdinal: UInt32
    ) {
        self.offset = offset
        self.file = file
        self.nonce = nonce
        self.boot = boot
        self.slot = slot
        self.slotSize = slotSize
        self.generation = generation
        self.reading = reading
        self.copy = copy
        self.sessionOrdinal = sessionOrdinal
    }

    /// The other copy.
    public func asCopy(_ copy: Copy) -> SlotHeader {
        var other = self
        other.copy = copy
        return other
    }

    public var seal: FrameSeal { FrameSeal(file: file, nonce: nonce, slot: slot, generation: generation) }

    public init(verified bytes: Bytes, offset: Int, file: FileID) throws(FormatError) {
        func failure(_ field: String, _ value: UInt64) -> FormatError {
            FormatError(Self.part, at: offset, .invalidField(field, value))
        }
        let size = bytes.u32(60)
        // A slot holds two of these; a decoder will read that many bytes.
        guard 2 * Self.size...Geometry.mostSlotSize ~= Int(size) else { throw failure("slot size", UInt64(size)) }
        guard let copy = Copy(rawValue: bytes.u32(112)) else { throw failure("copy", UInt64(bytes.u32(112))) }
        self.init(
            offset: offset, file: file, nonce: bytes.u64(32), boot: BootID(bytes, at: 40), slot: bytes.u32(56),
            slotSize: Int(size), generation: bytes.u64(64), reading: ClockReading(bytes, at: 72), copy: copy,
            sessionOrdinal: bytes.u32(116))
    }

    public func write(_ writer: inout ByteWriter) {
        writer.set(nonce, at: 32)
        boot.write(&writer, at: 40)
        writer.set(slot, at: 56)
        writer.set(UInt32(slotSize), at: 60)
        writer.set(generation, at: 64)
        reading.write(&writer, at: 72)
        writer.set(copy.rawValue, at: 112)
        writer.set(sessionOrdinal, at: 116)
    }
}
