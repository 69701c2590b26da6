// A ring written over many times.

import RingLog

/// One error, then records of text that does not compress, until they have filled the capacity the given number of
/// times. Prints how many records came behind the error.
func writeLaps(_ arguments: [String]) throws {
    let capacity = number(arguments[1])
    let ring = try LogRing(at: arguments[0], options: everything(capacityBytes: capacity))
    let log = ring.logger(label: "laps")
    must(log.error("the one error"))
    var random = RandomText(seed: 42)
    let bytes = 1000
    // A letter of 64 carries six bits: no compressor gets below three quarters.
    let records = capacity * number(arguments[2]) / (bytes * 3 / 4)
    for index in 0..<records {
        let text = random.next(bytes)
        must(log.info("index=\(index) text=\(text)"))
    }
    ring.close()
    print(records)
}

/// Letters drawn from 64, by the sequence splitmix64.
struct RandomText {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(_ count: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        return String(unsafeUninitializedCapacity: count) { bytes in
            var word: UInt64 = 0
            for index in 0..<count {
                if index % 10 == 0 { word = nextWord() }
                bytes[index] = letters[Int(word & 63)]
                word >>= 6
            }
            return count
        }
    }

    private mutating func nextWord() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
