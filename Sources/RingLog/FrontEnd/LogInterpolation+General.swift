// What an argument of general type becomes. Where the type is known at the call site all but one of these lines go
// away; in generic code they are a chain of compares.

extension LogInterpolation {
    @inlinable
    mutating func store<T>(optional value: T?, _ traits: LogTraits, _ key: StaticString?, _ privacy: LogPrivacy) {
        if let value {
            store(any: value, traits, key, privacy)
        } else {
            store(privacy.withheld ? .withheld : .null, traits, key)
        }
    }

    @inlinable
    mutating func store<T>(any value: T, _ traits: LogTraits, _ key: StaticString?, _ privacy: LogPrivacy) {
        if privacy.withheld { return store(.withheld, traits, key) }
        if let value = Self.same(value, as: String.self) { return store(value, traits, key, privacy) }
        if let value = Self.same(value, as: Bool.self) { return store(.bool, value ? 1 : 0, traits, key, privacy) }
        if let value = Self.same(value, as: Double.self) {
            return store(.double, value.bitPattern, traits, key, privacy)
        }
        if let value = Self.same(value, as: Float.self) {
            return store(.float, UInt64(value.bitPattern), traits, key, privacy)
        }
        if let value = Self.same(value, as: Int.self) { return store(integer: value, traits, key, privacy) }
        if let value = Self.same(value, as: Int8.self) { return store(integer: value, traits, key, privacy) }
        if let value = Self.same(value, as: Int16.self) { return store(integer: value, traits, key, privacy) }
        if let value = Self.same(value, as: Int32.self) { return store(integer: value, traits, key, privacy) }
        if let value = Self.same(value, as: Int64.self) { return store(integer: value, traits, key, privacy) }
        if let value = Self.same(value, as: UInt.self) { return store(integer: value, traits, key, privacy) }
        if let value = Self.same(value, as: UInt8.self) { return store(integer: value, traits, key, privacy) }
        if let value = Self.same(value, as: UInt16.self) { return store(integer: value, traits, key, privacy) }
        if let value = Self.same(value, as: UInt32.self) { return store(integer: value, traits, key, privacy) }
        if let value = Self.same(value, as: UInt64.self) { return store(integer: value, traits, key, privacy) }
        if let value = Self.same(value, as: Int128.self) { return store(integer: value, traits, key, privacy) }
        if let value = Self.same(value, as: UInt128.self) { return store(integer: value, traits, key, privacy) }
        #if !(arch(x86_64) && (os(macOS) || targetEnvironment(macCatalyst)))
            if let value = Self.same(value, as: Float16.self) {
                return store(.float, UInt64(Float(value).bitPattern), traits, key, privacy)
            }
        #endif
        if let value = Self.same(value, as: Substring.self) { return store(value, traits, key, privacy) }
        if let value = Self.same(value, as: Character.self) { return store(String(value), traits, key, privacy) }
        if let value = Self.same(value, as: Unicode.Scalar.self) { return store(String(value), traits, key, privacy) }
        if let value = Self.same(value, as: StaticString.self) { return store(value, traits, key, privacy) }
        describe(value, traits, key)
    }

    @inlinable
    static func same<T, Wanted>(_ value: T, as wanted: Wanted.Type) -> Wanted? {
        T.self == Wanted.self ? (value as! Wanted) : nil
    }

    /// By its description, unless it is an existential that holds something better, or an optional.
    @inline(never)
    @usableFromInline
    mutating func describe<T>(_ value: T, _ traits: LogTraits, _ key: StaticString?) {
        if let value = value as? any LogPrimitive {
            value.append(to: &self, traits, key)
        } else {
            store(String(describing: value), traits, key, .public)
        }
    }
}
