// A new file appears under its name only when it is whole: made under a temporary name, allocated, zeroed where it will
// be mapped, synced, then renamed. What fails is undone; what a kill leaves behind is removed by the next open.

import CRingLog
import RingLogFormat

extension RingFile {
    /// A locked file of the wanted layout, all zeros but for its superblocks. With `replacing`, what has the name now
    /// is set aside once the new file is whole: on a full disk the old one stays where it is.
    static func create(
        _ path: String, superblock: Superblock, mode: UInt32, replacing: Bool
    ) throws(RingError) -> RingFile {
        let temporary = temporaryName(for: path)
        do throws(SystemError) {
            let descriptor = Descriptor(try System.create(temporary, mode: mode))
            // Locked before anybody can see it under its real name.
            guard try System.lock(descriptor) else { throw SystemError(call: "flock", code: System.wouldBlock) }
            let geometry = superblock.geometry
            try System.allocate(descriptor, bytes: geometry.capacity)
            // Written, not only reserved: unwritten extents lose mapped data in a power cut.
            try System.writeZeros(descriptor, bytes: geometry.mappedBytes)
            let file = RingFile(descriptor: descriptor, path: path, superblock: superblock)
            try file.writeSuperblocks()
            try System.sync(file.descriptor.number)
            if replacing { try setAside(path) }
            try System.publish(temporary, as: path)
            try? System.syncDirectory(directory(of: path))
            return file
        } catch {
            System.unlinkFile(temporary)
            throw error.at(path)
        }
    }

    func writeSuperblocks() throws(SystemError) {
        for copy in 0..<2 {
            var block = superblock
            block.offset = geometry.superblockOffset(copy: copy)
            try write(block.encoded(), at: block.offset)
        }
    }

    /// Writes what the caller wants otherwise than the file has it into the superblocks, one after the other. A copy
    /// that was lost is written again: a file that lives on shall not stay one sector away from its end.
    mutating func adjustPreferences(_ wanted: Wanted) throws(SystemError) {
        var changed = superblock
        wanted.apply(to: &changed)
        if changed != superblock {
            changed.sequence += 1
            superblock = changed
        } else if try bothSuperblocksAreWhole() {
            return
        }
        try writeSuperblocks()
    }

    private func bothSuperblocksAreWhole() throws(SystemError) -> Bool {
        for copy in 0..<2 {
            var block = superblock
            block.offset = geometry.superblockOffset(copy: copy)
            if try read(at: block.offset, count: Format.superblockSize) != block.encoded() { return false }
        }
        return true
    }

    // MARK: Temporary names

    private static func temporaryPrefix(for path: String) -> String { ".\(name(of: path)).new-" }

    private static func temporaryName(for path: String) -> String {
        let random = SystemRandom.word()
        return "\(directory(of: path))/\(temporaryPrefix(for: path))\(String(random, radix: 16))"
    }

    /// Removes temporary files of this path that nobody is making any more.
    static func removeStaleTemporaries(for path: String) {
        let folder = directory(of: path), prefix = temporaryPrefix(for: path)
        let named = try? System.status(ofPath: path)
        for name in System.names(inDirectory: folder) where name.hasPrefix(prefix) {
            let candidate = "\(folder)/\(name)"
            guard let status = try? System.status(ofPath: candidate), status.isRegular else { continue }
            // A second link to the file itself: the process died between link and unlink.
            if let named, status.isSameFile(as: named) {
                System.unlinkFile(candidate)
                continue
            }
            guard let number = try? System.openForWriting(candidate) else { continue }
            let descriptor = Descriptor(number)
            if (try? System.lock(descriptor)) == true { System.unlinkFile(candidate) }
        }
    }

    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func name(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return path }
        return String(path[path.index(after: slash)...])
    }
}

/// Random words of the kernel.
enum SystemRandom {
    static func word() -> UInt64 {
        var value: UInt64 = 0
        // Without a source of randomness nonces would repeat and old laps could pass for new ones: rather stop at open.
        let got = withUnsafeMutableBytes(of: &value) { rl_random($0.baseAddress!, $0.count) }
        precondition(got, "the system has no source of random numbers")
        return value
    }

    static func nonZeroWord() -> UInt64 {
        while true {
            let value = word()
            if value != 0 { return value }
        }
    }
}
