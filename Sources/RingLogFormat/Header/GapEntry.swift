// Gaps and their summary as they lie in the counters page: without magic, so their checksum covers file and place.

public enum GapEntry {
    public static let size = 64

    /// The entry for file offset `offset`.
    public static func encoded(_ gap: Gap, at offset: Int, file: FileID) -> [UInt8] {
        var writer = ByteWriter(zeros: size)
        gap.write(&writer, at: 0)
        return placed(&writer, at: offset, file: file)
    }

    /// The summary for file offset `offset`.
    public static func encoded(_ summary: GapSummary, at offset: Int, file: FileID) -> [UInt8] {
        var writer = ByteWriter(zeros: size)
        summary.write(&writer, at: 0)
        return placed(&writer, at: offset, file: file)
    }

    public static func gap(_ bytes: Bytes, at offset: Int, file: FileID) throws(FormatError) -> Gap {
        Gap(try verified(bytes, at: offset, file: file, .gapEntry), at: 0)
    }

    public static func summary(_ bytes: Bytes, at offset: Int, file: FileID) throws(FormatError) -> GapSummary {
        GapSummary(try verified(bytes, at: offset, file: file, .gapSummary), at: 0)
    }

    private static func placed(_ writer: inout ByteWriter, at offset: Int, file: FileID) -> [UInt8] {
        writer.set(checksum(Bytes(writer.bytes), at: offset, file: file), at: size - 4)
        return writer.bytes
    }

    private static func verified(
        _ bytes: Bytes, at offset: Int, file: FileID, _ part: FormatError.Part
    ) throws(FormatError) -> Bytes {
        guard let entry = bytes.slice(0, size) else {
            throw FormatError(part, at: offset, .tooShort(needed: size, available: bytes.count))
        }
        guard entry.u32(size - 4) == checksum(entry, at: offset, file: file) else {
            throw FormatError(part, at: offset, entry.isAllZero ? .empty : .wrongChecksum)
        }
        return entry
    }

    private static func checksum(_ entry: Bytes, at offset: Int, file: FileID) -> UInt32 {
        var state = Checksum.update(~0, entry[0..<size - 4])
        for word in [file.first, file.second, UInt64(offset)] { state = Checksum.update(state, word) }
        return ~state
    }
}
