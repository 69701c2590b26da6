// The ring's file: open, locked, ours. Lives on the compactor's thread, in that thread's own descriptor table, so that
// a host that closes or reuses descriptors can never make a block land in one of its own files.

import RingLogFormat

struct RingFile: ~Copyable {
    let descriptor: Descriptor
    let path: String
    var superblock: Superblock
    /// Whether the descriptor number is the host's to close: then every write checks first what the number means.
    var isShared = false

    var geometry: Geometry { superblock.geometry }

    init(descriptor: consuming Descriptor, path: String, superblock: Superblock) {
        self.descriptor = descriptor
        self.path = path
        self.superblock = superblock
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
        if isShared { try checkIdentity() }
        try System.write(bytes[...], to: descriptor.number, at: offset)
    }

    func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        try System.read(count, from: descriptor.number, at: offset)
    }

    /// The file still has its length and its superblock: nobody truncated, replaced or overwrote it.
    func checkIdentity() throws(SystemError) {
        let status = try System.status(of: descriptor)
        guard status.isRegular, status.size == Int64(geometry.capacity) else {
            throw SystemError(call: "check: the file was truncated or replaced; fstat", code: System.stale)
        }
        let bytes = try read(at: 0, count: Format.superblockSize)
        guard let found = try? Superblock(decoding: Bytes(bytes), at: 0), found.file == superblock.file else {
            throw SystemError(call: "check: the file was overwritten; pread", code: System.stale)
        }
    }
}
