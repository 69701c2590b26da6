// One place that knows which codecs there are.

/// Codecs with their contexts; one per thread.
public struct Compressor: ~Copyable {
    private var deflater: Deflater?

    /// Without memory for a context, or with a codec that this build lacks, payloads are stored as they are.
    public init(_ codec: Codec, level: Int32 = 6) { deflater = codec == .zlib ? Deflater(level: level) : nil }

    /// The payload as it is to be stored, never longer than it was.
    public mutating func compress(_ raw: Bytes) -> (codec: Codec, stored: [UInt8]) {
        if let stored = deflater?.compress(raw, most: raw.count) { return (.zlib, stored) }
        return (.none, raw.array)
    }
}

public struct Decompressor: ~Copyable {
    private var inflater: Inflater?

    public init() {}

    /// The raw payload of a block whose stored bytes have passed their checksum.
    mutating func decompress(_ stored: Bytes, of header: BlockHeader) throws(FormatError) -> Bytes {
        func failure(_ reason: FormatError.Reason) -> FormatError {
            FormatError(.blockPayload, at: header.payloadOffset, reason)
        }
        switch header.codec {
        case .none:
            guard header.rawLength == stored.count else {
                throw failure(.invalidField("raw length", UInt64(header.rawLength)))
            }
            return stored
        case .zlib:
            if inflater == nil { inflater = Inflater() }
            guard let raw = inflater?.decompress(stored, length: header.rawLength) else { throw failure(.codecFailed) }
            return Bytes(raw)
        default: throw failure(.unknownCodec(header.codec.rawValue))
        }
    }
}
