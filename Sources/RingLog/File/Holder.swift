// Who holds a file's lock, for the error message.

enum Holder {
    /// The process that `/proc/locks` names for the file's lock, and its executable; nil if it cannot be told.
    static func of(_ status: FileStatus) -> (processID: Int32?, executable: String?) {
        guard let bytes = System.contents("/proc/locks") else { return (nil, nil) }
        let holders = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line -> Int32? in
            // 1: FLOCK  ADVISORY  WRITE 4711 fe:00:131 0 EOF
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            guard fields.count >= 6, fields[1] == "FLOCK", let inode = fields[5].split(separator: ":").last,
                UInt64(inode) == status.inode, let processID = Int32(fields[4]), processID > 0
            else { return nil }
            return processID
        }
        // The device is of no help: some file systems show another one here than in `stat`. So a number that is not
        // unique names nobody.
        guard let processID = holders.first, holders.allSatisfy({ $0 == processID }) else { return (nil, nil) }
        return (processID, System.linkTarget("/proc/\(processID)/exe"))
    }
}
