extension LogRecord {
    /// Appends the message: literals and arguments, formatted as the call site asked. Raw bytes, nothing is escaped:
    /// text may hold control characters and invalid UTF-8. With `markingCuts`, text that was cut is followed by a note.
    public func renderMessage(into output: inout [UInt8], markingCuts: Bool = true) {
        guard let shape else {
            output.append(contentsOf: "<message text lost>".utf8)
            for (index, argument) in arguments.enumerated() {
                output.append(contentsOf: (index == 0 ? " " : ", ").utf8)
                argument.render(into: &output, markingCuts: markingCuts)
            }
            return
        }
        for (piece, argument) in zip(shape.pieces, arguments) {
            output.append(contentsOf: piece.literal)
            if piece.options.contains(.hidden) { continue }
            let start = output.count
            argument.render(into: &output, as: piece, markingCuts: markingCuts)
            pad(&output, from: start, to: piece.columns)
        }
        output.append(contentsOf: shape.tail)
        if shape.textCut && markingCuts { output.append(contentsOf: "<text cut>".utf8) }
    }

    /// The message as bytes.
    public var message: [UInt8] {
        var output: [UInt8] = []
        renderMessage(into: &output)
        return output
    }
}

/// Fills what was appended behind `start` with spaces up to `columns` Unicode scalars; positive aligns right.
private func pad(_ output: inout [UInt8], from start: Int, to columns: Int16) {
    guard columns != 0 else { return }
    // Continuation bytes take no column.
    let width = output[start...].count { $0 & 0xC0 != 0x80 }
    let missing = Int(columns.magnitude) - width
    guard missing > 0 else { return }
    let spaces = repeatElement(UInt8(ascii: " "), count: missing)
    if columns > 0 { output.insert(contentsOf: spaces, at: start) } else { output.append(contentsOf: spaces) }
}
