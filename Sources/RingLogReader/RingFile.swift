/// One input, indexed: where its slots and blocks are, its sessions, its clock. Opening reads headers, lists and slots; blocks are
/// decompressed when their records' turn comes. Never more than a fixed budget is in memory, whatever the input.
public final class RingFile {
    public let input: RingInput
    /// Its place among the files of one reading.
    public let index: Int

    /// Throws if this is no ring, or one that must not be interpreted; damage is no error.
    public init(_ input: RingInput, index: Int = 0) throws(ReaderError) {
        self.input = input
        self.index = index
        throw ReaderError.empty(input.name)
    }

    /// What `info` tells.
    public var summary: FileSummary { fatalError("not yet") }

    /// The file's sessions, oldest first.
    public var sessions: [SessionInfo] { summary.sessions }
}
