import CRingLog

// Text. The bytes of a native string that fits the message's chunk are copied in line: a call between loading a string
// and its last use would cost a retain and a release, more than all the rest.

extension LogInterpolation {
    @inlinable
    public mutating func appendInterpolation(
        _ value: String, align: LogAlignment = .none, key: StaticString? = nil, privacy: LogPrivacy = .public
    ) {
        store(value, LogTraits(align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: Substring, align: LogAlignment = .none, key: StaticString? = nil, privacy: LogPrivacy = .public
    ) {
        store(value, LogTraits(align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: Character, align: LogAlignment = .none, key: StaticString? = nil, privacy: LogPrivacy = .public
    ) {
        store(String(value), LogTraits(align), key, privacy)
    }

    @inlinable
    public mutating func appendInterpolation(
        _ value: Unicode.Scalar, align: LogAlignment = .none, key: StaticString? = nil, privacy: LogPrivacy = .public
    ) {
        store(String(value), LogTraits(align), key, privacy)
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
    mutating func store(
        _ text: some StringProtocol, _ traits: LogTraits, _ key: StaticString?, _ privacy: LogPrivacy
    ) {
        if privacy.withheld { return store(.withheld, traits, key) }
        if let placed = place(text) {
            setKey(key)
            rl_message_placed(message, literal, literalCount, traits(.string), placed)
            takeLiteral()
        } else {
            storeElsewhere(text, traits, key)
        }
    }

    /// Copies short text to where the next value goes. What it takes there, or nil if it has to be gathered with care.
    @inlinable
    func place(_ text: some StringProtocol) -> UInt32? {
        guard check == 0, let message else { return nil }
        return text.utf8.withContiguousStorageIfAvailable { bytes in
            let used = Int(message.pointee.length) + MemoryLayout<rl_entry>.size
            guard bytes.count <= Int(message.pointee.capacity) - used - 16 else { return nil }
            let value = UnsafeMutableRawPointer(message) + used
            let length = 8 + (bytes.count + 7) & ~7
            // The last word first: what the bytes leave of it stays zero.
            (value + length - 8).storeBytes(of: 0, as: UInt64.self)
            value.storeBytes(of: UInt64(bytes.count), as: UInt64.self)
            if let start = bytes.baseAddress { (value + 8).copyMemory(from: start, byteCount: bytes.count) }
            return UInt32(truncatingIfNeeded: length)
        } ?? nil
    }

    /// Long text, which may have to be cut; text of a message built outside a log call; text that is not in one piece.
    @inline(never)
    @usableFromInline
    mutating func storeElsewhere(_ text: some StringProtocol, _ traits: LogTraits, _ key: StaticString?) {
        let stored: Void? = text.utf8.withContiguousStorageIfAvailable { store($0, .string, traits, key, .public) }
        if stored != nil { return }
        var copy = String(text)
        copy.withUTF8 { store($0, .string, traits, key, .public) }
    }

    @inlinable
    mutating func store(_ text: StaticString, _ traits: LogTraits, _ key: StaticString?, _ privacy: LogPrivacy) {
        guard text.hasPointerRepresentation else {
            return store(String(text.unicodeScalar), traits, key, privacy)
        }
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        store(bytes, .string, traits, key, privacy)
    }

    @inlinable
    mutating func store(
        _ bytes: UnsafeBufferPointer<UInt8>, _ code: LogTraits.Code, _ traits: LogTraits, _ key: StaticString?,
        _ privacy: LogPrivacy
    ) {
        if privacy.withheld { return store(.withheld, traits, key) }
        setKey(key)
        rl_message_bytes(
            message, check, literal, literalCount, traits(code), bytes.baseAddress, UInt64(bytes.count))
        takeLiteral()
    }
}
