/// What an entry in the scratch says about its argument, in the layout of `rl_entry` from `type` on.
@frozen
@usableFromInline
struct LogTraits {
    @usableFromInline var word: UInt64

    /// Type codes of docs/FORMAT.md, section 3.2.
    @usableFromInline
    enum Code: UInt8 {
        case signed = 1
        case unsigned = 2
        case double = 3
        case float = 4
        case bool = 5
        case string = 6
        case bytes = 7
        case null = 8
        case signed128 = 9
        case unsigned128 = 10
        case withheld = 11
    }

    @inlinable
    init(style: UInt8, flags: UInt8, precision: UInt8, align: LogAlignment) {
        word =
            UInt64(style) << 8 | UInt64(flags) << 16 | UInt64(precision) << 24
            | UInt64(UInt16(bitPattern: align.columns)) << 32
    }

    @inlinable
    init(_ format: LogIntegerFormat, _ align: LogAlignment) {
        self.init(style: format.style, flags: format.flags, precision: format.digits, align: align)
    }

    @inlinable
    init(_ format: LogFloatFormat, _ align: LogAlignment) {
        self.init(style: format.style, flags: format.flags, precision: format.precision, align: align)
    }

    @inlinable
    init(_ align: LogAlignment) {
        self.init(style: 0, flags: 0, precision: 255, align: align)
    }

    /// A field without text.
    @inlinable static var hidden: LogTraits { LogTraits(style: 0, flags: 8, precision: 255, align: .none) }

    @inlinable func callAsFunction(_ code: Code) -> UInt64 { word | UInt64(code.rawValue) }
}
