import CRingLog
import Glibc
import Testing

@testable import RingLog

/// Messages that are nested, kept, moved and too long: the scratch as a stack.
struct FrontEndMessageTests {
    // MARK: The gate

    @Test func everyLevelHasItsBit() {
        for level in LogLevel.allCases {
            let only = looseLogger(mask: 1 << UInt32(level.rawValue))
            #expect(LogLevel.allCases.filter(only.isEnabled) == [level])
        }
        #expect(LogLevel.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
        #expect(LogLevel.trace < .debug && LogLevel.error < .critical)
    }

    @Test func disabledLevelIsNotEvaluated() {
        let log = looseLogger(mask: 1 << UInt32(LogLevel.error.rawValue))
        func fail() -> Int {
            Issue.record("a disabled level evaluated its message")
            return 0
        }
        // Not inside #expect, which evaluates the arguments of a call itself.
        let kept = [
            log.trace("\(fail())"), log.debug("\(fail())"), log.info("\(fail())"), log.notice("\(fail())"),
            log.warning("\(fail())"), log.critical("\(fail())"), log.log(level: .info, "\(fail())"),
        ]
        #expect(kept == [false, false, false, false, false, false, false])
        var evaluated = 0
        func count() -> Int {
            evaluated += 1
            return evaluated
        }
        log.error("\(count())")
        log.log(level: .error, "\(count())")
        #expect(evaluated == 2)
    }

    @Test func eachMethodHasItsLevel() {
        var seen: [LogLevel] = []
        for level in LogLevel.allCases {
            let logger = looseLogger(mask: 1 << UInt32(level.rawValue))
            func note() -> Int {
                seen.append(level)
                return 0
            }
            switch level {
            case .trace: logger.trace("\(note())")
            case .debug: logger.debug("\(note())")
            case .info: logger.info("\(note())")
            case .notice: logger.notice("\(note())")
            case .warning: logger.warning("\(note())")
            case .error: logger.error("\(note())")
            case .critical: logger.critical("\(note())")
            }
        }
        #expect(seen == LogLevel.allCases)
    }

    // MARK: Nesting

    @Test func logCallInsideAnArgumentDisturbsNothing() {
        let gate = looseLogger()
        func nested(_ depth: Int) -> String {
            if depth > 0 {
                gate.info("nested \(depth) \(nested(depth - 1)) \(String(repeating: "n", count: 3000))")
            }
            return "depth \(depth)"
        }
        let gathered = gather("a \(1) b \(nested(3)) c \(2) d \(String(repeating: "x", count: 5000)) e \(nested(1))")
        #expect(gathered.codes == [1, 6, 1, 6, 6])
        #expect(gathered.arguments.map(\.literal) == ["a ", " b ", " c ", " d ", " e "])
        #expect(gathered.arguments[0].word == 1)
        #expect(gathered.arguments[1].text == "depth 3")
        #expect(gathered.arguments[2].word == 2)
        #expect(gathered.arguments[3].text == String(repeating: "x", count: 5000))
        #expect(gathered.arguments[4].text == "depth 1")
        #expect(!gathered.isCut)
    }

    @Test func endlessNestingIsRefusedNotOverrun() {
        let gate = looseLogger()
        var deepest = 0
        func nested(_ depth: Int) -> Int {
            deepest = max(deepest, depth)
            precondition(rl_thread_current().pointee.top <= UInt32(RL_SCRATCH_BYTES))
            if depth < 2000 { gate.info("\(depth) \(nested(depth + 1)) \(String(repeating: "n", count: 200))") }
            return depth
        }
        let after = onThread { () -> (Int, UInt32, UInt32) in
            let result = nested(0)
            let thread = rl_thread_current().pointee
            return (result, thread.top, thread.depth)
        }
        #expect(after == (0, UInt32(RL_SCRATCH_BASE), 0))
        #expect(deepest == 2000)
    }

    // MARK: Size

    @Test func hugeStringIsCutAndCounted() {
        let size = 1 << 20
        let gathered = gather("\(1) \(String(repeating: "x", count: size)) \(2) \("behind") \(2.5)")
        #expect(gathered.isCut)
        #expect(gathered.codes == [1, 6, 1, 6, 3])
        let huge = gathered.arguments[1]
        #expect(huge.bytes.count >= 512 << 10, "a record of the largest slot's room must be whole")
        #expect(huge.bytes.count + Int(huge.cut) == size)
        #expect(huge.bytes.allSatisfy { $0 == UInt8(ascii: "x") })
        #expect(gathered.arguments[2].word == 2)
        #expect(gathered.arguments[3].text == "behind")
        #expect(gathered.arguments[4].word == 2.5.bitPattern)
    }

    @Test func slotsRoomIsWhole() {
        for count in [2000, 10_000, 100_000, 127 << 10, 511 << 10] {
            let gathered = gather("\(String(repeating: "y", count: count))")
            #expect(gathered.arguments[0].bytes.count == count)
            #expect(gathered.arguments[0].cut == 0)
            #expect(!gathered.isCut)
        }
    }

