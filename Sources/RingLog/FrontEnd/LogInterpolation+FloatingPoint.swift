// Floating point: the bits as they are, so that NaN, infinities and -0.0 come back as they went in.

extension LogInterpolation {
    @inlinable
    public mutating func appendInterpolation(
        _ value: Double, format: LogFloatFormat = .shortest, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(.double, value.bitPattern, LogTraits(format, align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: Float, format: LogFloatFormat = .shortest, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        store(.float, UInt64(value.bitPattern), LogTraits(format, align), key, privacy)
    }

    #if !(arch(x86_64) && (os(macOS) || targetEnvironment(macCatalyst)))
        /// Recorded as the Float of the same value.
        @inlinable
        public mutating func appendInterpolation(
            _ value: Float16, format: LogFloatFormat = .shortest, align: LogAlignment = .none,
            key: StaticString? = nil, privacy: LogPrivacy = .public
        ) {
            store(.float, UInt64(Float(value).bitPattern), LogTraits(format, align), key, privacy)
        }
    #endif
}
