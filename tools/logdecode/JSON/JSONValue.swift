// A field's value in JSON. What JSON has no form for becomes an object with a key that says what it is, so that nothing
// is lost and nothing is taken for something else: no field's value is ever an object otherwise.

import RingLogReader

extension [UInt8] {
    mutating func appendJSON(_ value: LogValue) {
        switch value {
        case .int(let number): append(decimal: number)
        case .uint(let number): append(decimal: number)
        case .int128(let number): append(number.description)
        case .uint128(let number): append(number.description)
        case .double(let number): appendJSON(number)
        case .float(let number): appendJSON(number)
        case .bool(let flag): append(flag ? "true" : "false")
        case .string(let text, let cut): appendJSON(string: text, cut: cut)
        case .bytes(let bytes, let cut): appendJSON(bytes: bytes, cut: cut)
        case .none: append("null")
        case .withheld: append("{\"withheld\":true}")
        case .hash(let hash):
            append("{\"withheld\":\"")
            appendHex(hash)
            append("\"}")
        case .uuid:
            append("\"")
            value.render(into: &self)
            append("\"")
        case .unknown(let code, let bytes, let cut): appendJSON(bytes: bytes, cut: cut, type: code)
        }
    }

    /// Swift's description is the shortest that reads back as the same number, and is JSON if the number is finite.
    private mutating func appendJSON(_ number: Double) {
        if number.isFinite { return append(number.description) }
        appendJSON(
            nonFinite: number,
            bits: number.isNaN && number.bitPattern != Double.nan.bitPattern ? number.bitPattern : nil)
    }

    private mutating func appendJSON(_ number: Float) {
        if number.isFinite { return append(number.description) }
        let isPlain = !number.isNaN || number.bitPattern == Float.nan.bitPattern
        appendJSON(nonFinite: Double(number), bits: isPlain ? nil : UInt64(number.bitPattern))
    }

    private mutating func appendJSON(nonFinite number: Double, bits: UInt64?) {
        append("{\"float\":\"")
        append(number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity")
        append("\"")
        if let bits {
            append(",\"bits\":\"0x")
            append(String(bits, radix: 16))
            append("\"")
        }
        append("}")
    }

    private mutating func appendJSON(string text: [UInt8], cut: UInt32) {
        let isValid = UTF8Scalar.isValid(text)
        if isValid, cut == 0 {
            appendJSON(text: text)
            return
        }
        append("{\"text\":")
        appendJSON(text: text)
        if !isValid {
            append(",\"bytes\":")
            appendJSON(base64: text)
        }
        appendJSON(cut: cut)
        append("}")
    }

    private mutating func appendJSON(bytes: [UInt8], cut: UInt32, type: UInt8? = nil) {
        append("{\"bytes\":")
        appendJSON(base64: bytes)
        appendJSON(cut: cut)
        if let type {
            append(",\"type\":")
            append(decimal: UInt64(type))
        }
        append("}")
    }

    private mutating func appendJSON(cut: UInt32) {
        guard cut > 0 else { return }
        append(",\"cut\":")
        append(decimal: UInt64(cut))
    }
}
