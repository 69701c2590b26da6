import CRingLog

/// The text of a log call, not yet formatted: literals by address, arguments by value, in the thread's scratch.
///
/// Write it as a string literal in the call. A message that is kept in a variable can be logged by the same thread as
/// long as its place was not used again, in a function it is passed to, say; after that, or on another thread, a record
/// is made that says that its text is gone. It never shows other bytes.
@frozen
public struct LogMessage: ExpressibleByStringInterpolation {
    public typealias StringLiteralType = StaticString

    /// Nil if there was no room for it.
    @usableFromInline let message: UnsafeMutablePointer<rl_message>?
    @usableFromInline let serial: UInt64

    @inlinable
    public init(stringInterpolation: LogInterpolation) {
        message = stringInterpolation.message
        serial = rl_message_end(
            message, stringInterpolation.check, stringInterpolation.literal, stringInterpolation.literalCount)
    }

    @inlinable
    public init(stringLiteral value: StaticString) {
        var interpolation = LogInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.init(stringInterpolation: interpolation)
    }
}

@available(*, unavailable, message: "a message lives in the scratch of the thread that built it")
extension LogMessage: Sendable {}
