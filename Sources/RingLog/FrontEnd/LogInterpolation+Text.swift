import CRingLog

// Text. The bytes of a native string that fits the message's chunk are copied in line: a call between loading a string
// and its last use would cost a retain and a release, more than all the rest.

extension LogInterpolation {
    @inlinable
    public mutating func appendInterpolation(
        _ value: String, align: LogAlignment = .none, key: StaticString? = nil, privacy: LogPrivacy = .public
    ) {
        store(value.utf8, LogTraits(align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: Substring, align: LogAlignment = .none, key: StaticString? = nil, privacy: LogPrivacy = .public
    ) {
        store(value.utf8, LogTraits(align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: Character, align: LogAlignment = .none, key: StaticString? = nil, privacy: LogPrivacy = .public
    ) {
        store(value.utf8, LogTraits(align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: Unicode.Scalar, align: LogAlignment = .none, key: StaticString? = nil, privacy: LogPrivacy = .public
    ) {
        store(String(value).utf8, LogTraits(align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: StaticString, align: LogAlignment = .none, key: StaticString? = nil, privacy: LogPrivacy = .public
    ) {
        store(value, LogTraits(align), key, privacy)
    }

    /// Bytes that may be no text, as they are: shown as text where they are UTF-8, escaped elsewhere.
    @inlinable
    public mutating func appendInterpolation(
        bytes: some Sequence<UInt8>, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        let stored: Void? = bytes.withContiguousStorageIfAvailable {
            store($0, .bytes, LogTraits(align), key, privacy)
        }
        if stored == nil { appendInterpolation(bytes: Array(bytes), align: align, key: key, privacy: privacy) }
    }

    /// Bytes that may be no text, as they are: shown as text where they are UTF-8, escaped elsewhere.
    @inlinable
    public mutating func appendInterpolation(
        bytes: UnsafeRawBufferPointer, align: LogAlignment = .none, key: StaticString? = nil,
        privacy: LogPrivacy = .public
    ) {
        bytes.withMemoryRebound(to: UInt8.self) { store($0, .bytes, LogTraits(align), key, privacy) }
    }
}

// MARK: - Storing

extension LogInterpolation {
    @inlinable
    func store(_ text: some Sequence<UInt8>, _ traits: LogTraits, _ key: StaticString?, _ privacy: LogPrivacy) {
        if privacy.withheld { return store(.withheld, traits, key) }
        guard let target = target(key: key) else { return }
        let placed = text.withContiguousStorageIfAvailable { Self.place($0, target) } ?? 0
        if placed != 0 {
            rl_message_placed(target, traits(.string), placed)
        } else {
            Self.storeElsewhere(text, target, traits)
        }
    }

    @inlinable
    func store(_ text: StaticString, _ traits: LogTraits, _ key: StaticString?, _ privacy: LogPrivacy) {
        guard text.hasPointerRepresentation else {
            return store(String(text.unicodeScalar).utf8, traits, key, privacy)
        }
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        store(bytes, .string, traits, key, privacy)
    }

    /// Copies short text to where the next value goes. What that takes, or 0 if the chunk has no room for it.
    @inlinable
    static func place(_ bytes: UnsafeBufferPointer<UInt8>, _ target: UnsafeMutablePointer<rl_message>) -> UInt32 {
        let count = bytes.count
        let used = Int(target.pointee.length) + MemoryLayout<rl_entry>.size
        let room = Int(target.pointee.capacity) - used
        guard count <= room - 16 else { return 0 }
        let value = UnsafeMutableRawPointer(target) + used
        let length = 8 + (count + 7) & ~7
        // The last word first: what the bytes leave of it stays zero.
        (value + length - 8).storeBytes(of: 0, as: UInt64.self)
        value.storeBytes(of: UInt64(count), as: UInt64.self)
        if let start = bytes.baseAddress { (value + 8).copyMemory(from: start, byteCount: count) }
        return UInt32(truncatingIfNeeded: length)
    }

    /// Long text, which may have to be cut, and text that is not in one piece of memory.
    @inline(never)
    @usableFromInline
    static func storeElsewhere(
        _ text: some Sequence<UInt8>, _ target: UnsafeMutablePointer<rl_message>, _ traits: LogTraits
    ) {
        let stored: Void? = text.withContiguousStorageIfAvailable {
            rl_message_bytes(target, traits(.string), $0.baseAddress, UInt64($0.count))
        }
        if stored != nil { return }
        Array(text).withUnsafeBufferPointer {
            rl_message_bytes(target, traits(.string), $0.baseAddress, UInt64($0.count))
        }
    }

    @inlinable
    func store(
        _ bytes: UnsafeBufferPointer<UInt8>, _ code: LogTraits.Code, _ traits: LogTraits, _ key: StaticString?,
        _ privacy: LogPrivacy
    ) {
        if privacy.withheld { return store(.withheld, traits, key) }
        guard let target = target(key: key) else { return }
        rl_message_bytes(target, traits(code), bytes.baseAddress, UInt64(bytes.count))
    }
}
