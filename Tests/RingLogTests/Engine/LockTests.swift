// One file, one writer: who has it is told, and nobody keeps it longer than it lives.

import Glibc
import RingLogFormat
import Testing

@_spi(Testing) @testable import RingLog

@Suite struct LockTests {
    @Test func secondOpenInTheProcessNamesThisProcess() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .tiny())
        let own = System.linkTarget("/proc/self/exe")
        #expect(reason(folder("a")) == .inUse(processID: getpid(), executable: own))
        #expect(ring.logger(label: "t").info("still mine"))
        ring.close()
        #expect(reason(folder("a")) == nil)
    }

    @Test func openInAnotherProcessNamesIt() throws {
        let folder = Folder()
        let probe = Probe(["hold", folder("a")])
        #expect(probe.line() == "held")
        let error = ringError { () throws(RingError) in _ = try LogRing(at: folder("a")) }
        #expect(error?.reason == .inUse(processID: probe.processID, executable: Probe.path))
        #expect(error?.description.contains("in use by process \(probe.processID)") == true)
        #expect(probe.end(kill: true) == 1000 + SIGKILL)
        #expect(reason(folder("a"), LogRing.Options()) == nil)
    }

    @Test func anotherLayoutIsNotForcedOnAFileInUse() throws {
        let folder = Folder()
        let ring = try LogRing(at: folder("a"), options: .tiny())
        var options = LogRing.Options.tiny()
        options.capacityBytes = 64 << 10
        guard case .inUse = reason(folder("a"), options) else { Issue.record("it was taken"); return }
        #expect(folder.names == ["a"])
        ring.close()
    }

    @Test func aRingThatIsLetGoGivesTheFileBack() throws {
        let folder = Folder()
        var ring: LogRing? = try LogRing(at: folder("a"), options: .tiny())
        let log = try #require(ring).logger(label: "t")
        #expect(log.info("n=\(1)"))
        ring = nil
        // The logger is still there; it has nowhere to log to.
        #expect(!log.info("n=\(2)"))
        let contents = Contents(folder("a"))
        #expect(contents.page.ended && contents.page.ending == .closed)
        #expect(contents.values == [1])
        #expect(reason(folder("a")) == nil)
    }

    // MARK: open

    @Test func openTakesTheNextFreeNameUpToEight() throws {
        let folder = Folder()
        let names = (["a"] + (2...8).map { "a.\($0)" }).map { "\($0).ringlog" }
        let rings = try names.map { try LogRing(at: folder($0), options: .tiny()) }
        let ninth = LogRing.open(folder("a"), options: .tiny())
        #expect(ninth.path == "")
        #expect(!ninth.logger(label: "t").info("n"))
        #expect(ninth.statistics.refusedByFailure == 1 && ninth.statistics.refused == 1)
        rings[1].close()
        let second = LogRing.open(folder("a"), options: .tiny())
        #expect(second.path == folder("a.2.ringlog"))
        second.close()
        #expect(folder.names == names.sorted())
    }

    @Test func openPassesOverWhatIsNoRing() {
        let folder = Folder()
        Files.write([1], to: folder("a.ringlog"))
        mkdir(folder("a.2.ringlog"), 0o700)
        let ring = LogRing.open(folder("a.ringlog"), options: .tiny())
        #expect(ring.path == folder("a.3.ringlog"))
        ring.close()
        #expect(Files.read(folder("a.ringlog")) == [1])
    }

    @Test func openMakesMissingDirectoriesPrivate() {
        let folder = Folder()
        let ring = LogRing.open(folder("x/y/a"), options: .tiny())
        #expect(ring.path == folder("x/y/a.ringlog"))
        #expect(Files.mode(folder("x")) == 0o700 && Files.mode(folder("x/y")) == 0o700)
        ring.close()
    }

    @Test func openWithoutAnyFileCountsAndNeverFails() {
        let ring = LogRing.open("/proc/no/such", options: .tiny())
        let log = ring.logger(label: "t")
        #expect(ring.path == "")
        #expect(!log.info("n") && !log.error("n"))
        #expect(ring.statistics.refusedByFailure == 2 && ring.statistics.refusedKeepLevel == 1)
        #expect(ring.statistics.hasFailed)
        ring.setThreshold(.error)
        #expect(!log.info("n"))
        #expect(ring.statistics.refused == 2)
        ring.close()
        #expect(!log.error("n"))
        #expect(ring.statistics.refused == 3)
    }

    @Test func openWithoutAnyFileSaysSoOnceInOneLine() {
        let run = Probe.run("open", "/proc/no/such", "text")
        #expect(run.status == 0)
        #expect(run.output == "false\n")
        #expect(run.errors.hasPrefix("ringlog: /proc/no/such.ringlog: "))
        #expect(run.errors.hasSuffix("; records are refused and counted\n"))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func namesComeFromTheEnvironment() {
        let folder = Folder()
        let state = ["STATE_DIRECTORY": folder("state"), "HOME": folder("home")]
        Probe.run("open", "a", "text", environment: state)
        #expect(Files.exists(folder("state/a.ringlog")))
        let logs = state.merging(["LOGS_DIRECTORY": folder("logs") + ":" + folder("more")]) { $1 }
        Probe.run("open", "a", "text", environment: logs)
        #expect(Files.exists(folder("logs/a.ringlog")))
        Probe.run("open", "a", "text", environment: ["XDG_STATE_HOME": folder("xdg")])
        #expect(Files.exists(folder("xdg/ringlog/a.ringlog")))
        #expect(folder.names == ["logs", "state", "xdg"])
    }

    // MARK: fork, careless hosts, exit

    @Test func forkedChildLogsNothingAndHarmsNothing() {
        let folder = Folder()
        let run = Probe.run("fork", folder("a"))
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output == "0\n")
        let contents = Contents(folder("a.ringlog"))
        #expect(contents.values == [1, 3])
        #expect(contents.page.ended && contents.starts().count == 1)
        // What the child opened itself was closed when it exited.
        let child = Contents(folder("a.child.ringlog"))
        #expect(child.values == [2])
        #expect(child.page.ending == .processExit)
    }

    @Test func lockIsNotHeldByAForkedChild() {
        let folder = Folder()
        let probe = Probe(["die-beside-child", folder("a")])
        #expect(probe.line() == "child")
        #expect(probe.end() == 1000 + SIGKILL)
        // The child lives: it still waits for the input that `probe` holds.
        #expect(reason(folder("a"), LogRing.Options()) == nil)
        #expect(Contents(folder("a")).values == [1])
        withExtendedLifetime(probe) {}
    }

    @Test func hostThatClosesAllDescriptorsDoesNotDisturbTheRing() {
        let folder = Folder()
        let run = Probe.run("close-all", folder("a"), "5000")
        #expect(run.status == 0 && run.errors == "")
        let contents = Contents(folder("a"))
        #expect(contents.values == Array(0..<5000))
        #expect(contents.page.ended)
        let text = [UInt8](repeating: 0x68, count: 1 << 16)
        for index in 0..<32 { #expect(Files.read(folder("a.host\(index)")) == text) }
    }

    @Test func exitClosesRingsThatWereOpenedByName() {
        let folder = Folder()
        #expect(Probe.run("leave", folder("a"), "500").status == 0)
        let contents = Contents(folder("a.ringlog"))
        #expect(contents.page.ended && contents.page.ending == .processExit)
        #expect(contents.ends().map(\.ending) == [.processExit])
        #expect(contents.values == Array(0..<500))
        #expect(contents.slots.allSatisfy { $0.records.isEmpty })
    }

    @Test func seventeenthRingIsRefusedAndOpenStillWorks() throws {
        // In a process of its own: the seats are the process's.
        let folder = Folder()
        let run = Probe.run("many", folder.path)
        #expect(run.status == 0)
        #expect(run.output == "16 tooManyRings false 1\n")
    }
}
