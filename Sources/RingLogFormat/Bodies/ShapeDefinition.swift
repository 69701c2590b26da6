// What the records of one call site have in common: file, line, literals, and how arguments are shown.

public struct ShapeDefinition: FrameBody, Equatable {
    public static let kind = FrameKind.shape

    /// A literal and the argument behind it.
    public struct Piece: Equatable, Sendable {
        public var literal: Bytes
        public var argument: ArgumentDescription
        /// Explicit field name.
        public var key: Bytes?

        public init(literal: Bytes, argument: ArgumentDescription, key: Bytes? = nil) {
            self.literal = literal
            self.argument = argument
            self.key = key
        }
    }

    public var id: UInt32
    /// Literals, keys or file were shortened to fit.
    public var isCut: Bool
    public var line: UInt32
    public var file: Bytes
    public var pieces: [Piece]
    public var lastLiteral: Bytes

    private static let fixedSize = 16
    private static let noKey: UInt32 = 0xFFFF_FFFF

    public init(
        id: UInt32, file: Bytes, line: UInt32, pieces: [Piece] = [], lastLiteral: Bytes, isCut: Bool = false
    ) {
        self.id = id
        self.isCut = isCut
        self.line = line
        self.file = file
        self.pieces = pieces
        self.lastLiteral = lastLiteral
    }

    public init(decoding body: Bytes) throws(FormatError) {
        let body = try Self.checked(body, size: Self.fixedSize)
        id = body.u32(4)
        isCut = body.u8(1) & 1 != 0
        line = body.u32(8)
        guard let text = body.slice(Self.fixedSize, Int(body.u32(12))) else {
            throw Self.failure(.invalidField("length of the text", UInt64(body.u32(12))))
        }
        var reader = ByteReader(text)
        file = try reader.string()
        pieces = []
        // No room is reserved for a count that the text does not bear out: each piece takes 16 bytes or throws.
        for _ in 0..<body.u16(2) { pieces.append(try Piece(&reader)) }
        lastLiteral = try reader.string()
    }

    public func encoded() -> [UInt8] {
        precondition(pieces.count <= Int(UInt16.max), "the number of arguments is 16 bits")
        var writer = Self.writer(size: Self.fixedSize)
        Self.append(file, to: &writer)
        for piece in pieces {
            Self.append(piece.literal, to: &writer)
            piece.argument.append(to: &writer)
            if let key = piece.key { Self.append(key, to: &writer) } else { writer.append(Self.noKey) }
        }
        Self.append(lastLiteral, to: &writer)
        writer.set(UInt8(isCut ? 1 : 0), at: 1)
        writer.set(UInt16(pieces.count), at: 2)
        writer.set(id, at: 4)
        writer.set(line, at: 8)
        writer.set(UInt32(writer.count - Self.fixedSize), at: 12)
        writer.pad(to: 8)
        return writer.bytes
    }

    private static func append(_ text: Bytes, to writer: inout ByteWriter) {
        writer.append(UInt32(text.count))
        writer.append(text)
    }
}

extension ShapeDefinition.Piece {
    init(_ reader: inout ByteReader) throws(FormatError) {
        literal = try reader.string()
        argument = ArgumentDescription(try reader.take(ArgumentDescription.size))
        let length = try reader.u32()
        key = length == 0xFFFF_FFFF ? nil : try reader.take(Int(length))
    }
}

/// How an argument was declared and is shown. Numbers that a later version may add stay numbers.
public struct ArgumentDescription: Hashable, Sendable {
    public struct Style: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let standard = Style(rawValue: 0)
        public static let decimal = Style(rawValue: 1)
        public static let hexadecimal = Style(rawValue: 2)
        public static let octal = Style(rawValue: 3)
        public static let fixed = Style(rawValue: 4)
        public static let exponential = Style(rawValue: 5)
        public static let hybrid = Style(rawValue: 6)
    }

    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let plusSign = Flags(rawValue: 1)
        public static let prefix = Flags(rawValue: 2)
        public static let upperCase = Flags(rawValue: 4)
        /// A field without text.
        public static let hidden = Flags(rawValue: 8)
    }

    /// Type code as declared, 0: known only from the record.
    public var code: UInt8
    public var style: Style
    public var flags: Flags
    /// Precision, or least number of digits of an integer; nil if not given.
    public var precision: UInt8?
    /// Positive aligns right, negative left.
    public var columns: Int16

    static let size = 8
    private static let noPrecision: UInt8 = 255

    public init(
        code: UInt8, style: Style = .standard, flags: Flags = [], precision: UInt8? = nil, columns: Int16 = 0
    ) {
        self.code = code
        self.style = style
        self.flags = flags
        self.precision = precision
        self.columns = columns
    }

    init(_ bytes: Bytes) {
        self.init(
            code: bytes.u8(0), style: Style(rawValue: bytes.u8(1)), flags: Flags(rawValue: bytes.u8(2)),
            precision: bytes.u8(3) == Self.noPrecision ? nil : bytes.u8(3), columns: bytes.i16(4))
    }

    func append(to writer: inout ByteWriter) {
        writer.append(code)
        writer.append(style.rawValue)
        writer.append(flags.rawValue)
        writer.append(precision ?? Self.noPrecision)
        writer.append(columns)
        writer.append(UInt16(0))
    }
}
