// Labels, threads and field sets: defined once in each slot generation that uses them.

public struct LabelDefinition: FrameBody, Equatable {
    public static let kind = FrameKind.label
    public var id: UInt16
    public var text: Bytes

    public init(id: UInt16, text: Bytes) {
        self.id = id
        self.text = text
    }

    public init(decoding body: Bytes) throws(FormatError) {
        let body = try Self.checked(body, size: 8)
        id = body.u16(2)
        guard let text = body.slice(8, Int(body.u32(4))) else {
            throw Self.failure(.invalidField("length of the label", UInt64(body.u32(4))))
        }
        self.text = text
    }

    public func encoded() -> [UInt8] {
        var writer = Self.writer(size: 8)
        writer.set(id, at: 2)
        writer.set(UInt32(text.count), at: 4)
        writer.append(text)
        writer.pad(to: 8)
        return writer.bytes
    }
}

public struct ThreadDefinition: FrameBody, Equatable {
    public static let kind = FrameKind.thread
    /// 1, 2, 3, … in the process.
    public var ordinal: UInt32
    /// Of the operating system.
    public var systemID: UInt64
    public var name: Bytes

    public init(ordinal: UInt32, systemID: UInt64, name: Bytes) {
        self.ordinal = ordinal
        self.systemID = systemID
        self.name = name
    }

    public init(decoding body: Bytes) throws(FormatError) {
        let body = try Self.checked(body, size: 16)
        ordinal = body.u32(4)
        systemID = body.u64(8)
        guard let name = body.slice(16, Int(body.u16(2))) else {
            throw Self.failure(.invalidField("length of the name", UInt64(body.u16(2))))
        }
        self.name = name
    }

    public func encoded() -> [UInt8] {
        precondition(name.count <= Int(UInt16.max), "the length of a thread's name is 16 bits")
        var writer = Self.writer(size: 16)
        writer.set(UInt16(name.count), at: 2)
        writer.set(ordinal, at: 4)
        writer.set(systemID, at: 8)
        writer.append(name)
        writer.pad(to: 8)
        return writer.bytes
    }
}

/// Fields that are bound to a logger and go with each of its records.
public struct FieldSetDefinition: FrameBody, Equatable {
    public static let kind = FrameKind.fieldSet
    public var id: UInt32
    public var fields: [Argument.Pair]

    public init(id: UInt32, fields: [Argument.Pair]) {
        self.id = id
        self.fields = fields
    }

    public init(decoding body: Bytes) throws(FormatError) {
        let body = try Self.checked(body, size: 16)
        id = body.u32(4)
        let arguments = try ArgumentList(body.suffix(from: 8))
        guard arguments.count == 2 * Int(body.u16(2)) else {
            throw Self.failure(.invalidField("number of pairs", UInt64(body.u16(2))))
        }
        fields = Argument.pairs(try arguments.decoded())
    }

    public func encoded() -> [UInt8] {
        precondition(fields.count <= Int(UInt16.max), "the number of pairs is 16 bits")
        var writer = Self.writer(size: 8)
        writer.set(UInt16(fields.count), at: 2)
        writer.set(id, at: 4)
        ArgumentList.append(fields.flatMap { [$0.key, $0.value] }, to: &writer)
        return writer.bytes
    }
}
