// The latest relation of the session's counter to the host's clocks. Two copies, written alternately.

public struct ClockPage: FileStructure, Equatable {
    public static let part = FormatError.Part.clockPage
    public static let magic = Magic.clockPage
    public static let size = Format.clockPageSize

    public var offset: Int
    public var file: FileID
    public var nonce: UInt64
    public var sequence: UInt64
    public var reading: ClockReading

    public init(offset: Int, file: FileID, nonce: UInt64, sequence: UInt64, reading: ClockReading) {
        self.offset = offset
        self.file = file
        self.nonce = nonce
        self.sequence = sequence
        self.reading = reading
    }

    public init(verified bytes: Bytes, offset: Int, file: FileID) throws(FormatError) {
        self.init(
            offset: offset, file: file, nonce: bytes.u64(32), sequence: bytes.u64(40),
            reading: ClockReading(bytes, at: 48))
    }

    public func write(_ writer: inout ByteWriter) {
        writer.set(nonce, at: 32)
        writer.set(sequence, at: 40)
        reading.write(&writer, at: 48)
    }
}
