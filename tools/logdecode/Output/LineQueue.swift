/// The last records of a stream and the notes between them, for --last: bounded in number and in bytes.
struct LineQueue {
    private let limit: Int
    private let byteLimit: Int
    /// Lines one behind the other; those before `start` are gone.
    private var bytes: [UInt8] = []
    private var start = 0
    private var entries: [Entry] = []
    private var firstEntry = 0
    private(set) var records = 0
    /// Records of the last `limit` that had to go because of `byteLimit`.
    private(set) var overflowed = false

    private struct Entry {
        var length: Int
        /// Nil for a note.
        var session: UInt64?
    }

    init(limit: Int, byteLimit: Int = 1 << 30) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// `session` is that of the record; nil for a note.
    mutating func append(_ line: [UInt8], session: UInt64?) {
        bytes.append(contentsOf: line)
        entries.append(Entry(length: line.count, session: session))
        if session != nil { records += 1 }
        while records > limit { removeFirst() }
        while bytes.count - start > byteLimit, firstEntry < entries.count {
            overflowed = true
            removeFirst()
        }
        compact()
    }

    private mutating func removeFirst() {
        let entry = entries[firstEntry]
        firstEntry += 1
        start += entry.length
        if entry.session != nil { records -= 1 }
    }

    /// Moves what is left to the front once more is gone than is left: each byte moves once on average.
    private mutating func compact() {
        if start > max(1 << 16, bytes.count / 2) {
            bytes.removeSubrange(..<start)
            start = 0
        }
        if firstEntry > max(1 << 10, entries.count / 2) {
            entries.removeSubrange(..<firstEntry)
            firstEntry = 0
        }
    }

    /// What is left, as lines.
    var contents: ArraySlice<UInt8> { bytes[start...] }

    /// The sessions of the records that are left.
    var sessions: Set<UInt64> { Set(entries[firstEntry...].lazy.compactMap(\.session)) }
}
