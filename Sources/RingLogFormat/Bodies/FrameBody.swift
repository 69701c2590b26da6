// What all bodies have in common: the kind in the first byte, a length that is a multiple of 8.

/// The body of a frame, without what seals it.
public protocol FrameBody: Sendable {
    static var kind: FrameKind { get }
    init(decoding body: Bytes) throws(FormatError)
    func encoded() -> [UInt8]
}

extension FrameBody {
    /// `body` if it is of this kind and has at least `size` bytes. Longer is fine: a later version may have added
    /// fields.
    static func checked(_ body: Bytes, size: Int) throws(FormatError) -> Bytes {
        guard body.count >= size else { throw failure(.tooShort(needed: size, available: body.count)) }
        guard body.u8(0) == kind.rawValue else { throw failure(.invalidField("kind", UInt64(body.u8(0)))) }
        return body
    }

    static func failure(_ reason: FormatError.Reason) -> FormatError { FormatError(.body, reason) }

    /// Zeros of `size` bytes that begin with the kind.
    static func writer(size: Int) -> ByteWriter {
        var writer = ByteWriter(zeros: size)
        writer.set(kind.rawValue, at: 0)
        return writer
    }
}

extension Bytes {
    /// The kind of the body that starts here; nil if there is none.
    @inlinable public var frameKind: FrameKind? { isEmpty ? nil : FrameKind(rawValue: u8(0)) }
}
