// Whether a decoded record is what was logged.

@_spi(Testing) import RingLogReader

struct RecordChecker {
    private let seed: UInt64
    private let size: Content.Size
    private let renderInterval: UInt64
    private var checked: UInt64 = 0

    /// Every `renderInterval`th record is rendered too: its literals come from definitions, a few for thousands of
    /// records.
    init(seed: UInt64, size: Content.Size = .full, renderInterval: UInt64 = 16) {
        self.seed = seed
        self.size = size
        self.renderInterval = renderInterval
    }

    /// Whose record it says it is; nil if it says nothing of that.
    static func key(of record: LogRecord) -> RecordKey? {
        let arguments = record.arguments
        guard arguments.count >= 3, case .uint(let life) = arguments[0], case .uint(let thread) = arguments[1],
            case .uint(let number) = arguments[2], let life = UInt32(exactly: life),
            let thread = UInt32(exactly: thread)
        else { return nil }
        return RecordKey(life: life, thread: thread, number: number)
    }

    static func text(of record: LogRecord) -> String { String(decoding: record.message, as: UTF8.self) }

    /// What is not as it was logged.
    mutating func faults(of record: LogRecord, _ key: RecordKey) -> [String] {
        let content = Content(key, seed: seed, size: size)
        let text = content.textBytes
        var faults: [String] = []
        if record.level.rawValue != content.level { faults.append("level \(record.level)") }
        if record.label.map({ !$0.elementsEqual(Content.labels[content.labelIndex].utf8) }) ?? true {
            faults.append("label")
        }
        if record.threadName.map({ !$0.elementsEqual(Content.threadName(key.thread).utf8) }) ?? true {
            faults.append("thread name")
        }
        if record.arguments[3...] != Self.arguments(content, text)[...] {
            faults.append("arguments: \(Self.text(of: record))")
        }
        if !record.marks.isEmpty { faults.append("marks \(record.marks.rawValue)") }
        checked += 1
        if checked % renderInterval == 0, record.message != Self.message(content, text) {
            faults.append("text: \(Self.text(of: record))")
        }
        return faults
    }

    private static func arguments(_ content: Content, _ text: [UInt8]) -> [LogValue] {
        let text = LogValue.string(text, cutBytes: 0)
        return switch content.site {
        case .half: [.double(content.half), text]
        case .parity: [.bool(content.isOdd), text]
        case .plain: [text]
        }
    }

    private static func message(_ content: Content, _ text: [UInt8]) -> [UInt8] {
        let key = content.key
        let front = "life=\(key.life) thread=\(key.thread) number=\(key.number)"
        return switch content.site {
        case .half: Array("\(front) half \(content.half) text ".utf8) + text
        case .parity: Array("\(front) is odd: \(content.isOdd), ".utf8) + text + Array("!".utf8)
        case .plain: Array("\(key.life)/\(key.thread)/\(key.number) ".utf8) + text
        }
    }
}
