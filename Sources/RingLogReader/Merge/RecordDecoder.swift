import RingLogFormat

/// Makes a record of what a run has read, with definitions from the run itself or, if damage took them, from elsewhere.
struct RecordDecoder {
    /// Index of the file among those of the reading.
    let file: Int
    /// By session nonce: definitions from other generations.
    var borrowed: [UInt64: Definitions] = [:]

    mutating func decode(_ view: RecordView, of run: Run, realtime: Int64) -> LogRecord {
        var marks: RecordMarks = []
        let nonce = run.origin.nonce
        let label =
            view.labelID == 0
            ? nil
            : pick(run.definitions.label(view.labelID), borrowed[nonce]?.label(view.labelID), .contextLost, &marks)
        let thread = pick(
            run.definitions.thread(view.thread), borrowed[nonce]?.thread(view.thread), .contextLost, &marks)
        let bound =
            view.fieldSetID == 0
            ? []
            : pick(
                run.definitions.fieldSet(view.fieldSetID), borrowed[nonce]?.fieldSet(view.fieldSetID), .contextLost,
                &marks)
        let (arguments, metadata) = values(view, &marks)
        var shape = shape(view, of: run, &marks)
        if let known = shape, known.pieces.count != arguments.count {
            shape = nil
            marks.insert(.unknown)
        }
        if shape?.textCut == true { marks.insert(.textCut) }
        if arguments.contains(where: { $0.cutBytes > 0 }) || metadata.contains(where: { $0.value.cutBytes > 0 }) {
            marks.insert(.textCut)
        }
        if arguments.contains(where: \.isUnknown) || metadata.contains(where: \.value.isUnknown) {
            marks.insert(.unknown)
        }
        return LogRecord(
            identity: run.identity(view), epoch: run.origin.epoch, ticks: view.ticks, realtime: realtime,
            level: LogLevel(rawValue: view.level.rawValue), label: label,
            threadName: thread.flatMap { $0.name.isEmpty ? nil : $0.name }, threadSystemID: thread?.systemID ?? 0,
            session: run.origin.ordinal, file: file, shape: shape, arguments: arguments, metadata: metadata,
            bound: bound ?? [], marks: marks)
    }

    private func pick<Value>(
        _ own: Value?, _ other: Value?, _ lost: RecordMarks, _ marks: inout RecordMarks
    ) -> Value? {
        if let own { return own }
        marks.insert(other == nil ? lost : .definitionBorrowed)
        return other
    }

    private mutating func shape(_ view: RecordView, of run: Run, _ marks: inout RecordMarks) -> MessageShape? {
        if let inline = view.inlineShape {
            let definition = try? ShapeDefinition(decoding: inline)
            if definition == nil { marks.insert(.definitionLost) }
            return definition.map(MessageShape.init)
        }
        let own = run.definitions.shape(view.shapeID)
        return pick(own, own == nil ? borrowed[run.origin.nonce]?.shape(view.shapeID) : nil, .definitionLost, &marks)
    }

    /// The arguments of the message, then the metadata. What cannot be decoded ends the list.
    private func values(_ view: RecordView, _ marks: inout RecordMarks) -> ([LogValue], [LogField]) {
        var values: [Argument] = []
        var reader = view.arguments.reader()
        do throws(FormatError) {
            while let argument = try reader.next() { values.append(argument) }
        } catch {
            marks.insert(.unknown)
        }
        return (
            values.prefix(view.shapeArguments).map(LogValue.init),
            Argument.pairs(values.dropFirst(view.shapeArguments)).map(LogField.init)
        )
    }
}
