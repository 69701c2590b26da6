// How an argument is shown. Nothing here costs a log call more than a constant: the text is made by the decoder.

/// How an integer is shown: `\(flags, format: .hex(includePrefix: true, minDigits: 8))`.
@frozen
public struct LogIntegerFormat: Sendable, BitwiseCopyable {
    @usableFromInline let style: UInt8
    @usableFromInline let flags: UInt8
    @usableFromInline let digits: UInt8

    @inlinable
    init(style: UInt8, plus: Bool = false, prefix: Bool = false, uppercase: Bool = false, digits: Int = 0) {
        self.style = style
        self.flags = (plus ? 1 : 0) | (prefix ? 2 : 0) | (uppercase ? 4 : 0)
        self.digits = digits <= 0 ? 255 : UInt8(min(digits, 254))
    }

    @inlinable public static var decimal: Self { Self(style: 1) }
    @inlinable public static var hex: Self { Self(style: 2) }
    @inlinable public static var octal: Self { Self(style: 3) }

    /// Decimal, with a sign in front of positive numbers too, with leading zeros up to `minDigits` (at most 254).
    @inlinable
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 0) -> Self {
        Self(style: 1, plus: explicitPositiveSign, digits: minDigits)
    }

    /// Hexadecimal, `0x` in front if `includePrefix`, with leading zeros up to `minDigits` (at most 254).
    @inlinable
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 0
    ) -> Self {
        Self(
            style: 2, plus: explicitPositiveSign, prefix: includePrefix, uppercase: uppercase, digits: minDigits)
    }

    /// Octal, `0o` in front if `includePrefix`, with leading zeros up to `minDigits` (at most 254).
    @inlinable
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 0
    ) -> Self {
        Self(
            style: 3, plus: explicitPositiveSign, prefix: includePrefix, uppercase: uppercase, digits: minDigits)
    }
}

/// How a floating-point number is shown: `\(seconds, format: .fixed(precision: 3))`.
@frozen
public struct LogFloatFormat: Sendable, BitwiseCopyable {
    @usableFromInline let style: UInt8
    @usableFromInline let flags: UInt8
    @usableFromInline let precision: UInt8

    @inlinable
    init(style: UInt8, precision: Int? = nil, plus: Bool = false, uppercase: Bool = false) {
        self.style = style
        self.flags = (plus ? 1 : 0) | (uppercase ? 4 : 0)
        self.precision = precision.map { UInt8(max(0, min($0, 254))) } ?? 255
    }

    /// The shortest text that reads back as the same number; what an argument without `format:` gets.
    @inlinable public static var shortest: Self { Self(style: 0) }
    @inlinable public static var fixed: Self { Self(style: 4) }
    @inlinable public static var exponential: Self { Self(style: 5) }
    @inlinable public static var hybrid: Self { Self(style: 6) }

    /// `123.45`: always `precision` digits (at most 254) behind the point.
    @inlinable
    public static func fixed(precision: Int, explicitPositiveSign: Bool = false, uppercase: Bool = false) -> Self {
        Self(style: 4, precision: precision, plus: explicitPositiveSign, uppercase: uppercase)
    }

    /// `1.2345e+02`: one digit in front of the point, `precision` digits (at most 254) behind it.
    @inlinable
    public static func exponential(
        precision: Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> Self {
        Self(style: 5, precision: precision, plus: explicitPositiveSign, uppercase: uppercase)
    }

    /// Fixed or exponential, whichever is shorter, with `precision` significant digits (at most 254).
    @inlinable
    public static func hybrid(precision: Int, explicitPositiveSign: Bool = false, uppercase: Bool = false) -> Self {
        Self(style: 6, precision: precision, plus: explicitPositiveSign, uppercase: uppercase)
    }
}

/// Blanks around an argument up to a width: `\(name, align: .left(columns: 12))`.
@frozen
public struct LogAlignment: Sendable, BitwiseCopyable {
    /// Positive: to the right.
    @usableFromInline let columns: Int16

    @inlinable init(columns: Int) { self.columns = Int16(clamping: columns) }

    @inlinable public static var none: Self { Self(columns: 0) }
    @inlinable public static func right(columns: Int) -> Self { Self(columns: max(0, columns)) }
    @inlinable public static func left(columns: Int) -> Self { Self(columns: -max(0, columns)) }
}

/// Whether an argument's value may be recorded at all. These are servers' logs: the default is public.
@frozen
public struct LogPrivacy: Sendable, BitwiseCopyable, Equatable {
    @usableFromInline let withheld: Bool

    @inlinable init(withheld: Bool) { self.withheld = withheld }

    @inlinable public static var `public`: Self { Self(withheld: false) }

    /// The value reaches neither the file nor the memory it is gathered in; the text shows that it was withheld.
    @inlinable public static var `private`: Self { Self(withheld: true) }
}
