/// How much a record matters; the names and their order are swift-log's, the numbers are the format's.
public enum LogLevel: UInt8, Sendable, CaseIterable, Comparable {
    case trace, debug, info, notice, warning, error, critical

    @inlinable
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

extension LogLevel: LosslessStringConvertible {
    /// The level of this name, as in an environment variable: `LogLevel("debug")`. nil for any other text.
    public init?(_ description: String) {
        guard let level = Self.allCases.first(where: { $0.description == description.lowercased() }) else { return nil }
        self = level
    }

    /// The name: `trace`, `debug`, `info`, `notice`, `warning`, `error`, `critical`.
    public var description: String {
        switch self {
        case .trace: "trace"
        case .debug: "debug"
        case .info: "info"
        case .notice: "notice"
        case .warning: "warning"
        case .error: "error"
        case .critical: "critical"
        }
    }
}
