// Ring files that cannot be used are kept under another name; leftovers of openings that were killed go.

import Glibc
import RingLogFormat
import Testing

@_spi(Testing) @testable import RingLog

@Suite struct SetAsideTests {
    /// A ring with one record.
    private func makeRing(_ path: String, value: Int) throws {
        let ring = try LogRing(at: path, options: .tiny())
        #expect(ring.logger(label: "t").info("n=\(value)"))
        ring.close()
    }

    private func damage(_ path: String) {
        Files.edit(path) { bytes in
            bytes[40] ^= 1
            bytes[512 + 40] ^= 1
        }
    }

    @Test func damagedSuperblocksMoveTheFileAside() throws {
        let folder = Folder()
        try makeRing(folder("a"), value: 1)
        damage(folder("a"))
        let damaged = Files.read(folder("a"))
        try makeRing(folder("a"), value: 2)
        #expect(folder.names == ["a", "a.aside-1"])
        #expect(Files.read(folder("a.aside-1")) == damaged)
        #expect(Contents(folder("a")).values == [2])
        #expect(Contents(folder("a")).starts().map(\.ordinal) == [1])
    }

    @Test func atMostTwoAreKeptAndTheyAreTheNewest() throws {
        let folder = Folder()
        var damaged: [[UInt8]] = []
        for round in 1...4 {
            try makeRing(folder("a"), value: round)
            damage(folder("a"))
            damaged.append(Files.read(folder("a")))
        }
        try makeRing(folder("a"), value: 5)
        #expect(folder.names == ["a", "a.aside-1", "a.aside-2"])
        #expect(Files.read(folder("a.aside-1")) == damaged[2])
        #expect(Files.read(folder("a.aside-2")) == damaged[3])
    }

    @Test func newerVersionIsSetAsideUnchanged() throws {
        let folder = Folder()
        try makeRing(folder("a"), value: 1)
        Files.edit(folder("a")) { bytes in
            for at in [0, 512] {
                guard var block = try? Superblock(decoding: Bytes(bytes).suffix(from: at), at: at) else { continue }
                block.version = 2
                bytes.replaceSubrange(at..<at + 512, with: block.encoded())
            }
        }
        let newer = Files.read(folder("a"))
        #expect(reason(folder("a")) == nil)
        #expect(Files.read(folder("a.aside-1")) == newer)
    }

    @Test(arguments: [\Superblock.readCompatibleFeatures, \Superblock.incompatibleFeatures])
    func unknownFeaturesAreSetAside(word: WritableKeyPath<Superblock, UInt64> & Sendable) throws {
        let folder = Folder()
        try makeRing(folder("a"), value: 1)
        setFeature(word, folder("a"))
        #expect(reason(folder("a")) == nil)
        #expect(folder.names == ["a", "a.aside-1"])
    }

    @Test func compatibleFeaturesAreIgnored() throws {
        let folder = Folder()
        try makeRing(folder("a"), value: 1)
        setFeature(\.compatibleFeatures, folder("a"))
        try makeRing(folder("a"), value: 2)
        #expect(folder.names == ["a"])
        #expect(Contents(folder("a")).values == [1, 2])
    }

    private func setFeature(_ word: WritableKeyPath<Superblock, UInt64>, _ path: String) {
        Files.edit(path) { bytes in
            for at in [0, 512] {
                guard var block = try? Superblock(decoding: Bytes(bytes).suffix(from: at), at: at) else { continue }
                block[keyPath: word] = 1 << 40
                bytes.replaceSubrange(at..<at + 512, with: block.encoded())
            }
        }
    }

    @Test func anotherLayoutIsSetAsideOnlyWhenAskedFor() throws {
        let folder = Folder()
        try makeRing(folder("a"), value: 1)
        // Asking for nothing takes what is there.
        var options = LogRing.Options()
        try LogRing(at: folder("a"), options: options).close()
        #expect(folder.names == ["a"])
        options = .tiny()
        options.capacityBytes = 64 << 10
        try LogRing(at: folder("a"), options: options).close()
        #expect(folder.names == ["a", "a.aside-1"])
        #expect(Files.status(folder("a")).st_size == 64 << 10)
        #expect(Contents(folder("a.aside-1")).values == [1])
    }

    @Test func cutFileIsSetAside() throws {
        let folder = Folder()
        try makeRing(folder("a"), value: 1)
        Files.edit(folder("a")) { $0.removeLast(512) }
        try makeRing(folder("a"), value: 2)
        #expect(folder.names == ["a", "a.aside-1"])
        #expect(Contents(folder("a")).values == [2])
    }

    @Test func preferencesOfTheCallerGoIntoTheFileThatIsThere() throws {
        let folder = Folder()
        try makeRing(folder("a"), value: 1)
        try LogRing(at: folder("a"), options: LogRing.Options(overflow: .drop, keepLevel: .critical)).close()
        var superblock = Contents(folder("a")).superblock
        #expect(superblock.keepLevel == LogLevel.critical.rawValue && superblock.overflowPolicy == .drop)
        #expect(superblock.sequence == 2)
        try LogRing(at: folder("a")).close()
        superblock = Contents(folder("a")).superblock
        #expect(superblock.keepLevel == LogLevel.critical.rawValue && superblock.overflowPolicy == .drop)
        #expect(superblock.sequence == 2)
    }

    @Test(arguments: [0, 512]) func oneLostSuperblockCopyCostsNothing(at: Int) throws {
        let folder = Folder()
        try makeRing(folder("a"), value: 1)
        Files.edit(folder("a")) { bytes in for index in at..<at + 512 { bytes[index] = 0 } }
        try makeRing(folder("a"), value: 2)
        #expect(folder.names == ["a"])
        let contents = Contents(folder("a"))
        #expect(contents.values == [1, 2])
        // Both copies are whole again: a file that is written shall not stay one sector away from its end.
        for copy in [0, 512] { #expect((try? Superblock(decoding: contents.all.suffix(from: copy), at: copy)) != nil) }
    }

    // MARK: Temporary files

    @Test func staleTemporaryIsRemoved() throws {
        let folder = Folder()
        Files.write([1], to: folder(".a.new-77"))
        Files.write([1], to: folder(".b.new-77"))
        try makeRing(folder("a"), value: 1)
        #expect(folder.names == [".b.new-77", "a"])
    }

    @Test func temporaryOfALiveCreatorStays() throws {
        let folder = Folder()
        Files.write([1], to: folder(".a.new-77"))
        let number = open(folder(".a.new-77"), O_RDWR | O_CLOEXEC)
        flock(number, LOCK_EX)
        defer { close(number) }
        try makeRing(folder("a"), value: 1)
        #expect(folder.names == [".a.new-77", "a"])
    }

    @Test func secondLinkOfAnInterruptedCreationIsRemoved() throws {
        let folder = Folder()
        try makeRing(folder("a"), value: 1)
        link(folder("a"), folder(".a.new-77"))
        try makeRing(folder("a"), value: 2)
        #expect(folder.names == ["a"])
        #expect(Contents(folder("a")).values == [1, 2])
    }

    @Test func linkInTheTemporarysPlaceIsNotFollowed() throws {
        let folder = Folder()
        Files.write([1], to: folder("other"))
        symlink(folder("other"), folder(".a.new-77"))
        try makeRing(folder("a"), value: 1)
        #expect(folder.names == [".a.new-77", "a", "other"])
    }
}
