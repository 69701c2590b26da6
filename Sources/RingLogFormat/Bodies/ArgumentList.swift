// Type codes and values at the end of a record or field set. Nothing is decoded until somebody asks.

/// The arguments of a body, in order.
public struct ArgumentList: Sendable {
    /// Begins at the first word of types.
    private let bytes: Bytes
    private let valuesOffset: Int
    /// How many there are.
    public let count: Int

    static let codesPerWord = 16

    /// Reads the type words at the start of `bytes`.
    init(_ bytes: Bytes) throws(FormatError) {
        var count = 0
        var offset = 0
        while true {
            guard offset + 8 <= bytes.count else {
                throw FormatError(.body, at: offset, .tooShort(needed: 8, available: bytes.count - offset))
            }
            let word = bytes.u64(offset)
            offset += 8
            if word >> 60 != 0 {
                guard Self.codes(word) == Self.codesPerWord else {
                    throw FormatError(.body, at: offset - 8, .invalidField("type word", word))
                }
                count += Self.codesPerWord
            } else {
                count += Self.codes(word)
                break
            }
        }
        self.bytes = bytes
        valuesOffset = offset
        self.count = count
    }

    /// Codes in front of the first 0.
    private static func codes(_ word: UInt64) -> Int {
        // Folds each code into its lowest bit; the first clear one ends the list.
        let any = (word | word >> 1 | word >> 2 | word >> 3) & 0x1111_1111_1111_1111
        return (~any & 0x1111_1111_1111_1111).trailingZeroBitCount / 4
    }

    /// The type code of argument `index`.
    public func code(_ index: Int) -> UInt8 {
        precondition(index >= 0 && index < count, "no such argument")
        let word = bytes.u64(index / Self.codesPerWord * 8)
        return UInt8(truncatingIfNeeded: word >> UInt64(index % Self.codesPerWord * 4)) & 15
    }

    public func reader() -> Reader { Reader(self) }

    /// All of them.
    public func decoded() throws(FormatError) -> [Argument] {
        var arguments: [Argument] = []
        arguments.reserveCapacity(count)
        var reader = reader()
        while let argument = try reader.next() { arguments.append(argument) }
        return arguments
    }

    /// Decodes one argument after the other.
    public struct Reader: Sendable {
        private let list: ArgumentList
        private var values: ByteReader
        private var index = 0

        init(_ list: ArgumentList) {
            self.list = list
            values = ByteReader(list.bytes, from: list.valuesOffset)
        }

        /// The next argument, nil behind the last.
        public mutating func next() throws(FormatError) -> Argument? {
            guard index < list.count else { return nil }
            let argument = try Argument(code: list.code(index), from: &values)
            index += 1
            return argument
        }
    }

    /// Appends types and values.
    static func append(_ arguments: [Argument], to writer: inout ByteWriter) {
        var word: UInt64 = 0
        for (index, argument) in arguments.enumerated() {
            let place = index % codesPerWord
            word |= UInt64(argument.code) << UInt64(place * 4)
            if place == codesPerWord - 1 {
                writer.append(word)
                word = 0
            }
        }
        writer.append(word)
        for argument in arguments { argument.append(to: &writer) }
    }
}
