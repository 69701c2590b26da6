// Lines are built as bytes: no String is made for a record that is only passed on.

extension [UInt8] {
    mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @_disfavoredOverload
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    mutating func appendHex(_ byte: UInt8) {
        append(Self.hexDigit(byte >> 4))
        append(Self.hexDigit(byte & 0x0F))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    mutating func appendHex(_ value: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { appendHex(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// Appends `value` in exactly `digits` decimal digits.
    mutating func append(_ value: Int, digits: Int) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    mutating func append(decimal value: UInt64) {
        if value >= 10 { append(decimal: value / 10) }
        append(UInt8(ascii: "0") + UInt8(value % 10))
    }

    mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude)
    }
}
