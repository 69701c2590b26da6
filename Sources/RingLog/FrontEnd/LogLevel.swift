/// How much a record matters; the names and their order are swift-log's, the numbers are the format's.
public enum LogLevel: UInt8, Sendable, CaseIterable, Comparable {
    case trace, debug, info, notice, warning, error, critical

    @inlinable
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
