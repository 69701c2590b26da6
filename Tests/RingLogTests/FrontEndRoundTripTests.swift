import CRingLog
import Glibc
import RingLogReader
import Testing

@testable import RingLog

/// From a log call to the text that the reader makes of the file.
struct FrontEndRoundTripTests {
    /// Logs into a new ring and reads what came of it.
    private func roundTrip(_ log: (RingLogger) -> Void) throws -> (records: [LogRecord], statistics: LogRing.Statistics)
    {
        var template = Array("/tmp/ringlog-front-XXXXXX\0".utf8CString)
        let directory = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)!) }
        defer { rmdir(directory) }
        let path = directory + "/test.ringlog"
        defer { unlink(path) }
        let ring = try LogRing(
            at: path, options: LogRing.Options(capacityBytes: 4 << 20, slotBytes: 128 << 10, threshold: .trace))
        log(ring.logger(label: "front"))
        let statistics = ring.statistics
        ring.close()
        let reader = RingReader([try RingFile(try RingInput.open(path: path))])
        var records: [LogRecord] = []
        while let record = try reader.nextRecord() { records.append(record) }
        return (records, statistics)
    }

    private func texts(_ records: [LogRecord]) -> [String] {
        records.map { String(decoding: $0.message, as: UTF8.self) }
    }

    @Test func everyLevelArrives() throws {
        let records = try roundTrip { log in
            let kept = [
                log.trace("t"), log.debug("d"), log.info("i"), log.notice("n"), log.warning("w"), log.error("e"),
                log.critical("c"), log.log(level: .notice, "run time"),
            ]
            #expect(kept == [true, true, true, true, true, true, true, true])
        }.records
        #expect(records.map(\.level.rawValue) == [0, 1, 2, 3, 4, 5, 6, 3])
        #expect(texts(records) == ["t", "d", "i", "n", "w", "e", "c", "run time"])
        #expect(records.allSatisfy { $0.label == Array("front".utf8) })
        #expect(records.map(\.sequence) == [0, 1, 2, 3, 4, 5, 6, 7])
    }

    @Test func everyArgumentArrives() throws {
        let none: Int? = nil
        let records = try roundTrip { log in
            log.info(
                """
                \(Int.min) \(UInt.max) \(Int128.min) \(UInt128.max) \(2.5) \(Float(0.5)) \(-0.0) \(Double.nan) \(true) \
                \("text") \(none) \("secret", privacy: .private) \([1, 2]) \(bytes: [0xFF, 0x41])
                """)
            log.info(
                """
                id=\(42) \(hidden: 7, key: "attempts")\(255, format: .hex(includePrefix: true)) took \
                \(3.14159, format: .fixed(precision: 2)) ms \(5, align: .right(columns: 3))
                """)
        }.records
        var arguments = records[0].arguments
        if case .double(let number) = arguments.remove(at: 7) { #expect(number.isNaN) } else { Issue.record("no NaN") }
        #expect(
            arguments == [
                .int(.min), .uint(.max), .int128(.min), .uint128(.max), .double(2.5), .float(0.5), .double(-0.0),
                .bool(true), .string(Array("text".utf8), cutBytes: 0), .none, .withheld,
                .string(Array("[1, 2]".utf8), cutBytes: 0), .bytes([0xFF, 0x41], cutBytes: 0),
            ])
        #expect(texts(records)[1] == "id=42 0xff took 3.14 ms   5")
    }

    @Test func callSiteArrives() throws {
        let line = #line + 1
        let records = try roundTrip { log in log.info("here") }.records
        #expect(records[0].shape?.line == UInt32(line))
        let file = records[0].shape.map { String(decoding: $0.file, as: UTF8.self) }
        #expect(file == #fileID)
    }

    @Test func nestedCallsArriveInnerFirst() throws {
        let records = try roundTrip { log in
            func inner() -> Int {
                log.info("inner \(String(repeating: "i", count: 3000))")
                return 5
            }
            log.info("outer \(1) \(inner()) \(String(repeating: "o", count: 3000))")
        }.records
        #expect(
            texts(records) == [
                "inner " + String(repeating: "i", count: 3000), "outer 1 5 " + String(repeating: "o", count: 3000),
            ])
    }

    @Test func keptMessagesArriveOrSaySo() throws {
        let (records, statistics) = try roundTrip { log in
            func logTwice(_ message: LogMessage) -> LogMessage {
                #expect(log.info(message) == true)
                log.warning(message)
                return message
            }
            let kept = logTwice("kept \(1) \("text")")
            log.info("other \(2)")
            log.info(kept)
            let smuggled = Smuggled(value: logTwice("mine \(3)"))
            onThread { log.error(smuggled.value) }
        }
        let gone = "(message kept in a variable; its text is gone)"
        #expect(texts(records) == ["kept 1 text", "kept 1 text", "other 2", gone, "mine 3", "mine 3", gone])
        #expect(statistics.messagesGone == 2)
    }

    @Test func hugeMessageArrivesCut() throws {
        let size = 1 << 20
        let (records, statistics) = try roundTrip { log in
            log.info("\(1) \(String(repeating: "é", count: size / 2)) \(2)")
            log.info("\(String(repeating: "x", count: 120 << 10))")
        }
        guard case .string(let text, let cut) = records[0].arguments[1] else {
            Issue.record("no string")
            return
        }
        #expect(text.count > 120 << 10)
        #expect(text.count + Int(cut) == size)
        #expect(String(validating: text, as: UTF8.self) != nil)
        #expect(records[0].arguments[2] == .int(2))
        #expect(records[1].cutBytes == 0)
        #expect(statistics.recordsCut == 1)
        #expect(statistics.bytesCut == UInt64(cut))
    }

    @Test func renamedThreadArrives() throws {
        let records = try roundTrip { log in
            onThread {
                rl_name_thread("first-name")
                log.info("1")
                rl_name_thread("second-name")
                rl_threads_refresh_names()
                log.info("2")
            }
        }.records
        #expect(
            records.map { $0.threadName.map { String(decoding: $0, as: UTF8.self) } } == ["first-name", "second-name"])
        #expect(records[0].thread == records[1].thread)
    }
}
