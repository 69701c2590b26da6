import RingLogFormat

/// An input in the coordinates of the file that it is, or is a part of: offsets are those that the file's structures
/// name.
struct FileView: Sendable {
    let input: RingInput
    /// Where the input has the file's offset 0; negative if the file's front is missing.
    let shift: Int

    /// `count` bytes from `offset`. What the input does not have, or cannot read, is zero: no magic and no frame is.
    func bytes(_ offset: Int, _ count: Int) -> Bytes {
        Bytes(input.zeroFilled(at: offset &+ shift, count: count))
    }

    /// True if the input has all of these bytes.
    func covers(_ offset: Int, _ count: Int) -> Bool {
        let start = offset &+ shift
        return start >= 0 && count >= 0 && start <= Int(clamping: input.size) - count
    }

    /// Where that is in the input.
    func place(_ offset: Int) -> UInt64 { UInt64(clamping: offset &+ shift) }

    /// The stored offsets that the input has.
    var range: Range<Int> { -shift..<Int(clamping: input.size) &- shift }
}
