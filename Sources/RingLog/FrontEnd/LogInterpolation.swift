import CRingLog

/// Gathers a `LogMessage`. What an argument becomes is decided by the overloads of `appendInterpolation` beside this
/// file.
///
/// All that is inlined into a call site is one C call an argument, with constants but for the value; the literal in
/// front of it travels along.
@frozen
public struct LogInterpolation: StringInterpolationProtocol {
    public typealias StringLiteralType = StaticString

    /// Nil if there was no room.
    @usableFromInline let message: UnsafeMutablePointer<rl_message>?
    /// Not 0: built outside a log call, so each piece makes sure first that the message is still there.
    @usableFromInline let check: UInt64
    /// The literal that waits for the next piece.
    @usableFromInline var literal: UnsafePointer<CChar>?
    @usableFromInline var literalCount: UInt64

    @inlinable
    public init(literalCapacity: Int, interpolationCount: Int) {
        let start = rl_message_open()
        message = start.message
        check = start.check
        literal = nil
        literalCount = 0
    }

    @inlinable
    public mutating func appendLiteral(_ literal: StaticString) {
        guard literal.hasPointerRepresentation else { return appendInterpolation(literal) }
        guard literal.utf8CodeUnitCount > 0 else { return }
        if literalCount > 0 { rl_message_literal(message, check, self.literal, literalCount) }
        self.literal = literal.address
        literalCount = UInt64(literal.utf8CodeUnitCount)
    }
}

// MARK: - Storing one argument

extension LogInterpolation {
    /// The literal is part of the message now.
    @inlinable
    mutating func takeLiteral() {
        literal = nil
        literalCount = 0
    }

    @inlinable
    func setKey(_ key: StaticString?) {
        guard let key, key.hasPointerRepresentation else { return }
        rl_message_key(message, check, key.address, UInt64(key.utf8CodeUnitCount))
    }

    /// An argument of one word.
    @inlinable
    mutating func store(
        _ code: LogTraits.Code, _ word: UInt64, _ traits: LogTraits, _ key: StaticString?, _ privacy: LogPrivacy
    ) {
        if privacy.withheld { return store(.withheld, traits, key) }
        setKey(key)
        rl_message_word(message, check, literal, literalCount, traits(code), word)
        takeLiteral()
    }

    /// An argument of two words.
    @inlinable
    mutating func store(
        _ code: LogTraits.Code, low: UInt64, high: UInt64, _ traits: LogTraits, _ key: StaticString?,
        _ privacy: LogPrivacy
    ) {
        if privacy.withheld { return store(.withheld, traits, key) }
        setKey(key)
        rl_message_words(message, check, literal, literalCount, traits(code), low, high)
        takeLiteral()
    }

    /// An argument that is known only by its kind: nil or withheld.
    @inlinable
    mutating func store(_ code: LogTraits.Code, _ traits: LogTraits, _ key: StaticString?) {
        setKey(key)
        rl_message_empty(message, check, literal, literalCount, traits(code))
        takeLiteral()
    }
}

extension StaticString {
    /// The bytes, as C takes them; they live as long as the process.
    @inlinable var address: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}
