import RingLogFormat

/// What a slot generation defines: shapes, labels, threads, field sets. Bodies are decoded when they are first used.
struct Definitions {
    private enum Lazy<Value> {
        case body(Bytes)
        case value(Value)
    }

    private var shapes: [UInt32: Lazy<MessageShape>] = [:]
    private var labels: [UInt16: [UInt8]] = [:]
    private var threads: [UInt32: ThreadName] = [:]
    private var fieldSets: [UInt32: [LogField]] = [:]

    struct ThreadName: Equatable {
        let name: [UInt8]
        let systemID: UInt64
    }

    /// Takes in a body if it defines something; a later one with the same id counts from there on.
    mutating func add(_ body: Bytes) {
        switch body.frameKind {
        case .shape where body.count >= 8: shapes[body.u32(4)] = .body(body)
        case .label:
            if let label = try? LabelDefinition(decoding: body) { labels[label.id] = label.text.array }
        case .thread:
            if let thread = try? ThreadDefinition(decoding: body) {
                threads[thread.ordinal] = ThreadName(name: thread.name.array, systemID: thread.systemID)
            }
        case .fieldSet:
            if let set = try? FieldSetDefinition(decoding: body) { fieldSets[set.id] = set.fields.map(LogField.init) }
        default: break
        }
    }

    mutating func shape(_ id: UInt32) -> MessageShape? {
        switch shapes[id] {
        case .value(let shape): return shape
        case .body(let body):
            guard let definition = try? ShapeDefinition(decoding: body) else { return nil }
            let shape = MessageShape(definition)
            shapes[id] = .value(shape)
            return shape
        case nil: return nil
        }
    }

    func label(_ id: UInt16) -> [UInt8]? { labels[id] }
    func thread(_ ordinal: UInt32) -> ThreadName? { threads[ordinal] }
    func fieldSet(_ id: UInt32) -> [LogField]? { fieldSets[id] }
}

/// Names a definition, for finding it elsewhere.
enum DefinitionKey: Hashable {
    case shape(UInt32)
    case label(UInt16)
    case thread(UInt32)
    case fieldSet(UInt32)

    /// What a body defines; nil if it is no definition.
    init?(_ body: Bytes) {
        guard body.count >= 8 else { return nil }
        switch body.frameKind {
        case .shape: self = .shape(body.u32(4))
        case .label: self = .label(body.u16(2))
        case .thread: self = .thread(body.u32(4))
        case .fieldSet: self = .fieldSet(body.u32(4))
        default: return nil
        }
    }
}
