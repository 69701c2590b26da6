// What is done to the reference, by number: every truncation, every start offset, every flip of a bit.

enum Fault: Hashable, CustomStringConvertible {
    /// Only the first so many bytes are left.
    case cut(to: Int)
    /// The first so many bytes are gone.
    case start(at: Int)
    case flip(bit: Int)

    /// All faults of a file of `size` bytes.
    static func count(size: Int) -> Int { size + size + 8 * size }

    init(number: Int, size: Int) {
        if number < size {
            self = .cut(to: number)
        } else if number < 2 * size {
            self = .start(at: number - size)
        } else {
            self = .flip(bit: number - 2 * size)
        }
    }

    func apply(to bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .cut(let length): return Array(bytes[..<length])
        case .start(let offset): return Array(bytes[offset...])
        case .flip(let bit):
            var bytes = bytes
            bytes[bit / 8] ^= 1 << (bit % 8)
            return bytes
        }
    }

    /// Whether bytes of `range` are not what they were.
    func hits(_ range: Range<Int>) -> Bool {
        switch self {
        case .cut(let length): range.upperBound > length
        case .start(let offset): range.lowerBound < offset
        case .flip(let bit): range.contains(bit / 8)
        }
    }

    var description: String {
        switch self {
        case .cut(let length): "cut to \(length) bytes"
        case .start(let offset): "without the first \(offset) bytes"
        case .flip(let bit): "bit \(bit % 8) of byte \(bit / 8) flipped"
        }
    }
}
