// What a path may not be. Nothing that is refused is touched.

import Glibc
import Testing

@_spi(Testing) @testable import RingLog

@Suite struct UnsuitablePathTests {
    private func unsuitable(_ path: String) -> String? {
        if case .unsuitable(let why)? = reason(path) { why } else { nil }
    }

    @Test func symbolicLinkIsRefusedAndItsTargetUntouched() {
        let folder = Folder()
        Files.write([1, 2, 3], to: folder("target"))
        symlink(folder("target"), folder("a"))
        #expect(unsuitable(folder("a")) == "it is a symbolic link")
        #expect(Files.read(folder("target")) == [1, 2, 3])
        #expect(folder.names == ["a", "target"])
    }

    @Test func symbolicLinkToARingIsRefused() throws {
        let folder = Folder()
        try LogRing(at: folder("target"), options: .tiny()).close()
        symlink(folder("target"), folder("a"))
        #expect(unsuitable(folder("a")) == "it is a symbolic link")
    }

    @Test func danglingLinkIsRefusedAndNothingIsMadeBehindIt() {
        let folder = Folder()
        symlink(folder("nothing"), folder("a"))
        #expect(unsuitable(folder("a")) == "it is a symbolic link")
        #expect(folder.names == ["a"])
    }

    @Test func pipeIsRefusedWithoutWaiting() {
        let folder = Folder()
        mkfifo(folder("a"), 0o600)
        #expect(unsuitable(folder("a")) == "it is a FIFO")
    }

    @Test func directoryIsRefused() {
        let folder = Folder()
        mkdir(folder("a"), 0o700)
        #expect(unsuitable(folder("a")) == "it is a directory")
    }

    @Test func deviceIsRefused() { #expect(unsuitable("/dev/null") == "it is a device") }

    @Test func fileWithTwoNamesIsRefused() throws {
        let folder = Folder()
        try LogRing(at: folder("a"), options: .tiny()).close()
        link(folder("a"), folder("b"))
        #expect(unsuitable(folder("a")) == "it has 2 names (hard links)")
        #expect(folder.names == ["a", "b"])
    }

    @Test(.enabled(if: geteuid() == 0)) func fileOfAnotherUserIsRefused() throws {
        let folder = Folder()
        try LogRing(at: folder("a"), options: .tiny()).close()
        chown(folder("a"), 12345, 12345)
        #expect(unsuitable(folder("a")) == "it belongs to user 12345")
    }

    @Test func directoryThatAllMayWriteIsRefused() throws {
        let folder = Folder()
        try LogRing(at: folder("a"), options: .tiny()).close()
        chmod(folder.path, 0o777)
        #expect(unsuitable(folder("a")) == "everybody may replace files in its directory")
        chmod(folder.path, 0o1777)
        #expect(reason(folder("a")) == nil)
    }

    @Test func newFileInADirectoryThatAllMayWriteIsRefused() {
        let folder = Folder()
        chmod(folder.path, 0o777)
        #expect(unsuitable(folder("a")) == "everybody may replace files in its directory")
        #expect(folder.names.isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0)) func directoryBehindALinkOfAnotherUserIsRefused() {
        let folder = Folder()
        mkdir(folder("real"), 0o700)
        symlink(folder("real"), folder("link"))
        #expect(reason(folder("link/a")) == nil)
        lchown(folder("link"), 12345, 12345)
        #expect(unsuitable(folder("link/a")) == "its directory is a symbolic link of user 12345")
    }

    @Test func textFileIsLeftAlone() {
        let folder = Folder()
        let text = Array("2026-11-30 something happened\n".utf8)
        Files.write(text, to: folder("a"))
        #expect(reason(folder("a")) == .notARing)
        #expect(Files.read(folder("a")) == text)
        #expect(folder.names == ["a"])
    }

    @Test func fileOfOneByteIsLeftAlone() {
        let folder = Folder()
        Files.write([0x8A], to: folder("a"))
        #expect(reason(folder("a")) == .notARing)
        #expect(Files.read(folder("a")) == [0x8A])
    }

    @Test func zerosAreLeftAlone() {
        let folder = Folder()
        Files.write([UInt8](repeating: 0, count: 32 << 10), to: folder("a"))
        #expect(reason(folder("a")) == .notARing)
        #expect(folder.names == ["a"])
    }

    @Test func emptyFileBecomesARing() {
        let folder = Folder()
        Files.write([], to: folder("a"))
        #expect(reason(folder("a")) == nil)
        #expect(Contents(folder("a")).starts().map(\.ordinal) == [1])
        #expect(folder.names == ["a"])
    }
}
