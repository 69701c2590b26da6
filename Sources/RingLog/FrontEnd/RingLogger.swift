import CRingLog

/// Writes records under one label into one ring. A value of one pointer: copy it, keep it, send it anywhere; it may be
/// used after its ring was closed (the records are then counted, not kept).
///
/// A call returns `true` when the record is in the mapped file: it survives SIGKILL at any later instruction. It
/// returns `false` when the level is below the threshold, in which case the message was not evaluated, or when the
/// record could not be kept and was counted.
@frozen
public struct RingLogger: @unchecked Sendable, BitwiseCopyable {
    /// Owned by the ring and never freed.
    @usableFromInline let cell: UnsafePointer<rl_label>

    package init(cell: UnsafePointer<rl_label>) {
        self.cell = cell
    }

    /// Whether a record of this level would be made now; the threshold may be changed from outside at any time.
    @inlinable
    public func isEnabled(_ level: LogLevel) -> Bool {
        rl_enabled(cell, UInt32(level.rawValue))
    }

    /// Logs at a level that is known at run time only.
    @inlinable
    @discardableResult
    public func log(
        level: LogLevel, _ message: @autoclosure () -> LogMessage, file: StaticString = #fileID, line: UInt32 = #line
    ) -> Bool {
        isEnabled(level) && commit(level, message, file, line)
    }

    /// The path of an enabled call. User code (what the message interpolates) runs between enter and end, before any
    /// slot is touched; it may log itself.
    @usableFromInline
    @inline(never)
    func commit(_ level: LogLevel, _ gather: () -> LogMessage, _ file: StaticString, _ line: UInt32) -> Bool {
        let thread = rl_thread_current()!
        let level = UInt32(level.rawValue)
        guard thread.pointee.scratch != nil else {
            return rl_refuse(cell, level, thread, UInt32(RL_COUNT_FAILED))
        }
        let mark = rl_enter(thread)
        let message = gather()
        return rl_call_end(
            cell, level, thread, mark, message.message, message.serial,
            file.utf8Start, UInt32(truncatingIfNeeded: file.utf8CodeUnitCount), line)
    }
}
