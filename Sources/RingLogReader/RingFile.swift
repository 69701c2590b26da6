import RingLogFormat

/// One input, indexed: where its slots and blocks are, its sessions, its clock. Opening reads headers, lists and slots;
/// blocks are decompressed when their records' turn comes. Never more than a fixed budget is in memory, whatever the
/// input.
public final class RingFile {
    public let input: RingInput
    /// Its place among the files of one reading.
    public let index: Int
    let contents: FileIndex
    let blocks: BlockReader
    let switches: Switches

    /// Throws if this is no ring, or one that must not be interpreted; damage is no error.
    public convenience init(_ input: RingInput, index: Int = 0) throws(ReaderError) {
        try self.init(input, index: index, switches: Switches())
    }

    @_spi(Testing)
    public init(_ input: RingInput, index: Int = 0, switches: Switches) throws(ReaderError) {
        self.input = input
        self.index = index
        self.switches = switches
        let layout = try Finder.find(input, index: index)
        blocks = BlockReader(layout.view)
        var contents = FileIndex(layout, file: index, blocks: blocks, switches: switches)
        if contents.damages.count > 0, !input.isFixed {
            // Beside a writer, headers and blocks may not fit each other: damage is what a second reading shows too.
            let first = contents
            contents = FileIndex(layout, file: index, blocks: blocks, switches: switches)
            contents.confirm(by: first)
        }
        self.contents = contents
    }

    /// What `info` tells.
    public var summary: FileSummary { FileSummary(contents, name: input.name) }

    /// The file's sessions, oldest first.
    public var sessions: [SessionInfo] { contents.sessions.infos(file: index, clock: contents.clock) }

    /// What is damaged in headers, lists and slots; what is in blocks shows when they are read.
    public var damages: [Damage] { contents.damages.list }
}