    @Test(arguments: ["x", "é", "語", "👩", "xé語👩"])
    func cutLeavesWholeScalars(unit: String) {
        for shift in 0..<5 {
            let text =
                String(repeating: "-", count: shift) + String(repeating: unit, count: (1 << 20) / unit.utf8.count)
            let kept = gather("\(text)").arguments[0]
            #expect(kept.cut > 0)
            #expect(kept.bytes.count + Int(kept.cut) == text.utf8.count)
            #expect(text.utf8.starts(with: kept.bytes))
            #expect(String(validating: kept.bytes, as: UTF8.self) != nil)
        }
    }

    @Test func bytesAreCutAnywhere() {
        // As text, it would be cut between two of these pairs, at an odd place.
        let bytes = Array(("-" + String(repeating: "é", count: 1 << 19)).utf8)
        let kept = gather("\(bytes: bytes)").arguments[0]
        #expect(kept.bytes.count % 8 == 0)
        #expect(kept.bytes.count + Int(kept.cut) == bytes.count)
    }

    @Test func moreArgumentsThanFitAreLeftOutAndMarked() {
        var interpolation = LogInterpolation(literalCapacity: 0, interpolationCount: 0)
        for number in 0..<20_000 { interpolation.appendInterpolation(number) }
        let gathered = Gathered(LogMessage(stringInterpolation: interpolation))
        #expect(gathered.isCut)
        #expect(gathered.arguments.count > 3000)
        #expect(gathered.arguments.count < 20_000)
        for (index, argument) in gathered.arguments.enumerated() where argument.word != UInt64(index) {
            Issue.record("argument \(index) is \(argument.word)")
            break
        }
    }

    // MARK: Kept messages

    /// Builds a message outside a log call, as a function with a parameter of type LogMessage does.
    private func keep(_ message: LogMessage) -> LogMessage { message }

    @Test func keptMessageCanBeLoggedTwice() {
        let log = looseLogger()
        let kept = keep("kept \(1) \("text")")
        let whole = Gathered(kept)
        for _ in 0..<3 {
            #expect(kept.isValid)
            log.info(kept)
            #expect(Gathered(kept) == whole)
        }
    }

    @Test func keptMessageIsGoneWhenItsPlaceIsUsed() {
        let log = looseLogger()
        let kept = keep("kept \(1)")
        log.info(kept)
        log.info("other \(2)")
        #expect(!kept.isValid)
        log.info(kept)
        let shown = latest()
        #expect(shown.pointee.gone == 1)
        #expect(Gathered(shown).last == "(message kept in a variable; its text is gone)")
        #expect(Gathered(shown).arguments.isEmpty)
    }

    @Test func keptMessageOfALogCallIsGoneAfterTheNext() {
        let log = looseLogger()
        var kept: LogMessage?
        func steal() -> LogMessage {
            kept = "stolen \(1)"
            return kept!
        }
        log.info(steal())
        #expect(kept!.isValid)
        log.info("other")
        #expect(!kept!.isValid)
    }

    /// A longer message whose head was not written over is still not whole: a nested one wrote into its middle.
    @Test func nestedMessageInTheMiddleIsNoticed() {
        let log = looseLogger()
        var kept: LogMessage?
        func steal() -> LogMessage {
            kept = "stolen \(String(repeating: "s", count: 50_000))"
            return kept!
        }
        log.info(steal())
        let whole = Gathered(kept!)
        #expect(whole.arguments[0].bytes.count == 50_000)
        func nested() -> Int {
            log.info("nested \(String(repeating: "n", count: 100))")
            return 1
        }
        log.info("outer \(nested())")
        #expect(!kept!.isValid)
    }

    @Test func nestedLogDoesNotHarmAMessageBuiltOutsideACall() {
        let log = looseLogger()
        func nested() -> Int {
            log.info("nested \(String(repeating: "n", count: 4000))")
            return 7
        }
        let kept = keep("a \(1) \(nested()) \(String(repeating: "x", count: 4000)) \(nested())")
        #expect(kept.isValid)
        let gathered = Gathered(kept)
        #expect(gathered.codes == [1, 1, 6, 1])
        #expect(gathered.arguments[1].word == 7)
        #expect(gathered.arguments[2].text == String(repeating: "x", count: 4000))
    }

    @Test func abandonedMessagesDoNotFillTheScratch() {
        let log = looseLogger()
        let first = keep("first \(0)")
        for number in 0..<5000 {
            let message = keep("abandoned \(number) \(String(repeating: "a", count: 500))")
            #expect(message.isValid)
            #expect(Gathered(message).arguments[0].word == UInt64(number))
        }
        #expect(!first.isValid)
        let gathered = gather("\(String(repeating: "z", count: 127 << 10))")
        #expect(gathered.arguments[0].cut == 0)
        log.info("done")
    }

