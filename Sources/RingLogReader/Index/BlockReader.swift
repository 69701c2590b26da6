import RingLogFormat

/// Reads and decompresses blocks. What fails is paid for from a budget in multiples of the input, so that crafted
/// blocks cannot keep a reader busy.
final class BlockReader {
    enum Failure: Error {
        /// The bytes are not what the header says, read twice.
        case damaged(FormatError)
        /// The block is not there any more: a live file went on.
        case overwritten
        /// Intact, but this program lacks the codec or the encoding.
        case unsupported(FormatError)
        /// Too much has failed already.
        case exhausted
    }

    private let view: FileView
    private var decompressor = Decompressor()
    private var budget: Int

    init(_ view: FileView) {
        self.view = view
        budget = 4 * Int(clamping: min(view.input.size, 1 << 40)) + 16 * Format.mostRawBytes
    }

    /// The block with this header, which was found intact earlier.
    func read(_ header: BlockHeader) throws(Failure) -> Block {
        guard budget > 0 else { throw .exhausted }
        var last: FormatError?
        for _ in 0..<2 {
            let bytes = view.bytes(header.offset, header.length)
            guard (try? BlockHeader(decoding: bytes, at: header.offset, file: header.file)) == header else {
                throw .overwritten
            }
            do throws(FormatError) {
                return try Block(header, behind: bytes.suffix(from: BlockHeader.size), with: &decompressor)
            } catch {
                budget -= header.length + header.rawLength
                switch error.reason {
                case .unknownCodec, .unknownEncoding: throw .unsupported(error)
                default: last = error
                }
            }
        }
        throw .damaged(last ?? FormatError(.blockPayload, .wrongChecksum))
    }
}
