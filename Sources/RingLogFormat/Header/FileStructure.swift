// What all structures with a magic have in common: magic, own offset, file id in front, a CRC-32C at the end. Each
// structure adds its own fields in a file of its own; nothing is believed before this file has checked the frame around
// it.

/// A structure that names itself, its place and its file, and proves that it is whole.
public protocol FileStructure: Sendable {
    static var part: FormatError.Part { get }
    static var magic: UInt64 { get }
    static var size: Int { get }

    /// The file offset that the structure names as its own (a slot's trailer names the slot's).
    var offset: Int { get }
    var file: FileID { get }

    /// Reads the fields behind the common ones; magic, checksum and offset have been verified.
    init(verified bytes: Bytes, offset: Int, file: FileID) throws(FormatError)

    /// Stores the fields behind the common ones.
    func write(_ writer: inout ByteWriter)
}

extension FileStructure {
    /// Reads the structure at the start of `bytes`.
    ///
    /// With `offset` it must name that place, with `file` that file; without, it may name any (a scan decides).
    /// Zeros throw `.empty`, which means never written.
    public init(decoding bytes: Bytes, at offset: Int? = nil, file: FileID? = nil) throws(FormatError) {
        func failure(_ reason: FormatError.Reason) -> FormatError { FormatError(Self.part, at: offset, reason) }
        guard let whole = bytes.slice(0, Self.size) else {
            throw failure(.tooShort(needed: Self.size, available: bytes.count))
        }
        guard whole.u64(0) == Self.magic else { throw failure(whole.isAllZero ? .empty : .wrongMagic(whole.u64(0))) }
        guard Checksum.crc32c(whole[0..<Self.size - 4]) == whole.u32(Self.size - 4) else {
            throw failure(.wrongChecksum)
        }
        // No file is longer, and so no sum of an offset and a length overflows, whatever a crafted structure names.
        guard let named = Int(exactly: whole.u64(8)), named < Geometry.mostCapacity else {
            throw failure(.invalidField("own offset", whole.u64(8)))
        }
        if let offset, named != offset { throw failure(.wrongPlace(named: named)) }
        let owner = FileID(whole, at: 16)
        if let file, owner != file { throw failure(.wrongFile) }
        try self.init(verified: whole, offset: named, file: owner)
    }

    /// The structure as it is in the file, `Self.size` bytes.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter(zeros: Self.size)
        writer.set(Self.magic, at: 0)
        writer.set(UInt64(offset), at: 8)
        file.write(&writer, at: 16)
        write(&writer)
        writer.set(Checksum.crc32c(Bytes(writer.bytes)[0..<Self.size - 4]), at: Self.size - 4)
        return writer.bytes
    }

    /// Stores the structure at the start of `memory`, which must have room for it.
    public func encode(into memory: UnsafeMutableRawBufferPointer) {
        let bytes = encoded()
        precondition(memory.count >= bytes.count, "no room for the structure")
        memory.copyBytes(from: bytes)
    }
}
