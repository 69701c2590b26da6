/// A typed argument, exactly as the program passed it. Text and keys are raw bytes: they may be invalid UTF-8.
public enum LogValue: Hashable, Sendable {
    case int(Int64)
    case uint(UInt64)
    case int128(Int128)
    case uint128(UInt128)
    case double(Double)
    case float(Float)
    case bool(Bool)
    /// Text; `cutBytes` were cut off behind it because the record would not have fitted (saturating).
    case string([UInt8], cutBytes: UInt32)
    case bytes([UInt8], cutBytes: UInt32)
    case none
    /// A private value that never reached the file.
    case withheld
    /// A hash that stands for a withheld value; equal values of one session have equal hashes.
    case hash(UInt64)
    /// Sixteen bytes in text order.
    case uuid([UInt8])
    /// An argument of a type this version does not know.
    case unknown(code: UInt8, [UInt8], cutBytes: UInt32)

    /// Bytes cut off behind this value.
    public var cutBytes: UInt32 {
        switch self {
        case .string(_, let cut), .bytes(_, let cut), .unknown(_, _, let cut): cut
        default: 0
        }
    }
}

/// A name and its value: metadata, bound fields, extracted fields.
public struct LogField: Hashable, Sendable {
    public var name: [UInt8]
    public var value: LogValue

    public init(name: [UInt8], value: LogValue) {
        self.name = name
        self.value = value
    }
}
