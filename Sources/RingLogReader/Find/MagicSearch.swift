import RingLogFormat

/// Looks for any of the six magics at every byte offset, Horspool's way: the byte that would be the last of a magic
/// tells how far the next candidate can be, mostly eight bytes.
enum MagicSearch {
    static let magics = [
        Magic.superblock, Magic.sessionPage, Magic.clockPage, Magic.slot, Magic.segment, Magic.block,
    ]

    /// How far to step when a byte is seen where the last byte of a magic would be; 0: look closer.
    private static let steps: [UInt8] = {
        var steps = [UInt8](repeating: 8, count: 256)
        for magic in magics {
            for place in 0..<8 {
                let byte = Int(magic >> (8 * UInt64(place)) & 0xFF)
                steps[byte] = min(steps[byte], UInt8(7 - place))
            }
        }
        return steps
    }()

    /// The first place at or behind `start` where a magic lies whole within `bytes`.
    static func next(in bytes: Bytes, from start: Int) -> Int? {
        bytes.withUnsafeBytes { memory in
            steps.withUnsafeBufferPointer { steps in
                var place = start
                while place >= 0 && place <= memory.count - 8 {
                    let step = Int(steps[Int(memory[place + 7])])
                    if step == 0 {
                        let word = UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                        if magics.contains(word) { return place }
                        place += 1
                    } else {
                        place += step
                    }
                }
                return nil
            }
        }
    }
}
