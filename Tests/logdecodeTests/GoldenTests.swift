import RingLogReader
import Testing

@testable import logdecode

/// The real program on files that never change: what it prints, says and returns.
@Suite struct GoldenTests {
    static let folder: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(2).joined(separator: "/") + "/Golden"
    }()

    static func path(_ name: String) -> String { "\(folder)/v1-\(name).ringlog" }

    static func lines(_ outcome: Outcome) -> [String] { outcome.outputText.split(separator: "\n").map(String.init) }

    /// What stands behind the time of each record.
    static func records(_ outcome: Outcome) -> [String] {
        lines(outcome).filter { !$0.hasPrefix("-- ") }.map { String($0.dropFirst(28)) }
    }

    @Test(arguments: [
        ("worked-example", 0, "intact: 3 records, 1 session"), ("empty", 0, "intact: 0 records, 1 session"),
        ("both-lanes", 0, "intact: 12 records, 1 session"),
        ("wrapped", 0, "intact: 64 records, 1 session, 26 overwritten"),
        ("sessions", 0, "intact: 9 records, 3 sessions"),
        ("gaps", 0, "intact: 2 records, 1 session, 3 given up in slots"),
        ("dropped", 0, "intact: 2 records, 1 session, 3 refused"),
        ("zlib", 0, "intact: 3 records, 1 session"), ("torn-tail", 0, "intact: 2 records, 1 session"),
        ("damaged-frame", 1, "damaged: 2 records, 1 session, 1 damaged place"),
        ("damaged-payload", 1, "damaged: 2 records, 1 session, 1 damaged place, 1 lost to damage"),
        ("zeroed-superblock", 1, "damaged: 3 records, 1 session, 1 damaged place"),
        ("newer-version", 2, "cannot: nothing could be read"), ("unknown-feature", 2, "cannot: nothing could be read"),
    ])
    func statusAndVerdict(name: String, status: Int32, verdict: String) {
        for command in [[], ["verify"], ["--format", "json"], ["--quiet"]] {
            let outcome = Binary.run(command + [Self.path(name)])
            #expect(outcome.status == status, "\(command)")
            #expect(outcome.verdict == "logdecode: " + verdict, "\(command)")
        }
    }

    @Test func textIsOneLineARecordBetweenNotes() {
        let outcome = Binary.run([Self.path("worked-example")])
        #expect(
            Self.lines(outcome) == [
                "-- session 1 starts 2026-11-30T08:15:01.000000Z: pid 4001, /usr/bin/orders on host",
                "2026-11-30T08:15:01.001000Z info  test [worker-1] hello n=41",
                "2026-11-30T08:15:01.002000Z info  test [worker-1] hello n=42",
                "2026-11-30T08:15:01.003000Z warning test [worker-1] again n=43",
                "-- session 1: not closed: its process was killed or crashed, or the file is a copy",
            ])
        #expect(outcome.errorLines.count == 1)
    }

    @Test func jsonHoldsRecordsAlone() {
        let outcome = Binary.run(["--format=json", Self.path("dropped")])
        let front = #"{"time":"2026-11-30T08:15:01.00"#
        let back = #""file":"Test.swift","line":7}"#
        let middle = #","level":"info","label":"test","thread":"worker-1","session":1,"message":"record n="#
        #expect(
            Self.lines(outcome) == [
                front + #"1000000Z""# + middle + #"1","fields":{"n":1},"# + back,
                front + #"2000000Z""# + middle + #"5","fields":{"n":5},"# + back,
            ])
        #expect(outcome.errorLines.count == 2)
        #expect(outcome.errorLines[0].hasPrefix("logdecode: missing: 3 records"))
        #expect(Binary.run(["--format=json", "-q", Self.path("dropped")]).errorLines.count == 1)
    }

    @Test func markersAreObjectsOfTheirOwn() {
        let lines = Self.lines(Binary.run(["--format=json", "--markers", Self.path("dropped")]))
        #expect(lines.count == 5)
        #expect(lines.filter { $0.hasPrefix(#"{"marker":"gap","reason":"refused","records":3,"#) }.count == 1)
        #expect(lines.filter { $0.hasPrefix(#"{"marker":"session_start","session":1,"#) }.count == 1)
        #expect(lines.last == #"{"marker":"session_latest","session":1,"ending":"unfinished"}"#)
    }

    @Test func gapsAreNotesInText() {
        let notes = Self.lines(Binary.run([Self.path("gaps")])).filter { $0.contains("missing") }
        #expect(
            notes == [
                "-- missing: 3 records (1 of them important), 2026-11-30T08:15:01.001000Z to "
                    + "2026-11-30T08:15:01.003000Z, session 1: given up with 2 full slots: compaction did not keep up"
            ])
        #expect(!Binary.run(["--quiet", Self.path("gaps")]).outputText.contains("-- "))
    }

    @Test(arguments: [
        ("--level warning", [4, 10]), ("--thread worker-2", [4, 10]), ("--thread work*", Array(1...12)),
        ("--thread #1 --level info", [7, 8, 9, 11, 12]), ("--label test", Array(1...12)), ("--label tes", []),
        ("--label te*", Array(1...12)), ("--since 2026-11-30T08:15:01.011Z", [11, 12]),
        ("--until 2026-11-30T08:15:01.002Z", [1, 2]), ("--until 2026-11-30T08:15:01.002000Z", [1, 2]),
        ("--since 2026-11-30T08:15:01.002Z --until 2026-11-30T08:15:01.003Z", [2, 3]), ("--grep n=1.", [10, 11, 12]),
        ("-v --grep n=[1-8]", [9]), ("-F --grep n=1", [1, 10, 11, 12]), ("--last 2", [11, 12]), ("--last 0", []),
        ("--last 1 --level warning", [10]), ("--last 99", Array(1...12)), ("--session 1", Array(1...12)),
        ("--session 0 --level critical", [10]),
    ])
    func filtersChoose(flags: String, numbers: [Int]) {
        let flags = flags.split(separator: " ").map(String.init)
        let text = Binary.run(flags + ["--quiet", Self.path("both-lanes")])
        #expect(text.status == 0)
        #expect(Self.records(text).map { Int($0.split(separator: "=").last ?? "") } == numbers.map(Optional.init))
        let suffix = flags.contains("1") || flags.count == 0 ? "" : ", \(numbers.count) shown"
        #expect(text.verdict.hasPrefix("logdecode: intact: 12 records, 1 session\(suffix)"))
        let json = Binary.run(flags + ["-f", "json", Self.path("both-lanes")])
        #expect(Self.lines(json).count == numbers.count)
    }

    @Test(arguments: [
        ("0", [7, 8, 9]), ("-1", [4, 5, 6]), ("-2", [1, 2, 3]), ("1", [1, 2, 3]), ("3", [7, 8, 9]),
    ])
    func sessionIsChosen(session: String, numbers: [Int]) {
        let outcome = Binary.run(["--session", session, Self.path("sessions")])
        #expect(Self.records(outcome).map { Int($0.split(separator: "=").last ?? "") } == numbers.map(Optional.init))
        #expect(Self.lines(outcome).filter { $0.hasPrefix("-- ") && $0.contains("start") }.count == 1)
    }

    @Test func sessionThatIsNotThereIsRefused() {
        let outcome = Binary.run(["--session", "-3", Self.path("sessions")])
        #expect(outcome.status == 2)
        #expect(outcome.errorLines.first == "logdecode: no session -3; there are sessions 1 to 3")
        #expect(outcome.output == [])
    }

    @Test func sessionsTellHowTheyEnded() {
        let notes = Self.lines(Binary.run([Self.path("sessions")])).filter { $0.hasPrefix("-- ") }
        #expect(notes.contains("-- session 1 ends 2026-11-30T08:15:01.003000Z: closed"))
        #expect(
            notes.contains {
                $0.hasPrefix(
                    "-- session 2 ends: its process died without closing it (killed or crashed), "
                        + "last sign of life 2026-11-30T08:15:")
            })
        let markers = Self.lines(Binary.run(["-f", "json", "--markers", Self.path("sessions")]))
        let ends = markers.filter { $0.hasPrefix(#"{"marker":"session_end""#) }
        #expect(ends.count == 2)
        #expect(
            ends.first?.hasPrefix(#"{"marker":"session_end","session":1,"time":"2026-11-30T08:15:01.0030000"#) == true)
        #expect(ends.last?.hasPrefix(#"{"marker":"session_end","session":2,"last_seen":"2026-11-30T08:15:"#) == true)
        #expect(ends.last?.hasSuffix(#"Z","ending":"died"}"#) == true)
        #expect(notes.last == "-- session 3: not closed: its process was killed or crashed, or the file is a copy")
    }

    /// Numbers of the sessions that notes are about.
    @Test(arguments: [
        ("--last 1", [3]), ("--last 3", [3]), ("--last 4", [2, 3]), ("--last 0", []), ("--grep n=[23]$", [1]),
        ("--grep n=2$ --grep n=9$", [1, 3]), ("--grep nothing", []), ("--label other", []), ("--level critical", []),
        ("--session 2", [2]), ("--session 3 --grep n=1", []), ("--last 1 --grep n=2", [1]), ("--ids", [1, 2, 3]),
    ])
    func sessionIsToldIfARecordOfItIsShown(flags: String, sessions: [Int]) {
        let flags = flags.split(separator: " ").map(String.init)
        let notes = Self.lines(Binary.run(flags + [Self.path("sessions")])).filter { $0.hasPrefix("-- session") }
        let told = notes.compactMap { $0.dropFirst(11).first.flatMap { Int(String($0)) } }
        #expect(Set(told).isSuperset(of: sessions), "\(notes)")
        // What lies among the last records may tell how the session before ended.
        if !flags.contains("--last") { #expect(Set(told) == Set(sessions), "\(notes)") }
        #expect(notes.contains { $0.contains("not closed") } == sessions.contains(3))
        if sessions.isEmpty { #expect(notes == []) }
    }

    @Test(arguments: [
        ("--label HTTP", ["no record has label 'HTTP'"]), ("--label test", []),
        ("--label -", ["no record has no label"]),
        ("--label test --label te* --label x*", ["no record has label 'x*'"]),
        ("--thread worker-9", ["no record has thread 'worker-9'"]), ("--thread #1 --thread 2", []),
        (
            "--label x --thread #9",
            [
                "no record that the other flags leave has label 'x'",
                "no record that the other flags leave has thread '#9'",
            ]
        ),
        ("--level warning --label x", ["no record that the other flags leave has label 'x'"]),
        ("--label x --quiet", []),
    ])
    func nameThatNoRecordHasIsTold(flags: String, said: [String]) {
        let outcome = Binary.run(flags.split(separator: " ").map(String.init) + [Self.path("both-lanes")])
        #expect(outcome.status == 0)
        #expect(outcome.errorLines.dropLast() == said.map { "logdecode: \($0)" }[...])
    }

    @Test func onlyASessionWithoutAnEndIsToldAtTheEnd() {
        // Its page is cut off: nobody can know how it ended.
        #expect(!Binary.run([Self.path("cut-head")]).outputText.contains("-- session 1:"))
    }

    @Test func verifyNamesEachDamagedPlace() {
        let path = Self.path("damaged-frame")
        #expect(
            Self.lines(Binary.run(["verify", path])) == ["\(path): offset 8520, 64 bytes: slot 0: damaged records"])
        #expect(Binary.run(["verify", "-q", path]).output == [])
        let cut = Self.lines(Binary.run(["verify", Self.path("cut-tail")])).filter { $0.contains("the file is cut") }
        #expect(cut.first?.contains(" of 32,768 bytes are missing") == true, "\(cut)")
        #expect(
            Self.lines(Binary.run(["verify", "-f", "json", Self.path("damaged-payload")])).first?.hasSuffix(
                #","damage":"block_payload","offset":21760,"length":488,"text":"block 2: checksum does not match"}"#)
                == true
        )
    }

    @Test func printingTellsDamageOnStandardError() {
        let outcome = Binary.run([Self.path("one-superblock")])
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 2)
        #expect(outcome.errorLines[0].contains("v1-one-superblock.ringlog: offset 0, 512 bytes: superblock"))
    }

    @Test func standardInputGivesWhatTheFileGives() {
        let path = Self.path("both-lanes")
        #expect(Binary.run(["-"], input: path).output == Binary.run([path]).output)
        #expect(Binary.run(["verify", "-"], input: path).status == 0)
    }

    @Test func oneBadFileStopsNothing() {
        let outcome = Binary.run(["-f", "json", Self.path("newer-version"), "/nowhere", Self.path("worked-example")])
        #expect(outcome.status == 2)
        #expect(Self.lines(outcome).count == 3)
        #expect(outcome.verdict == "logdecode: cannot: 2 of 3 could not be read; in the rest 3 records, 1 session")
    }

    @Test func severalFilesAreMergedByTime() {
        let outcome = Binary.run(["-f", "json", "-q", Self.path("sessions"), Self.path("both-lanes")])
        let times = Self.lines(outcome).map { String($0.prefix(40)) }
        #expect(times == times.sorted())
        // All of the second file, and of the first what has another session's identity.
        #expect(times.count >= 12)
        let rings = Self.lines(outcome).compactMap { $0.split(separator: "\"").last { $0.hasSuffix(".ringlog") } }
        #expect(rings.count == times.count)
        #expect(Set(rings).count == 2)
    }

    @Test func copyOfAFileAddsNothing() {
        let folder = Folder()
        let copy = folder.write("copy.ringlog", Folder.read(Self.path("both-lanes")))
        let outcome = Binary.run(["-q", Self.path("both-lanes"), copy])
        #expect(outcome.output == Binary.run(["-q", Self.path("both-lanes")]).output)
        #expect(outcome.verdict.hasSuffix(" 1 session"))
    }

    @Test func infoTellsWhatAFileIs() {
        let text = Binary.run(["info", Self.path("sessions")])
        #expect(text.status == 0)
        for words in [
            "file        32 KiB, format 1, fingerprint 1d66afda, created 2026-11-30T08:15:00.000000Z",
            "2 slots of 1 KiB at 8192; 8 segments of 2 KiB at 16384, 2 of them keep lane",
            "session 1   2026-11-30T08:15:01.000000Z to 2026-11-30T08:15:01.003000Z: closed",
            "main lane   4 of 6 segments, 7 blocks (1 to 7), 6 records", "slots       1 of 2 hold 3 records, 1 empty\n",
            ": its process died without closing it (killed or crashed)\n", ", last sign of life 2026-11-30T08:15:",
            " bytes stored in ",
        ] {
            #expect(text.outputText.contains(words), "\(words)")
        }
        let json = Binary.run(["info", "-f", "json", Self.path("wrapped")])
        #expect(Self.lines(json).count == 1)
        #expect(json.outputText.contains(#""fingerprint":"1d66afda","live":false,"format":1,"#))
        #expect(json.outputText.contains(#""overwritten_blocks_to":4,"#))
        #expect(json.verdict == "logdecode: intact: 1 file, blocks not read")
        #expect(Binary.run(["info", Self.path("cut-tail")]).status == 1)
    }
}
