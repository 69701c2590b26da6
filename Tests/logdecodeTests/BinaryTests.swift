import Testing

@testable import logdecode

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The program as it is run by people: what it says and how it ends.
@Suite struct BinaryTests {
    private static let commands: [[String]] = [[], ["info"], ["verify"], ["--format", "json"]]

    /// Every command refuses `path`, says `words`, and prints nothing.
    private static func refuses(_ path: String, _ words: String, input: String = "/dev/null") {
        for command in commands {
            let outcome = Binary.run(command + [path], input: input)
            #expect(outcome.status == 2, "\(command) \(path)")
            #expect(outcome.output == [])
            let said = outcome.errorLines.joined(separator: "\n")
            #expect(said.contains(words), "\(said)")
            #expect(outcome.verdict == "logdecode: cannot: nothing could be read")
            #expect(outcome.memory < 64 << 20)
        }
    }

    @Test func helpAndVersionAreNoErrors() {
        let help = Binary.run(["--help"])
        #expect(help.status == 0)
        #expect(help.outputText == Help.text(.long))
        #expect(help.errors == [])
        let version = Binary.run(["-V"])
        #expect(version.status == 0)
        #expect(version.outputText == Version.text)
    }

    @Test func mistakeIsSaidInOneLine() {
        let outcome = Binary.run(["--sinse", "x"])
        #expect(outcome.status == 2)
        #expect(outcome.errorLines == ["logdecode: cannot: unknown flag --sinse; did you mean --since?"])
        #expect(outcome.output == [])
    }

    @Test func brokenPatternIsAMistake() {
        let outcome = Binary.run(["--grep", "a(b", "x"])
        #expect(outcome.status == 2)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.verdict.hasPrefix("logdecode: cannot: pattern 'a(b': "))
    }

    @Test func emptyFileIsRefused() {
        let folder = Folder()
        Self.refuses(folder.write("empty", []), "empty is empty")
        Self.refuses("-", "the standard input is empty", input: folder.path("empty"))
    }

    @Test func fileThatIsNoRingIsRefused() {
        let folder = Folder()
        let line = Array("Nov 30 08:15:02 host service: hello\n".utf8)
        let text = folder.write("text", Array(repeatElement(line, count: 10_000).joined()))
        Self.refuses(text, "text is not a RingLog file")
        Self.refuses("-", "the standard input is not a RingLog file", input: text)
        let zip: [UInt8] =
            [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0] + (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
        Self.refuses(folder.write("zip", zip), "zip is not a RingLog file")
        Self.refuses(folder.write("zeros", [UInt8](repeating: 0, count: 1 << 20)), "zeros is not a RingLog file")
    }

    @Test func whatIsNoFileIsRefused() {
        let folder = Folder()
        Self.refuses("/dev/zero", "/dev/zero is a device")
        Self.refuses("-", "the standard input is a device", input: "/dev/zero")
        mkfifo(folder.path("fifo"), 0o600)
        Self.refuses(folder.path("fifo"), "fifo is a FIFO")
        Self.refuses(folder.path("missing"), "missing: No such file or directory")
    }

    @Test func directoryWithoutRingsIsRefused() {
        let folder = Folder()
        folder.write("a.log", [1])
        folder.write(".hidden.ringlog", [1])
        mkdir(folder.path("below.ringlog"), 0o700)
        symlink("/etc/passwd", folder.path("link.ringlog"))
        Self.refuses(folder.root, "no file *.ringlog in directory \(folder.root)")
    }

    @Test func everyFileOfADirectoryIsTriedInOrder() {
        let folder = Folder()
        folder.write("b.ringlog", [])
        folder.write("a.ringlog", [])
        mkfifo(folder.path("c.ringlog"), 0o600)
        let outcome = Binary.run(["verify", folder.root + "/"])
        #expect(outcome.status == 2)
        #expect(
            outcome.errorLines.dropLast().map { $0.split(separator: "/").last.map(String.init) ?? "" }.map {
                $0.prefix(9)
            }
                == ["a.ringlog", "b.ringlog", "c.ringlog"])
    }

    @Test func fileNamedTwiceIsReadOnce() {
        let folder = Folder()
        let file = folder.write("x.ringlog", [])
        #expect(Binary.run([file, folder.root, file]).errorLines.count == 2)
    }

    @Test func fileCalledLikeACommandIsWrittenWithItsFolder() {
        let outcome = Binary.run(["info"])
        #expect(outcome.verdict.hasPrefix("logdecode: cannot: no file given"))
        #expect(Binary.run(["./info"]).errorLines.first == "logdecode: cannot open ./info: No such file or directory")
    }

    @Test func hostileNameIsEscaped() {
        let outcome = Binary.run(["/nowhere/\u{1B}[2J\n\u{202E}"])
        #expect(outcome.errorLines.first?.hasPrefix("logdecode: cannot open /nowhere/\\x1b[2J\\n\\u{202e}: ") == true)
        #expect(outcome.errorLines.count == 2)
    }

    @Test func fullDiskIsAFailure() {
        let outcome = Binary.run(["--help"], output: .path("/dev/full"))
        #expect(outcome.status == 2)
        #expect(outcome.errorLines == ["logdecode: cannot: cannot write the output: No space left on device"])
    }

    @Test func closedOutputIsAFailure() {
        let outcome = Binary.run(["--help"], output: .closed)
        #expect(outcome.status == 2)
        #expect(outcome.errorLines == ["logdecode: cannot: cannot write the output: Bad file descriptor"])
    }

    @Test func brokenPipeIsSuccessWithoutAWord() {
        let outcome = Binary.run(["--help"], output: .brokenPipe)
        #expect(outcome.status == 0)
        #expect(outcome.errors == [])
    }
}
