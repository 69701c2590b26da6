// One method a level, each no more than its gate and one call.

extension RingLogger {
    /// Steps inside an algorithm. See `RingLogger` for what the result says.
    @inlinable
    @discardableResult
    public func trace(
        _ message: @autoclosure () -> LogMessage, file: StaticString = #fileID, line: UInt32 = #line
    ) -> Bool {
        isEnabled(.trace) && commit(.trace, message, file, line)
    }

    /// What helps to find a fault. See `RingLogger` for what the result says.
    @inlinable
    @discardableResult
    public func debug(
        _ message: @autoclosure () -> LogMessage, file: StaticString = #fileID, line: UInt32 = #line
    ) -> Bool {
        isEnabled(.debug) && commit(.debug, message, file, line)
    }

    /// What a service does in normal operation. See `RingLogger` for what the result says.
    @inlinable
    @discardableResult
    public func info(
        _ message: @autoclosure () -> LogMessage, file: StaticString = #fileID, line: UInt32 = #line
    ) -> Bool {
        isEnabled(.info) && commit(.info, message, file, line)
    }

    /// Normal, but worth noticing. See `RingLogger` for what the result says.
    @inlinable
    @discardableResult
    public func notice(
        _ message: @autoclosure () -> LogMessage, file: StaticString = #fileID, line: UInt32 = #line
    ) -> Bool {
        isEnabled(.notice) && commit(.notice, message, file, line)
    }

    /// Not an error, but not as it should be. See `RingLogger` for what the result says.
    @inlinable
    @discardableResult
    public func warning(
        _ message: @autoclosure () -> LogMessage, file: StaticString = #fileID, line: UInt32 = #line
    ) -> Bool {
        isEnabled(.warning) && commit(.warning, message, file, line)
    }

    /// Something failed. See `RingLogger` for what the result says.
    @inlinable
    @discardableResult
    public func error(
        _ message: @autoclosure () -> LogMessage, file: StaticString = #fileID, line: UInt32 = #line
    ) -> Bool {
        isEnabled(.error) && commit(.error, message, file, line)
    }

    /// Needs attention at once. See `RingLogger` for what the result says.
    @inlinable
    @discardableResult
    public func critical(
        _ message: @autoclosure () -> LogMessage, file: StaticString = #fileID, line: UInt32 = #line
    ) -> Bool {
        isEnabled(.critical) && commit(.critical, message, file, line)
    }
}
