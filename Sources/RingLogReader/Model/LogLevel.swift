/// How severe a record is. Values above `critical` may appear in files of a later version and still compare.
public struct LogLevel: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let trace = LogLevel(rawValue: 0)
    public static let debug = LogLevel(rawValue: 1)
    public static let info = LogLevel(rawValue: 2)
    public static let notice = LogLevel(rawValue: 3)
    public static let warning = LogLevel(rawValue: 4)
    public static let error = LogLevel(rawValue: 5)
    public static let critical = LogLevel(rawValue: 6)

    /// The seven levels, lowest first.
    public static let all: [LogLevel] = [trace, debug, info, notice, warning, error, critical]

    private static let names = ["trace", "debug", "info", "notice", "warning", "error", "critical"]

    /// The level of a name as `description` spells it, nil if there is none.
    public init?(name: String) {
        guard let index = LogLevel.names.firstIndex(of: name) else { return nil }
        self.init(rawValue: UInt8(index))
    }

    public var description: String {
        rawValue < 7 ? LogLevel.names[Int(rawValue)] : "level\(rawValue)"
    }

    public static func < (a: LogLevel, b: LogLevel) -> Bool { a.rawValue < b.rawValue }
}
