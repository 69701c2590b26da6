// A record as a value, to make one. Reading goes through `RecordView`.

public struct Record: Equatable, Sendable {
    public var level: Level
    public var labelID: UInt16
    public var thread: UInt32
    public var ticks: UInt64
    public var sequence: UInt32
    public var shapeID: UInt32
    public var fieldSetID: UInt32 = 0
    public var inlineShape: ShapeDefinition?
    public var arguments: [Argument]
    public var metadata: [Argument.Pair]

    public init(
        level: Level, labelID: UInt16 = 0, thread: UInt32, ticks: UInt64, sequence: UInt32, shapeID: UInt32 = 0,
        fieldSetID: UInt32 = 0, inlineShape: ShapeDefinition? = nil, arguments: [Argument] = [],
        metadata: [Argument.Pair] = []
    ) {
        self.level = level
        self.labelID = labelID
        self.thread = thread
        self.ticks = ticks
        self.sequence = sequence
        self.shapeID = shapeID
        self.fieldSetID = fieldSetID
        self.inlineShape = inlineShape
        self.arguments = arguments
        self.metadata = metadata
    }

    /// All of a record, copied out of its body.
    public init(_ view: RecordView) throws(FormatError) {
        let all = try view.arguments.decoded()
        self.init(
            level: view.level, labelID: view.labelID, thread: view.thread, ticks: view.ticks, sequence: view.sequence,
            shapeID: view.shapeID, fieldSetID: view.fieldSetID,
            inlineShape: try view.inlineShape.map { (body) throws(FormatError) in try ShapeDefinition(decoding: body) },
            arguments: Array(all.prefix(view.shapeArguments)),
            metadata: Argument.pairs(all.dropFirst(view.shapeArguments)))
    }

    public func encoded() -> [UInt8] {
        precondition(metadata.count <= Int(UInt16.max), "the number of metadata pairs is 16 bits")
        let isExtended = fieldSetID != 0 || !metadata.isEmpty
        var flags = level.rawValue
        if isExtended { flags |= RecordView.extendedFlag }
        if inlineShape != nil { flags |= RecordView.inlineFlag }
        var writer = ByteWriter(reserving: 64)
        writer.append(FrameKind.record.rawValue)
        writer.append(flags)
        writer.append(labelID)
        writer.append(thread)
        writer.append(ticks)
        writer.append(sequence)
        writer.append(inlineShape == nil ? shapeID : 0)
        if isExtended {
            writer.append(fieldSetID)
            writer.append(UInt16(metadata.count))
            writer.append(UInt16(0))
        }
        if let shape = inlineShape?.encoded() {
            writer.append(UInt32(shape.count))
            writer.append(UInt32(0))
            writer.append(shape)
        }
        ArgumentList.append(arguments + metadata.flatMap { [$0.key, $0.value] }, to: &writer)
        return writer.bytes
    }
}

extension Argument {
    /// A field: its name (a string, as a rule) and its value.
    public struct Pair: Equatable, Sendable {
        public var key: Argument
        public var value: Argument

        public init(key: Argument, value: Argument) {
            self.key = key
            self.value = value
        }
    }

    /// Keys and values, alternating, as pairs; a key without value is left out.
    public static func pairs(_ arguments: some Collection<Argument>) -> [Pair] {
        var pairs: [Pair] = []
        var key: Argument?
        for argument in arguments {
            if let open = key {
                pairs.append(Pair(key: open, value: argument))
                key = nil
            } else {
                key = argument
            }
        }
        return pairs
    }
}