    @Test func throwingArgumentLeavesTheStackSound() {
        struct Stop: Error {}
        func stop() throws -> Int { throw Stop() }
        for _ in 0..<2000 {
            let kept = try? keep("before \(1) \(stop())")
            #expect(kept == nil)
        }
        #expect(gather("after \(1)").arguments[0].word == 1)
    }

    @Test func messageOfAnotherThreadIsRecognised() {
        let kept = Smuggled(value: keep("kept \(1)"))
        let outcome = onThread { () -> (Bool, UInt32, Bool) in
            let foreign = kept.value.isValid
            looseLogger().info(kept.value)
            return (foreign, latest().pointee.gone, keep("own \(2)").isValid)
        }
        #expect(outcome == (false, 1, true))
        #expect(kept.value.isValid)
        #expect(Gathered(kept.value).arguments[0].word == 1)
    }

    @Test func messageOfAnEndedThreadIsRecognised() {
        let kept = onThread { Smuggled(value: keep("kept \(1)")) }
        #expect(!kept.value.isValid)
        // Sooner or later a thread gets its area at the same address.
        var same = 0
        for _ in 0..<500 where same < 3 {
            let (own, valid) = onThread { () -> (Smuggled<LogMessage>, Bool) in
                let own = keep("own \(2)")
                return (Smuggled(value: own), kept.value.isValid)
            }
            if own.value.message == kept.value.message { same += 1 }
            #expect(!valid)
        }
        #expect(same > 0)
    }

    /// What an async function does that awaits within an interpolation: it goes on on another thread.
    @Test func messageContinuedOnAnotherThreadIsGone() {
        var interpolation = LogInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendInterpolation(1)
        let started = Smuggled(value: interpolation)
        let gone = onThread { () -> Bool in
            var interpolation = started.value
            interpolation.appendInterpolation(2)
            interpolation.appendInterpolation("text")
            return !LogMessage(stringInterpolation: interpolation).isValid
        }
        #expect(gone)
        #expect(Gathered(LogMessage(stringInterpolation: interpolation)).codes == [1])
    }

    // MARK: All of it at random

    @Test func validMessagesAlwaysHoldTheirOwnBytes() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed of validMessagesAlwaysHoldTheirOwnBytes: \(seed)")
        var play = StackPlay(random: SplitMix(state: seed))
        for _ in 0..<1500 { play.step(depth: 0) }
        #expect(play.wrong == 0)
        #expect(play.valid > 500)
        #expect(play.gone > 500)
    }
}

struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

/// Builds, logs and keeps messages in any order and nesting, and looks at the kept ones again and again.
private struct StackPlay {
    var random: SplitMix
    var kept: [(message: LogMessage, texts: [String])] = []
    var valid = 0, gone = 0, wrong = 0
    var number = 0
    let gate = looseLogger()

    mutating func step(depth: Int) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3: _ = build(depth: depth, kept: true)
        case 3..<7:
            inCall {
                let (message, texts) = build(depth: depth + 1, kept: false)
                if message.message != nil { check(message, texts) }
                if Int.random(in: 0..<4, using: &random) == 0 { kept.append((message, texts)) }
            }
        default:
            guard let chosen = kept.randomElement(using: &random) else { return }
            gate.info(chosen.message)
        }
        look()
    }

    /// Nested steps happen between the pieces.
    private mutating func build(depth: Int, kept keep: Bool) -> (LogMessage, [String]) {
        var interpolation = LogInterpolation(literalCapacity: 0, interpolationCount: 0)
        let trusted = interpolation.check == 0
        var texts: [String] = []
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            if depth < 5, Int.random(in: 0..<4, using: &random) == 0 { step(depth: depth + 1) }
            number += 1
            let sizes = [0, 5, 20, 300, 3000, 20_000]
            let text = "\(number):" + String(repeating: "abc", count: sizes.randomElement(using: &random)!)
            interpolation.appendInterpolation(text)
            texts.append(text)
        }
        let message = LogMessage(stringInterpolation: interpolation)
        if message.message != nil, trusted, !message.isValid { wrong += 1 }
        if keep { kept.append((message, texts)) }
        return (message, texts)
    }

    private mutating func check(_ message: LogMessage, _ texts: [String]) {
        guard message.isValid else {
            wrong += 1
            return
        }
        let gathered = Gathered(message)
        let whole = gathered.arguments.map(\.text)
        if gathered.isCut ? !zip(whole, texts).allSatisfy({ $1.hasPrefix($0) }) : whole != texts { wrong += 1 }
    }

    private mutating func look() {
        let all = kept
        kept = all.filter { $0.message.message != nil && $0.message.isValid }
        valid += kept.count
        gone += all.count - kept.count
        for (message, texts) in kept { check(message, texts) }
        if kept.count > 30 { kept.removeFirst(10) }
    }
}

/// The message that this thread began last.
private func latest() -> UnsafeMutablePointer<rl_message> {
    let thread = rl_thread_current()!
    let at = UnsafeMutableRawPointer(thread.pointee.scratch!) + Int(thread.pointee.latest)
    return at.assumingMemoryBound(to: rl_message.self)
}
