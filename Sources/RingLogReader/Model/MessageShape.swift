/// What does not change between the records of one call site: where it is, its literals, how arguments are to be shown.
public final class MessageShape: Sendable {
    public let file: [UInt8]
    public let line: UInt32
    /// One per argument; the message is literal, argument, literal, argument, …, `tail`.
    public let pieces: [Piece]
    public let tail: [UInt8]
    /// Literals were too long to be kept whole.
    public let textCut: Bool

    public struct Piece: Hashable, Sendable {
        /// Text before the argument.
        public let literal: [UInt8]
        /// The explicit key, nil if none was given.
        public let key: [UInt8]?
        public let style: Style
        public let options: Options
        /// Decimals (or least digits of an integer), nil if not given.
        public let precision: UInt8?
        /// Least width: positive aligns right, negative left.
        public let columns: Int16

        public init(
            literal: [UInt8], key: [UInt8]? = nil, style: Style = .automatic, options: Options = [],
            precision: UInt8? = nil, columns: Int16 = 0
        ) {
            self.literal = literal
            self.key = key
            self.style = style
            self.options = options
            self.precision = precision
            self.columns = columns
        }
    }

    public enum Style: UInt8, Hashable, Sendable {
        case automatic, decimal, hexadecimal, octal, fixed, exponential, hybrid
    }

    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let explicitPlus = Options(rawValue: 1)
        public static let prefix = Options(rawValue: 2)
        public static let upperCase = Options(rawValue: 4)
        /// A field without text.
        public static let hidden = Options(rawValue: 8)
    }

    public init(file: [UInt8], line: UInt32, pieces: [Piece], tail: [UInt8], textCut: Bool = false) {
        self.file = file
        self.line = line
        self.pieces = pieces
        self.tail = tail
        self.textCut = textCut
    }
}
