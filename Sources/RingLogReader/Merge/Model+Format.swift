import RingLogFormat

extension MessageShape {
    convenience init(_ definition: ShapeDefinition) {
        self.init(
            file: definition.file.array, line: definition.line, pieces: definition.pieces.map(Piece.init),
            tail: definition.lastLiteral.array, textCut: definition.isCut)
    }
}

extension MessageShape.Piece {
    init(_ piece: ShapeDefinition.Piece) {
        self.init(
            literal: piece.literal.array, key: piece.key?.array,
            style: MessageShape.Style(rawValue: piece.argument.style.rawValue) ?? .automatic,
            options: MessageShape.Options(rawValue: piece.argument.flags.rawValue), precision: piece.argument.precision,
            columns: piece.argument.columns)
    }
}

extension LogValue {
    init(_ argument: Argument) {
        switch argument {
        case .signed(let value): self = .int(value)
        case .unsigned(let value): self = .uint(value)
        case .double(let value): self = .double(value)
        case .float(let value): self = .float(value)
        case .bool(let value): self = .bool(value)
        case .string(let bytes, let cut): self = .string(bytes.array, cutBytes: cut)
        case .bytes(let bytes, let cut): self = .bytes(bytes.array, cutBytes: cut)
        case .null: self = .none
        case .signed128(let value): self = .int128(value)
        case .unsigned128(let value): self = .uint128(value)
        case .withheld: self = .withheld
        case .hash(let value): self = .hash(value)
        case .uuid(let bytes): self = .uuid(bytes.array)
        case .unknown(let code, let bytes, let cut): self = .unknown(code: code, bytes.array, cutBytes: cut)
        }
    }

    var isUnknown: Bool {
        if case .unknown = self { return true }
        return false
    }
}

extension LogField {
    init(_ pair: Argument.Pair) {
        // A key is a string; if it is not, its text serves.
        var name: [UInt8] = []
        LogValue(pair.key).render(into: &name, markingCuts: false)
        self.init(name: name, value: LogValue(pair.value))
    }
}
