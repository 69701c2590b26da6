import RingLogReader
import RingLogTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("Inputs")
struct InputTests {
    /// A path that does not exist yet, in a directory of its own that goes away.
    static func withDirectory(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/ringlog-reader.XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) }
        let directory = String(cString: try #require(made))
        defer {
            unlink("\(directory)/file")
            rmdir(directory)
        }
        try body("\(directory)/file")
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        let fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        try #require(fd >= 0)
        let written = bytes.withUnsafeBytes { Glibc.write(fd, $0.baseAddress!, bytes.count) }
        close(fd)
        #expect(written == bytes.count)
    }

    static func reason(_ path: String) -> ReaderError.Reason? {
        do throws(ReaderError) {
            _ = try RingFile(try RingInput.open(path: path))
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func aFileOnDiskIsReadAsItsBytesAre() throws {
        try Self.withDirectory { path in
            try Self.write(Golden.workedExample.bytes, to: path)
            let reader = RingReader([try RingFile(try RingInput.open(path: path))])
            var numbers: [Int64] = []
            while let record = try reader.nextRecord() { numbers.append(record.number ?? -1) }
            #expect(numbers == [41, 42, 43])
            #expect(reader.verdict.state == .intact)
        }
    }

    /// Damage on disk is confirmed by a second reading.
    @Test func damageOnDiskIsStillDamage() throws {
        for golden in Golden.all where golden.status == 1 {
            try Self.withDirectory { path in
                try Self.write(golden.bytes, to: path)
                let reader = RingReader([try RingFile(try RingInput.open(path: path))])
                while try reader.next() != nil {}
                #expect(reader.verdict.state == .damaged, "\(golden.name)")
            }
        }
    }

    @Test func whatIsNoFileIsRefusedWithoutWaiting() throws {
        #expect(Self.reason("/dev/zero") == .notAFile)
        #expect(Self.reason("/tmp") == .isDirectory)
        #expect(Self.reason("/nonexistent/file") == .system(ENOENT))
        try Self.withDirectory { path in
            #expect(mkfifo(path, 0o600) == 0)
            #expect(Self.reason(path) == .notAFile)
        }
        try Self.withDirectory { path in
            try Self.write([], to: path)
            #expect(Self.reason(path) == .empty)
        }
    }

    @Test func aFileThatShrinksWhileItIsReadCostsWhatIsGone() throws {
        try Self.withDirectory { path in
            try Self.write(Golden.workedExample.bytes, to: path)
            let file = try RingFile(try RingInput.open(path: path))
            #expect(truncate(path, 1 << 10) == 0)
            let reader = RingReader([file])
            var numbers: [Int64] = []
            while let record = try reader.nextRecord() { numbers.append(record.number ?? -1) }
            // The slots were read when the file was opened; the block is gone.
            #expect(numbers == [42, 43])
        }
    }
}
