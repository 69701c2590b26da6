// Integers. One concrete overload a type: a generic one would lose to the overload for everything.

extension LogInterpolation {
    @inlinable
    public mutating func appendInterpolation(
        _ value: Int, format: LogIntegerFormat = .decimal, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(.signed, UInt64(bitPattern: Int64(value)), LogTraits(format, align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: Int8, format: LogIntegerFormat = .decimal, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(.signed, UInt64(bitPattern: Int64(value)), LogTraits(format, align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: Int16, format: LogIntegerFormat = .decimal, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(.signed, UInt64(bitPattern: Int64(value)), LogTraits(format, align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: Int32, format: LogIntegerFormat = .decimal, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(.signed, UInt64(bitPattern: Int64(value)), LogTraits(format, align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: Int64, format: LogIntegerFormat = .decimal, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(.signed, UInt64(bitPattern: Int64(value)), LogTraits(format, align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: UInt, format: LogIntegerFormat = .decimal, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(.unsigned, UInt64(value), LogTraits(format, align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: UInt8, format: LogIntegerFormat = .decimal, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(.unsigned, UInt64(value), LogTraits(format, align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: UInt16, format: LogIntegerFormat = .decimal, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(.unsigned, UInt64(value), LogTraits(format, align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: UInt32, format: LogIntegerFormat = .decimal, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(.unsigned, UInt64(value), LogTraits(format, align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: UInt64, format: LogIntegerFormat = .decimal, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(.unsigned, UInt64(value), LogTraits(format, align), key, privacy)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable
    public mutating func appendInterpolation(
        _ value: Int128, format: LogIntegerFormat = .decimal, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(
            .signed128, low: UInt64(truncatingIfNeeded: value), high: UInt64(truncatingIfNeeded: value >> 64),
            LogTraits(format, align), key, privacy)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable
    public mutating func appendInterpolation(
        _ value: UInt128, format: LogIntegerFormat = .decimal, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(
            .unsigned128, low: UInt64(truncatingIfNeeded: value), high: UInt64(truncatingIfNeeded: value >> 64),
            LogTraits(format, align), key, privacy)
    }

    /// An integer of a type that is known to be one, and no more.
    @inlinable
    mutating func store<T: FixedWidthInteger>(
        integer value: T, _ traits: LogTraits, _ key: StaticString?, _ privacy: LogPrivacy
    ) {
        if privacy.withheld { return store(.withheld, traits, key) }
        let low = UInt64(truncatingIfNeeded: value)
        if T.bitWidth <= 64 {
            store(T.isSigned ? .signed : .unsigned, low, traits, key, privacy)
        } else if T.bitWidth <= 128 {
            let high = UInt64(truncatingIfNeeded: value >> 64)
            store(T.isSigned ? .signed128 : .unsigned128, low: low, high: high, traits, key, privacy)
        } else {
            describe(value, traits, key)
        }
    }
}
