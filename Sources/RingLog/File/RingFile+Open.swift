// An existing file: looked at before it is touched, locked, and refused or set aside with a reason.

import RingLogFormat

extension RingFile {
    private static let lockMilliseconds = 200
    private static let lockStep = 10
    private static let mostAttempts = 8

    /// What a path leads to.
    enum Existing: ~Copyable {
        case nothing
        case ring(RingFile)
        /// A RingLog file that cannot be used, locked. It keeps its name until a new one is ready to take it.
        case unusable(Descriptor)
    }

    /// Looks at the file at `path` and locks it.
    static func openExisting(_ path: String, wanted: (Geometry) -> Bool) throws(RingError) -> Existing {
        try checkDirectory(of: path)
        for _ in 0..<mostAttempts {
            do {
                removeStaleTemporaries(for: path)
                guard let status = try existing(path) else { return .nothing }
                try check(status, path: path)
                let descriptor = Descriptor(try System.openForWriting(path))
                try checkOpened(descriptor, path: path)
                try lock(descriptor, path: path)
                // Renamed or replaced while we waited: what is locked is not what the path names.
                let opened = try System.status(of: descriptor)
                guard let named = try existing(path), named.isSameFile(as: opened) else { continue }
                if opened.size == 0 {
                    System.unlinkFile(path)
                    return .nothing
                }
                return try adopt(descriptor, path: path, size: opened.size, wanted: wanted)
            } catch let error as SystemError {
                throw error.at(path)
            } catch let error as RingError {
                throw error
            } catch {
                preconditionFailure("only these two are thrown")
            }
        }
        throw RingError(path: path, reason: .unsuitable("it is being replaced again and again"))
    }

    private static func existing(_ path: String) throws(SystemError) -> FileStatus? {
        do { return try System.status(ofPath: path) } catch {
            if error.code == System.notFound { return nil }
            throw error
        }
    }

    /// Before opening: opening a device can have effects of its own.
    private static func check(_ status: FileStatus, path: String) throws(RingError) {
        func refuse(_ why: String) -> RingError { RingError(path: path, reason: .unsuitable(why)) }
        guard status.isRegular else { throw refuse("it is \(status.kindName)") }
        guard status.owner == System.userID else { throw refuse("it belongs to user \(status.owner)") }
        guard status.links == 1 else { throw refuse("it has \(status.links) names (hard links)") }
    }

    /// Also before a new file is made: whoever may replace it may have us write elsewhere. A missing directory is the
    /// caller's next error.
    private static func checkDirectory(of path: String) throws(RingError) {
        func refuse(_ why: String) -> RingError { RingError(path: path, reason: .unsuitable(why)) }
        let folder = directory(of: path)
        if let link = try? System.status(ofPath: folder), link.isLink, ![0, System.userID].contains(link.owner) {
            throw refuse("its directory is a symbolic link of user \(link.owner)")
        }
        if let status = try? System.status(following: folder), status.isOpenToAll {
            throw refuse("everybody may replace files in its directory")
        }
    }

    private static func checkOpened(_ descriptor: borrowing Descriptor, path: String) throws(RingError) {
        do { try check(System.status(of: descriptor), path: path) } catch let error as SystemError {
            throw error.at(path)
        } catch let error as RingError {
            throw error
        } catch {
            preconditionFailure("only these two are thrown")
        }
    }

    /// A probe of a reader may hold the lock for a moment, so one refusal says little.
    private static func lock(_ descriptor: borrowing Descriptor, path: String) throws(RingError) {
        do {
            var waited = 0
            while try !System.lock(descriptor) {
                guard waited < lockMilliseconds else {
                    let holder = Holder.of(try System.status(of: descriptor))
                    throw RingError(
                        path: path, reason: .inUse(processID: holder.processID, executable: holder.executable))
                }
                System.sleep(milliseconds: lockStep)
                waited += lockStep
            }
        } catch let error as SystemError {
            throw error.at(path)
        } catch let error as RingError {
            throw error
        } catch {
            preconditionFailure("only these two are thrown")
        }
    }

    private static func adopt(
        _ descriptor: consuming Descriptor, path: String, size: Int64, wanted: (Geometry) -> Bool
    ) throws(RingError) -> Existing {
        let head: [UInt8]
        do throws(SystemError) { head = try System.read(8192, from: descriptor.number, at: 0) } catch {
            throw error.at(path)
        }
        guard let superblock = superblock(in: head, size: size), superblock.mayBeWritten, wanted(superblock.geometry)
        else {
            guard hasMagic(head) else { throw RingError(path: path, reason: .notARing) }
            return .unusable(descriptor)
        }
        return .ring(RingFile(descriptor: descriptor, path: path, superblock: superblock))
    }

    /// The newer of the valid copies, if the file is as long as it says.
    private static func superblock(in head: [UInt8], size: Int64) -> Superblock? {
        let bytes = Bytes(head)
        return ([0] + Format.units)
            .compactMap { at -> Superblock? in
                guard at <= bytes.count else { return nil }
                return try? Superblock(decoding: bytes.suffix(from: at), at: at)
            }
            .filter { Int64($0.geometry.capacity) == size }
            .max { $0.sequence < $1.sequence }
    }

    private static func hasMagic(_ head: [UInt8]) -> Bool {
        let bytes = Bytes(head)
        return ([0] + Format.units).contains { at in
            bytes.count >= at + 8 && bytes.u64(at) == Superblock.magic
        }
    }

    /// A RingLog file that cannot be used (another format, another layout, damaged) is kept under another name; two of
    /// them, the newest.
    static func setAside(_ path: String) throws(SystemError) {
        let first = "\(path).aside-1", second = "\(path).aside-2"
        if try existing(first) == nil {
            try System.renameFile(path, first)
        } else {
            if try existing(second) != nil { try System.renameFile(second, first) }
            try System.renameFile(path, second)
        }
    }
}

extension FileStatus {
    /// What a file is that is not a regular one.
    var kindName: String {
        switch kind {
        case System.directoryKind: "a directory"
        case System.linkKind: "a symbolic link"
        case System.pipeKind: "a FIFO"
        case System.socketKind: "a socket"
        default: "a device"
        }
    }

    /// Writable by everybody and not sticky: anybody could put another file in the place of ours.
    var isOpenToAll: Bool { isDirectory && mode & 0o002 != 0 && mode & 0o1000 == 0 }
}
