// The writer's side of a content: its call sites.

import RingLog

extension Content {
    /// Short, so that a definition fits the smallest slots.
    private static let file: StaticString = "Log.swift"

    func log(to logger: RingLogger) -> Bool {
        let level = LogLevel(rawValue: level) ?? .critical
        let (life, thread, number, text) = (key.life, key.thread, key.number, text)
        switch site {
        case .half:
            return logger.log(
                level: level, "life=\(life) thread=\(thread) number=\(number) half \(half) text \(text)",
                file: Self.file)
        case .parity:
            return logger.log(
                level: level, "life=\(life) thread=\(thread) number=\(number) is odd: \(isOdd), \(text)!",
                file: Self.file)
        case .plain:
            return logger.log(level: level, "\(life)/\(thread)/\(number) \(text)", file: Self.file)
        }
    }
}
