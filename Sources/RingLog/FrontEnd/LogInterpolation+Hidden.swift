// Fields without text: `\(hidden: attempts, key: "attempts")` is recorded like any argument and shown under `fields`
// only.

extension LogInterpolation {
    @inlinable
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        hidden value: T, key: StaticString, privacy: LogPrivacy = .public
    ) {
        store(integer: value, .hidden, key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        hidden value: Double, key: StaticString, privacy: LogPrivacy = .public
    ) {
        store(.double, value.bitPattern, .hidden, key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        hidden value: Float, key: StaticString, privacy: LogPrivacy = .public
    ) {
        store(.float, UInt64(value.bitPattern), .hidden, key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        hidden value: Bool, key: StaticString, privacy: LogPrivacy = .public
    ) {
        store(.bool, value ? 1 : 0, .hidden, key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        hidden value: String, key: StaticString, privacy: LogPrivacy = .public
    ) {
        store(value, .hidden, key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation<T>(
        hidden value: T?, key: StaticString, privacy: LogPrivacy = .public
    ) {
        store(optional: value, .hidden, key, privacy)
    }

    /// Anything else, as `\(value, key:)` would record it.
    @inlinable
    public mutating func appendInterpolation<T>(
        hidden value: T, key: StaticString, privacy: LogPrivacy = .public
    ) {
        store(any: value, .hidden, key, privacy)
    }
}
