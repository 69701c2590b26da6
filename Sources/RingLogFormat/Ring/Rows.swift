// The row encoding: the bodies of frames, one after the other, each behind its length.

/// Collects the bodies of one or more slots.
public struct RowWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    public var count: Int { bytes.count }

    /// Adds a body as it was in its slot.
    public mutating func append(_ body: Bytes) {
        precondition(!body.isEmpty && body.count % Format.frameAlignment == 0, "a body is a multiple of 8 bytes")
        let eighths = UInt16(body.count / Format.frameAlignment)
        withUnsafeBytes(of: eighths.littleEndian) { bytes.append(contentsOf: $0) }
        body.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    public mutating func append(_ body: [UInt8]) { append(Bytes(body)) }

    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}

/// Gives back the bodies of one list entry.
public struct RowReader: Sendable {
    private let rows: Bytes
    private var offset = 0

    public init(_ rows: Bytes) { self.rows = rows }

    /// The next body, nil behind the last.
    public mutating func next() throws(FormatError) -> Bytes? {
        guard offset < rows.count else { return nil }
        guard let head = rows.slice(offset, 2) else {
            throw failure(.tooShort(needed: 2, available: rows.count - offset))
        }
        let length = Int(head.u16(0)) * Format.frameAlignment
        guard length > 0 else { throw failure(.invalidField("length of a body", 0)) }
        guard let body = rows.slice(offset + 2, length) else {
            throw failure(.tooShort(needed: length, available: rows.count - offset - 2))
        }
        offset += 2 + length
        return body
    }

    private func failure(_ reason: FormatError.Reason) -> FormatError { FormatError(.rows, at: offset, reason) }
}
