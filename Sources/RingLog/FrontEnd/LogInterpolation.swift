import CRingLog

/// Gathers a `LogMessage`. What an argument becomes is decided by the overloads of `appendInterpolation` beside this file.
@frozen
public struct LogInterpolation: StringInterpolationProtocol {
    public typealias StringLiteralType = StaticString

    @usableFromInline let message: UnsafeMutablePointer<rl_message>?
    @usableFromInline let serial: UInt64
    /// Built outside a log call: user code between two pieces may log, or even, in an async function, go on on another
    /// thread, so each piece makes sure first that the message is still there.
    @usableFromInline let isGuarded: Bool

    @inlinable
    public init(literalCapacity: Int, interpolationCount: Int) {
        message = rl_message_open()
        serial = message?.pointee.serial ?? 0
        isGuarded = message?.pointee.trusted == 0
    }

    /// The message to add to; nil if there was no room for it or its place was used again.
    @inlinable var target: UnsafeMutablePointer<rl_message>? {
        isGuarded ? rl_message_recall(message, serial) : message
    }

    @inlinable
    public mutating func appendLiteral(_ literal: StaticString) {
        guard literal.hasPointerRepresentation else { return appendInterpolation(literal) }
        guard literal.utf8CodeUnitCount > 0, let target else { return }
        rl_message_literal(target, literal.utf8Start, UInt32(truncatingIfNeeded: literal.utf8CodeUnitCount))
    }

    /// The message with the next argument's key set; nil as `target`.
    @inlinable
    func target(key: StaticString?) -> UnsafeMutablePointer<rl_message>? {
        guard let target else { return nil }
        if let key, key.hasPointerRepresentation {
            rl_message_key(target, key.utf8Start, UInt32(truncatingIfNeeded: key.utf8CodeUnitCount))
        }
        return target
    }
}

// MARK: - Storing one argument

extension LogInterpolation {
    @inlinable
    func store(_ code: LogTraits.Code, _ word: UInt64, _ traits: LogTraits, _ key: StaticString?, _ privacy: LogPrivacy)
    {
        guard let target = target(key: key) else { return }
        if privacy.withheld {
            rl_message_empty(target, traits(.withheld))
        } else {
            rl_message_word(target, traits(code), word)
        }
    }

    @inlinable
    func store(
        _ code: LogTraits.Code, low: UInt64, high: UInt64, _ traits: LogTraits, _ key: StaticString?,
        _ privacy: LogPrivacy
    ) {
        guard let target = target(key: key) else { return }
        if privacy.withheld {
            rl_message_empty(target, traits(.withheld))
        } else {
            rl_message_words(target, traits(code), low, high)
        }
    }

    /// An argument that is known only by its kind: nil or withheld.
    @inlinable
    func store(_ code: LogTraits.Code, _ traits: LogTraits, _ key: StaticString?) {
        guard let target = target(key: key) else { return }
        rl_message_empty(target, traits(code))
    }
}
