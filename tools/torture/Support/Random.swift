// Randomness that a seed repeats.

/// SplitMix64.
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return scramble(state)
    }

    static func freshSeed() -> UInt64 { UInt64.random(in: 1...UInt64(UInt32.max)) }
}

/// Spreads every bit of `value` over the whole word.
func scramble(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
}
