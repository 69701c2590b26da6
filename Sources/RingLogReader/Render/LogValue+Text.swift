#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension LogValue {
    /// Appends the value as text, in the format of `piece` if one is given. Raw bytes, nothing is escaped.
    public func render(into output: inout [UInt8], as piece: MessageShape.Piece? = nil, markingCuts: Bool = true) {
        let plain = MessageShape.Piece(literal: [])
        let format = piece ?? plain
        switch self {
        case .int(let value): renderInteger(value, format, &output)
        case .uint(let value): renderInteger(value, format, &output)
        case .int128(let value): renderInteger(value, format, &output)
        case .uint128(let value): renderInteger(value, format, &output)
        case .double(let value): renderFloat(value, "\(value)", format, &output)
        case .float(let value): renderFloat(Double(value), "\(value)", format, &output)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .string(let bytes, _): output.append(contentsOf: bytes)
        case .bytes(let bytes, _): appendHex(bytes, &output)
        case .none: output.append(contentsOf: "nil".utf8)
        case .withheld: output.append(contentsOf: "<private>".utf8)
        case .hash(let value): output.append(contentsOf: "<hash \(hexDigits(value, count: 16))>".utf8)
        case .uuid(let bytes): renderUUID(bytes, &output)
        case .unknown(let code, let bytes, _):
            output.append(contentsOf: "<type \(code): ".utf8)
            appendHex(bytes, &output)
            output.append(UInt8(ascii: ">"))
        }
        if markingCuts, cutBytes > 0 { output.append(contentsOf: "<\(cutBytes) bytes cut>".utf8) }
    }
}

/// Sign and magnitude in every base: -255 is -0xff, since the width of the original type is not recorded.
private func renderInteger<I: FixedWidthInteger>(_ value: I, _ format: MessageShape.Piece, _ output: inout [UInt8]) {
    let radix: Int
    let prefix: String
    switch format.style {
    case .hexadecimal: (radix, prefix) = (16, "0x")
    case .octal: (radix, prefix) = (8, "0o")
    default: (radix, prefix) = (10, "")
    }
    let digits = String(value.magnitude, radix: radix, uppercase: format.options.contains(.upperCase))
    if value < 0 {
        output.append(UInt8(ascii: "-"))
    } else if format.options.contains(.explicitPlus) {
        output.append(UInt8(ascii: "+"))
    }
    if format.options.contains(.prefix) { output.append(contentsOf: prefix.utf8) }
    let missing = Int(format.precision ?? 0) - digits.utf8.count
    if missing > 0 { output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: missing)) }
    output.append(contentsOf: digits.utf8)
}

private func renderFloat(
    _ value: Double, _ description: String, _ format: MessageShape.Piece, _ output: inout [UInt8]
) {
    let upper = format.options.contains(.upperCase)
    if value.sign == .plus, format.options.contains(.explicitPlus), !value.isNaN { output.append(UInt8(ascii: "+")) }
    let conversion: String
    switch format.style {
    case .fixed: conversion = upper ? "F" : "f"
    case .exponential: conversion = upper ? "E" : "e"
    case .hybrid: conversion = upper ? "G" : "g"
    default:
        let text = upper ? description.uppercased() : description
        output.append(contentsOf: text.utf8)
        return
    }
    // Without precision as much as C gives: six digits. 310 digits before the point, 255 behind it, sign, point.
    var buffer = [CChar](repeating: 0, count: 640)
    let precision = Int32(format.precision ?? 6)
    let count = withVaList([precision, value]) { vsnprintf(&buffer, buffer.count, "%.*\(conversion)", $0) }
    output.append(
        contentsOf: buffer.prefix(max(0, min(Int(count), buffer.count - 1))).lazy.map(UInt8.init(bitPattern:)))
}

private func renderUUID(_ bytes: [UInt8], _ output: inout [UInt8]) {
    for (index, byte) in bytes.enumerated() {
        if index == 4 || index == 6 || index == 8 || index == 10 { output.append(UInt8(ascii: "-")) }
        let digits = hexDigits(UInt64(byte), count: 2, uppercase: true)
        output.append(contentsOf: digits.utf8)
    }
}

private func appendHex(_ bytes: [UInt8], _ output: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    for byte in bytes {
        output.append(digits[Int(byte >> 4)])
        output.append(digits[Int(byte & 15)])
    }
}

/// `value` in hexadecimal with at least `count` digits.
func hexDigits(_ value: UInt64, count: Int, uppercase: Bool = false) -> String {
    let digits = String(value, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
}
