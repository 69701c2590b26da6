// What is there when a ring has been opened where nothing was.

import Glibc
import RingLogFormat
import Testing

@_spi(Testing) @testable import RingLog

/// Umask is the process's, so tests that set it run one after the other.
@Suite(.serialized) struct NewFileTests {
    @Test func hasItsSizeFromTheStart() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: LogRing.Options(capacityBytes: 1 << 20))
        #expect(Files.status(folder("a")).st_size == 1 << 20)
        ring.close()
        #expect(Files.status(folder("a")).st_size == 1 << 20)
    }

    @Test func capacityIsRoundedUpToTheHeadersBorder() throws {
        let folder = Folder()
        _ = try LogRing(at: folder("a"), options: LogRing.Options(capacityBytes: (1 << 20) + 1))
        #expect(Files.status(folder("a")).st_size == (1 << 20) + (64 << 10))
    }

    @Test func everyBlockIsAllocated() throws {
        let folder = Folder()
        _ = try LogRing(at: folder("a"), options: LogRing.Options(capacityBytes: 1 << 20))
        #expect(Files.status(folder("a")).st_blocks * 512 >= 1 << 20)
    }

    @Test(arguments: [mode_t(0o000), 0o077, 0o777]) func modeIsPrivateWhateverTheUmask(mask: mode_t) throws {
        let folder = Folder()
        let before = umask(mask)
        defer { umask(before) }
        _ = try LogRing(at: folder("a"), options: .tiny())
        #expect(Files.mode(folder("a")) == 0o600)
    }

    @Test(arguments: [mode_t(0o000), 0o077]) func modeOptionIsExact(mask: mode_t) throws {
        let folder = Folder()
        let before = umask(mask)
        defer { umask(before) }
        var options = LogRing.Options.tiny()
        options.fileMode = 0o640
        _ = try LogRing(at: folder("a"), options: options)
        #expect(Files.mode(folder("a")) == 0o640)
    }

    @Test func nothingElseIsLeftInTheDirectory() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .tiny())
        #expect(folder.names == ["a"])
        ring.close()
        #expect(folder.names == ["a"])
    }

    @Test func superblocksAreTwoCopiesOfWhatWasAskedFor() throws {
        let folder = Folder()
        _ = try LogRing(at: folder("a"), options: .tiny(overflow: .drop, compression: .none, keepLevel: .error))
        let contents = Contents(folder("a"))
        let copies = try [0, 512].map { try Superblock(decoding: contents.all.suffix(from: $0), at: $0) }
        var second = copies[1]
        second.offset = 0
        #expect(copies[0] == second)
        #expect(copies[0].geometry == Geometry.small)
        #expect(copies[0].keepLevel == LogLevel.error.rawValue)
        #expect(copies[0].threshold == LogLevel.trace.rawValue)
        #expect(copies[0].codec == .none)
        #expect(copies[0].overflowPolicy == .drop)
        #expect(copies[0].mayBeWritten)
    }

    @Test func defaultsAreThoseOfTheDocumentation() throws {
        let folder = Folder()
        _ = try LogRing(at: folder("a"), options: LogRing.Options(capacityBytes: 1 << 20))
        let superblock = Contents(folder("a")).superblock
        #expect(superblock.keepLevel == LogLevel.warning.rawValue)
        #expect(superblock.threshold == LogLevel.info.rawValue)
        #expect(superblock.codec == .zlib)
        #expect(superblock.overflowPolicy == .overwriteOldest)
        #expect(superblock.geometry.slotCount == 8 && superblock.geometry.slotSize == 16 << 10)
    }

    @Test func twoFilesAndTwoSessionsAreStrangers() throws {
        let folder = Folder()
        for name in ["a", "b", "a"] { try LogRing(at: folder(name), options: .tiny()).close() }
        let a = Contents(folder("a")), b = Contents(folder("b"))
        #expect(a.superblock.file != b.superblock.file)
        #expect(Set(a.starts().map(\.nonce)).count == 2)
        #expect(a.starts().map(\.ordinal) == [1, 2])
    }

    @Test func sessionPagesTellAboutTheProcess() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .tiny())
        let contents = Contents(folder("a"))
        #expect(contents.sessionPages.count == 2)
        let session = contents.page.session
        #expect(session.processID == UInt32(getpid()))
        #expect(session.userID == geteuid())
        #expect(session.ordinal == 1)
        #expect(session.processStart > 0)
        #expect(!contents.page.ended)
        ring.close()
    }

    @Test func missingDirectoryIsAnErrorThatSaysSo() {
        let folder = Folder()
        #expect(reason(folder("no/a")) == .system(call: "open", errno: ENOENT))
        #expect(folder.names.isEmpty)
    }

    @Test(arguments: [100, -1, Int.max, 65 << 30]) func impossibleCapacityIsRefused(capacity: Int) {
        let folder = Folder()
        let reason = reason(folder("a"), LogRing.Options(capacityBytes: capacity))
        guard case .layout = reason else { Issue.record("\(String(describing: reason))"); return }
        #expect(folder.names.isEmpty)
    }

    @Test(arguments: [0, 1, 33, 64, 1024]) func impossibleSlotCountIsRefused(count: Int) {
        let folder = Folder()
        let options = LogRing.Options(capacityBytes: 64 << 20, slotBytes: 8 << 10, slotCount: count)
        let reason = reason(folder("a"), options)
        guard case .layout = reason else { Issue.record("\(String(describing: reason))"); return }
        #expect(folder.names.isEmpty)
    }

    @Test func impossibleLayoutLeavesTheFileThatIsThere() throws {
        let folder = Folder()
        try LogRing(at: folder("a"), options: .tiny()).close()
        let before = Files.read(folder("a"))
        guard case .layout = reason(folder("a"), LogRing.Options(capacityBytes: 100)) else {
            Issue.record("it was not refused")
            return
        }
        #expect(folder.names == ["a"])
        #expect(Files.read(folder("a")) == before)
    }
}
