// The values of a message, as they are copied into a record: typed, not formatted.

/// One argument of a record, or one key or value of its fields.
public enum Argument: Equatable, Sendable {
    case signed(Int64)
    case unsigned(UInt64)
    case double(Double)
    case float(Float)
    case bool(Bool)
    /// Text as the program gave it (it may be invalid UTF-8), and how many bytes were cut off behind it.
    case string(Bytes, cut: UInt32)
    case bytes(Bytes, cut: UInt32)
    case null
    case signed128(Int128)
    case unsigned128(UInt128)
    /// A private value that was not written.
    case withheld
    /// A private value of which only a hash was written.
    case hash(UInt64)
    /// 16 bytes in text order.
    case uuid(Bytes)
    /// A type that this version does not know (codes 14, 15).
    case unknown(code: UInt8, Bytes, cut: UInt32)

    public static func string(_ text: String) -> Argument { .string(Bytes(Array(text.utf8)), cut: 0) }

    /// The four-bit code of the type.
    public var code: UInt8 {
        switch self {
        case .signed: 1
        case .unsigned: 2
        case .double: 3
        case .float: 4
        case .bool: 5
        case .string: 6
        case .bytes: 7
        case .null: 8
        case .signed128: 9
        case .unsigned128: 10
        case .withheld: 11
        case .hash: 12
        case .uuid: 13
        case .unknown(let code, _, _): code
        }
    }

    init(code: UInt8, from reader: inout ByteReader) throws(FormatError) {
        switch code {
        case 1: self = .signed(Int64(bitPattern: try reader.u64()))
        case 2: self = .unsigned(try reader.u64())
        case 3: self = .double(Double(bitPattern: try reader.u64()))
        case 4: self = .float(Float(bitPattern: UInt32(truncatingIfNeeded: try reader.u64())))
        case 5: self = .bool(try reader.u64() != 0)
        case 8: self = .null
        case 9: self = .signed128(Int128(bitPattern: try reader.take(16).u128(0)))
        case 10: self = .unsigned128(try reader.take(16).u128(0))
        case 11: self = .withheld
        case 12: self = .hash(try reader.u64())
        case 13: self = .uuid(try reader.take(16))
        default:
            let length = Int(try reader.u32())
            let cut = try reader.u32()
            let padded = try reader.take(roundedUp(length, to: 8))
            let run = padded[0..<length]
            self =
                code == 6
                ? .string(run, cut: cut) : code == 7 ? .bytes(run, cut: cut) : .unknown(code: code, run, cut: cut)
        }
    }

    func append(to writer: inout ByteWriter) {
        switch self {
        case .signed(let value): writer.append(value)
        case .unsigned(let value), .hash(let value): writer.append(value)
        case .double(let value): writer.append(value.bitPattern)
        case .float(let value): writer.append(UInt64(value.bitPattern))
        case .bool(let value): writer.append(UInt64(value ? 1 : 0))
        case .signed128(let value): writer.append(UInt128(bitPattern: value))
        case .unsigned128(let value): writer.append(value)
        case .null, .withheld: break
        case .uuid(let bytes):
            precondition(bytes.count == 16, "a UUID has 16 bytes")
            writer.append(bytes)
        case .string(let bytes, let cut), .bytes(let bytes, let cut), .unknown(_, let bytes, let cut):
            writer.append(UInt32(bytes.count))
            writer.append(cut)
            writer.append(bytes)
            writer.pad(to: 8)
        }
    }
}
