// What a record holds: everything follows from who logged it and how many he had logged before, so that the one who
// decodes it can say what it must be. Shared by the writer and the comparison.

/// Names one record among all of a run.
struct RecordKey: Hashable, Sendable, CustomStringConvertible {
    /// Which writer process: 1, 2, 3, … in a run.
    var life: UInt32
    /// Which of its threads: 0, 1, 2, ….
    var thread: UInt32
    /// How many records this thread had been told to be recorded before.
    var number: UInt64

    var description: String { "life \(life) thread \(thread) number \(number)" }
}

/// The call sites of the writer. Each begins with life, thread and number.
enum Site: UInt64 {
    case half, parity, plain
}

struct Content {
    let key: RecordKey
    private let hash: UInt64
    private let size: Size

    enum Size {
        case full
        /// For slots of a kilobyte: short texts, mostly of one shape and one label.
        case small
    }

    init(_ key: RecordKey, seed: UInt64, size: Size = .full) {
        self.key = key
        self.size = size
        hash = scramble(scramble(seed ^ UInt64(key.life) << 32 ^ UInt64(key.thread) << 20) ^ key.number)
    }

    /// Every third thread logs some warnings and errors; they go into the keep lane too.
    static func isKeepLevel(_ level: UInt8) -> Bool { level >= 4 }

    /// As the format numbers levels: debug to notice, of some threads also warning and error.
    var level: UInt8 {
        if key.thread % 3 == 0, hash >> 8 & 31 == 0 { return hash >> 13 & 1 == 0 ? 4 : 5 }
        return 1 + UInt8(hash >> 14 & 0xFF) % 3
    }

    private var isUniform: Bool { size == .small && hash >> 36 & 7 != 0 }
    var site: Site { isUniform ? .plain : Site(rawValue: (hash >> 24 & 0xFF) % 3) ?? .plain }
    var half: Double { Double(key.number) / 2 + Double(key.life) }
    var isOdd: Bool { key.number % 2 == 1 }
    var labelIndex: Int { isUniform ? 0 : Int(hash >> 32 & 3) }
    static let labels = ["http", "db", "cache", "jobs"]
    static func threadName(_ thread: UInt32) -> String { "writer-\(thread)" }

    /// Mostly short, sometimes empty, now and then long.
    private var textLength: Int {
        if size == .small { return Int(hash >> 50) % 16 }
        return switch hash >> 40 & 0x3FF {
        case 0: 200 + Int(hash >> 50) % 1800
        case 1...40: 0
        default: 8 + Int(hash >> 50) % 64
        }
    }

    /// Fills `buffer`, `textLength` bytes, with letters that hardly compress.
    private func fillText(_ buffer: UnsafeMutableRawBufferPointer) {
        var word = hash
        var offset = 0
        while offset < buffer.count {
            word = scramble(word &+ 0x9E37_79B9_7F4A_7C15)
            // Five random bits a letter, from "A" on.
            let letters = (word & 0x1F1F_1F1F_1F1F_1F1F) &+ 0x4141_4141_4141_4141
            if buffer.count - offset >= 8 {
                buffer.storeBytes(of: letters, toByteOffset: offset, as: UInt64.self)
            } else {
                for index in offset..<buffer.count {
                    buffer[index] = UInt8(truncatingIfNeeded: letters >> UInt64(8 * (index - offset)))
                }
            }
            offset += 8
        }
    }

    var text: String {
        String(unsafeUninitializedCapacity: textLength) { buffer in
            // The capacity may be more than was asked for.
            fillText(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<textLength]))
            return textLength
        }
    }

    var textBytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: textLength) { buffer, count in
            fillText(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<textLength]))
            count = textLength
        }
    }
}
