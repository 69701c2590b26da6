// Who writes the file: one process between opening and closing it. Two copies.

public struct SessionPage: FileStructure, Equatable {
    public static let part = FormatError.Part.sessionPage
    public static let magic = Magic.sessionPage
    public static let size = Format.sessionPageSize

    public var offset: Int
    public var file: FileID
    /// Sequence of the page; of two valid copies the higher one counts.
    public var sequence: UInt64
    public var session: Session
    public var ended: Bool
    public var ending: SessionEnding

    public init(
        offset: Int, file: FileID, sequence: UInt64, session: Session, ended: Bool = false,
        ending: SessionEnding = .notEnded
    ) {
        self.offset = offset
        self.file = file
        self.sequence = sequence
        self.session = session
        self.ended = ended
        self.ending = ending
    }

    public init(verified bytes: Bytes, offset: Int, file: FileID) throws(FormatError) {
        self.offset = offset
        self.file = file
        session = Session(page: bytes, at: 0)
        guard session.nonce != 0 else { throw FormatError(Self.part, at: offset, .invalidField("nonce", 0)) }
        ended = bytes.u8(117) != 0
        ending = SessionEnding(rawValue: bytes.u8(118))
        sequence = bytes.u64(120)
    }

    public func write(_ writer: inout ByteWriter) {
        session.write(&writer, page: 0)
        writer.set(UInt8(ended ? 1 : 0), at: 117)
        writer.set(ending.rawValue, at: 118)
        writer.set(sequence, at: 120)
    }
}

/// What a session page and a session's start frame say about the session.
public struct Session: Equatable, Sendable {
    /// Random, never 0.
    public var nonce: UInt64
    public var boot: BootID
    /// 1, 2, 3, … in this file.
    public var ordinal: UInt32
    public var processID: UInt32 = 0
    public var pidNamespace: UInt64 = 0
    /// Field 22 of `/proc/PID/stat`.
    public var processStart: UInt64 = 0
    public var opened: ClockReading
    public var executable: [UInt8] = []
    public var buildID: [UInt8] = []
    public var host: [UInt8] = []
    public var timeNamespace: UInt64 = 0
    public var userID: UInt32 = 0

    static let longestExecutable = 126
    static let longestBuildID = 38
    static let longestHost = 62
    /// The stretch of the page that a start frame repeats.
    static let frameRange = 32..<496

    public init(nonce: UInt64, boot: BootID, ordinal: UInt32, opened: ClockReading) {
        self.nonce = nonce
        self.boot = boot
        self.ordinal = ordinal
        self.opened = opened
    }

    /// Reads the fields of a page that would start at `page` (negative for a start frame, which lacks its beginning).
    init(page bytes: Bytes, at page: Int) {
        nonce = bytes.u64(page + 32)
        boot = BootID(bytes, at: page + 40)
        ordinal = bytes.u32(page + 56)
        processID = bytes.u32(page + 60)
        pidNamespace = bytes.u64(page + 64)
        processStart = bytes.u64(page + 72)
        opened = ClockReading(bytes, at: page + 80)
        executable = Self.text(bytes, at: page + 128, most: Self.longestExecutable)
        buildID = Self.text(bytes, at: page + 256, most: Self.longestBuildID)
        host = Self.text(bytes, at: page + 296, most: Self.longestHost)
        timeNamespace = bytes.u64(page + 360)
        userID = bytes.u32(page + 368)
    }

    private static func text(_ bytes: Bytes, at offset: Int, most: Int) -> [UInt8] {
        let length = min(most, Int(bytes.u16(offset)))
        return bytes[offset + 2..<offset + 2 + length].array
    }

    func write(_ writer: inout ByteWriter, page: Int) {
        precondition(nonce != 0, "a session's nonce is never 0")
        writer.set(nonce, at: page + 32)
        boot.write(&writer, at: page + 40)
        writer.set(ordinal, at: page + 56)
        writer.set(processID, at: page + 60)
        writer.set(pidNamespace, at: page + 64)
        writer.set(processStart, at: page + 72)
        opened.write(&writer, at: page + 80)
        // Of a path the end says more, of the others the beginning.
        Self.set(&writer, executable.suffix(Self.longestExecutable), at: page + 128)
        Self.set(&writer, buildID.prefix(Self.longestBuildID), at: page + 256)
        Self.set(&writer, host.prefix(Self.longestHost), at: page + 296)
        writer.set(timeNamespace, at: page + 360)
        writer.set(userID, at: page + 368)
    }

    private static func set(_ writer: inout ByteWriter, _ text: ArraySlice<UInt8>, at offset: Int) {
        writer.set(UInt16(text.count), at: offset)
        writer.set(text, at: offset + 2)
    }
}
