// The one error of this module: what, where, why.

/// Why some bytes are not what they should be.
public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The structure that was being read or made.
    public enum Part: String, Sendable {
        case superblock
        case sessionPage = "session page"
        case clockPage = "clock page"
        case counters
        case gapEntry = "gap entry"
        case gapSummary = "gap summary"
        case slotHeader = "slot header"
        case slot
        case frame
        case body = "frame body"
        case segmentHeader = "segment header"
        case blockHeader = "block header"
        case blockList = "block list"
        case blockPayload = "block payload"
        case rows = "block rows"
        case geometry
    }

    public enum Reason: Hashable, Sendable {
        case tooShort(needed: Int, available: Int)
        /// Nothing but zeros: never written, which is not damage.
        case empty
        case wrongMagic(UInt64)
        case wrongChecksum
        /// Intact, but it names another place.
        case wrongPlace(named: Int)
        /// Intact, but of another file.
        case wrongFile
        case unsupportedVersion(UInt32)
        /// Bits of the incompatible feature word that this build does not know.
        case unknownFeatures(UInt64)
        case invalidField(String, UInt64)
        case unknownCodec(UInt8)
        case unknownEncoding(UInt8)
        /// The codec refused the stored bytes.
        case codecFailed
        /// The codec's output is not what the writer put in.
        case wrongRawChecksum
        case geometry(Geometry.Fault)
    }

    public let part: Part
    /// File offset, or offset in the surrounding slot or payload; nil if it is not known.
    public var offset: Int?
    public let reason: Reason

    public init(_ part: Part, at offset: Int? = nil, _ reason: Reason) {
        self.part = part
        self.offset = offset
        self.reason = reason
    }

    public var description: String {
        let place = offset.map { " at \($0)" } ?? ""
        return "\(part.rawValue)\(place): \(reason.text)"
    }
}

extension FormatError.Reason {
    var text: String {
        switch self {
        case .tooShort(let needed, let available): "needs \(needed) bytes, there are \(available)"
        case .empty: "never written"
        case .wrongMagic(let magic): "begins with 0x\(hexadecimal(magic, digits: 16)), which is not its magic"
        case .wrongChecksum: "checksum does not match"
        case .wrongPlace(let named): "says that it belongs at \(named)"
        case .wrongFile: "belongs to another file"
        case .unsupportedVersion(let version): "format version \(version); this program reads version \(Format.version)"
        case .unknownFeatures(let bits): "needs features 0x\(String(bits, radix: 16)) that this program does not know"
        case .invalidField(let name, let value): "\(name) is \(value), which it cannot be"
        case .unknownCodec(let codec): "compressed with codec \(codec), which this program does not have"
        case .unknownEncoding(let encoding): "encoding \(encoding), which this program does not know"
        case .codecFailed: "does not decompress"
        case .wrongRawChecksum: "decompresses to something else than was stored"
        case .geometry(let fault): fault.description
        }
    }
}
