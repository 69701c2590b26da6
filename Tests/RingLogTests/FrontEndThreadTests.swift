import CRingLog
import Glibc
import Testing

@testable import RingLog

/// A thread's area: its identity, its name, its end, and what a signal handler may do.
@Suite(.serialized)
struct FrontEndThreadTests {
    private struct Identity: Equatable {
        var ordinal: UInt32
        var system: UInt32
        var name: String
        var version: UInt32
    }

    private static func identity() -> Identity {
        let thread = rl_thread_current()!.pointee
        let name = withUnsafeBytes(of: thread.name) {
            String(decoding: $0.prefix(Int(thread.name_length)), as: UTF8.self)
        }
        return Identity(
            ordinal: thread.ordinal, system: thread.system_id, name: name, version: thread.name_version)
    }

    private static func systemID() -> UInt32? {
        var link = [UInt8](repeating: 0, count: 64)
        let count = link.withUnsafeMutableBytes {
            readlink("/proc/thread-self", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        return UInt32(String(decoding: link.prefix(max(0, count)), as: UTF8.self).split(separator: "/").last ?? "")
    }

    private static func rename(_ name: String) { rl_name_thread(name) }

    @Test func everyThreadHasItsOwnNumberAndName() {
        let own = Self.identity()
        #expect(own == Self.identity())
        let others = (0..<3).map { number in
            onThread { () -> Identity in
                Self.rename("worker-\(number)")
                return Self.identity()
            }
        }
        #expect(others.map(\.name) == ["worker-0", "worker-1", "worker-2"])
        let ordinals = Set(([own] + others).map(\.ordinal))
        #expect(ordinals.count == 4)
        #expect(!ordinals.contains(0))
        #expect(own.system == Self.systemID())
    }

    @Test func renamedThreadIsSeenByItself() {
        let seen = onThread { () -> [Identity] in
            Self.rename("before")
            var seen = [Self.identity()]
            let look = {
                rl_threads_refresh_names()
                inCall {}
                seen.append(Self.identity())
            }
            look()
            Self.rename("a-name-of-15-by")
            look()
            look()
            return seen
        }
        #expect(seen.map(\.name) == ["before", "before", "a-name-of-15-by", "a-name-of-15-by"])
        #expect(seen.map(\.version) == [0, 0, 1, 1])
    }

    @Test func namesOfManyThreadsAreNotMixed() {
        // More threads than the table has places; each is renamed by itself and looks for its own name only.
        let count = 1100
        let start = Barrier(count + 1), named = Barrier(count + 1), end = Barrier(count + 1)
        let wrong = Tally(), renamed = Tally()
        var threads: [pthread_t] = []
        for number in 0..<count {
            threads.append(
                startThread(stack: 128 << 10) {
                    Self.rename("old-\(number)")
                    _ = rl_thread_current()
                    start.wait()
                    Self.rename("new-\(number)")
                    named.wait()
                    end.wait()
                    inCall {}
                    let name = Self.identity().name
                    if name == "new-\(number)" { renamed.add() }
                    if name != "new-\(number)", name != "old-\(number)" { wrong.add() }
                })
        }
        start.wait()
        named.wait()
        rl_threads_refresh_names()
        end.wait()
        for thread in threads { pthread_join(thread, nil) }
        #expect(wrong.value == 0)
        // Other tests' threads may have many of the 1024 places.
        #expect(renamed.value > 100)
        #expect(renamed.value <= 1024)
    }

    @Test func endedThreadLeavesNoNameBehind() {
        // The second thread gets the first one's place in the table of names.
        for number in 0..<10 {
            onThread {
                Self.rename("first-\(number)")
                inCall {}
                rl_threads_refresh_names()
            }
            let seen = onThread { () -> Identity in
                Self.rename("second-\(number)")
                inCall {}
                inCall {}
                return Self.identity()
            }
            #expect(seen.name == "second-\(number)")
            #expect(seen.version == 0)
        }
    }

    @Test func endedThreadsGiveTheirAreasBack() {
        let before = Self.mappedBytes()
        for _ in 0..<400 {
            onThread {
                looseLogger().info("hello \(1)")
            }
        }
        let grown = Self.mappedBytes() - before
        #expect(grown < 100 << 20, "400 areas take 400 MiB")
    }

    /// Size of the address space.
    private static func mappedBytes() -> Int {
        let file = fopen("/proc/self/statm", "r")!
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        fgets(&line, 128, file)
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return Int(text.split(separator: " ")[0])! * Int(getpagesize())
    }

    @Test func forkedChildKnowsItsOwnThread() throws {
        // Swift does not offer fork; the child does no more than a signal handler may.
        typealias Fork = @convention(c) () -> pid_t
        let symbol = try #require(dlsym(nil, "fork"))
        let fork = unsafeBitCast(symbol, to: Fork.self)
        let outcome = onThread { () -> Int32 in
            Self.rename("forking")
            inCall {}
            let before = rl_thread_current().pointee
            let child = fork()
            if child == 0 {
                let thread = rl_thread_current().pointee
                let isOwn = thread.system_id == UInt32(getpid()) && thread.ordinal == before.ordinal
                let isNew = thread.name_version == before.name_version + 1 && thread.registry == 1
                let works = inCall { holds("child \(3) \(sample) \(3)", 3) }
                _exit(isOwn && isNew && works ? 0 : 1)
            }
            var status: Int32 = -1
            waitpid(child, &status, 0)
            return status
        }
        #expect(outcome == 0)
    }

    @Test func callAfterTheAreaIsGoneGetsANewOne() {
        var key = pthread_key_t()
        pthread_key_create(&key) { value in
            // Runs before or after the area's own destructor, in each of the rounds the C library makes.
            let rounds = value!.assumingMemoryBound(to: Int.self)
            guard rounds.pointee < 3 else { return }
            rounds.pointee += 1
            looseLogger().info("from a destructor \(rounds.pointee)")
            pthread_setspecific(lateKey, value)
        }
        lateKey = key
        let rounds = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        rounds.initialize(to: 0)
        onThread {
            looseLogger().info("hello")
            pthread_setspecific(lateKey, rounds)
        }
        #expect(rounds.pointee == 3)
        pthread_key_delete(key)
        rounds.deallocate()
    }

    // MARK: Signal handlers

    /// Lets the calling thread be interrupted; the test runner's own threads are not.
    private static func handle(_ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        sigaction(signal, &action, nil)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, signal)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        handlerRuns = 0
        handlerWrong = 0
    }

    @Test func handlerThatLogsWithinAnArgumentDisturbsNothing() {
        let gathered = onThread { () -> Gathered in
            Self.handle(SIGUSR1) { _ in
                handlerLog.info("handler \(1) \("text") \(2.5)")
                handlerRuns += 1
            }
            func interrupted() -> Int {
                raise(SIGUSR1)
                return handlerRuns
            }
            return gather("a \(7) b \(interrupted()) c \(interrupted())")
        }
        #expect(gathered.arguments.map(\.word) == [7, 1, 2])
        #expect(gathered.arguments.map(\.literal) == ["a ", " b ", " c "])
    }

    @Test func handlerMayBeTheFirstToLogOnAThread() {
        let outcome = onThread { () -> (Int, Int32, UInt64) in
            Self.handle(SIGUSR1) { _ in
                handlerLog.info("handler \(1)")
                handlerRuns += 1
            }
            errno = 99
            raise(SIGUSR1)
            let after = errno
            return (handlerRuns, after, gather("own \(7)").arguments[0].word)
        }
        #expect(outcome == (1, 99, 7))
    }

    /// Another thread sends signal after signal to one that logs; both check every message before they let go of it.
    @Test func handlersAtAnyInstructionAgreeWithTheThread() {
        let wrong = onThread { () -> Int in
            // Nothing in here may allocate: the thread may be anywhere.
            Self.handle(SIGALRM) { _ in
                let number = handlerRuns
                let right = inCall { holds("handler \(number) \(sample) \(number)", number) }
                if !right { handlerWrong += 1 }
                handlerRuns += 1
            }
            var wrong = 0
            let me = pthread_self()
            let stop = Tally()
            let alarm = startThread {
                while stop.value == 0 {
                    pthread_kill(me, SIGALRM)
                    usleep(20)
                }
            }
            for number in 0..<300_000 {
                let right = inCall { holds("thread \(number) \(sample) \(number)", number) }
                if !right { wrong += 1 }
            }
            stop.add()
            pthread_join(alarm, nil)
            return wrong
        }
        #expect(wrong == 0)
        #expect(handlerWrong == 0)
        #expect(handlerRuns > 100)
    }
}

/// Whether the message holds the number, the sample and the number again. Reads in place, allocates nothing.
private func holds(_ message: LogMessage, _ number: Int) -> Bool {
    guard message.isValid, let header = message.message, header.pointee.arguments == 3 else { return false }
    let first = UnsafeRawPointer(header + 1)
    let size = MemoryLayout<rl_entry>.size
    let second = first + size + 8
    let third = second + size + 8 + 40
    return (first + size).load(as: Int.self) == number
        && (second + size).load(as: UInt64.self) == 36
        && sample.withUTF8Buffer { memcmp(second + size + 8, $0.baseAddress!, 36) } == 0
        && (third + size).load(as: Int.self) == number
}

private let sample: StaticString = "thirty-six bytes of text as a sample"
nonisolated(unsafe) private var lateKey = pthread_key_t()
nonisolated(unsafe) private var handlerWrong = 0
nonisolated(unsafe) private var handlerRuns = 0
private let handlerLog = looseLogger()
