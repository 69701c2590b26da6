/// Why an input cannot be read. The text says what failed, where, and what to do.
public struct ReaderError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// The operating system refused; its error number.
        case system(Int32)
        /// A FIFO, a device, a socket: what is not a file has no end to read from.
        case notAFile
        case isDirectory
        case empty
        /// No structure of a ring in it; what it looks like, if that is plain.
        case notARing(lookingLike: String?)
        /// Written by a later format version.
        case newerVersion(UInt32)
        /// Incompatible features that this version does not know.
        case unknownFeatures(UInt64)
        /// Nothing to write the copy of the standard input to.
        case noSpool(Int32)
    }

    public let reason: Reason
    public let path: String
    public let offset: UInt64?
    public let description: String

    public init(reason: Reason, path: String, offset: UInt64? = nil, description: String) {
        self.reason = reason
        self.path = path
        self.offset = offset
        self.description = description
    }
}
