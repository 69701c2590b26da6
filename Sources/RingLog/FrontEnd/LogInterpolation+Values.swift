// Bool, optionals, and everything else.

extension LogInterpolation {
    @inlinable
    public mutating func appendInterpolation(
        _ value: Bool, align: LogAlignment = .none, key: StaticString? = nil, privacy: LogPrivacy = .public
    ) {
        store(.bool, value ? 1 : 0, LogTraits(align), key, privacy)
    }

    /// The value as it would be recorded by itself, or nil.
    @inlinable
    public mutating func appendInterpolation<T>(
        _ value: T?, align: LogAlignment = .none, key: StaticString? = nil, privacy: LogPrivacy = .public
    ) {
        store(optional: value, LogTraits(align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ value: T?, format: LogIntegerFormat, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        let traits = LogTraits(format, align)
        guard let value else { return store(privacy.withheld ? .withheld : .null, traits, key) }
        store(integer: value, traits, key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation<T: BinaryFloatingPoint>(
        _ value: T?, format: LogFloatFormat, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        let traits = LogTraits(format, align)
        guard let value else { return store(privacy.withheld ? .withheld : .null, traits, key) }
        if T.self == Float.self, let value = value as? Float {
            store(.float, UInt64(value.bitPattern), traits, key, privacy)
        } else {
            store(.double, Double(value).bitPattern, traits, key, privacy)
        }
    }

    /// Anything else, by its description, which is made here and now. Where only the static type is general (generic
    /// code, `Any`), a number or a string is recorded as what it is.
    @inlinable
    public mutating func appendInterpolation<T>(
        _ value: T, align: LogAlignment = .none, key: StaticString? = nil, privacy: LogPrivacy = .public
    ) {
        store(any: value, LogTraits(align), key, privacy)
    }

    /// A closure is evaluated: `\({ slowSummary() })`.
    public mutating func appendInterpolation(
        _ value: () -> String, align: LogAlignment = .none, key: StaticString? = nil, privacy: LogPrivacy = .public
    ) {
        if privacy.withheld { return store(.withheld, LogTraits(align), key) }
        appendInterpolation(value(), align: align, key: key)
    }
}
