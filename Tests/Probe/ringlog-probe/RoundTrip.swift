// Everything that can be put into a message, from many threads. Tests/system/roundtrip.py holds, written independently,
// what must come out. Each message begins with `case=`, by which the two are matched.

import CRingLog
import RingLog
import RingLogExampleSupport

func roundTrip(_ arguments: [String]) throws {
    var options = everything(capacityBytes: 64 << 20)
    options.compression = arguments[2] == "none" ? LogRing.Compression.none : .zlib
    let ring = try LogRing(at: arguments[0], options: options)
    let threads = number(arguments[1])
    let workers = (0..<threads).map { index in
        let log = ring.logger(label: "roundtrip-\(index % 3)")
        return Worker(name: "rt-\(index)") {
            logLevels(log, thread: index)
            logIntegers(log)
            logFloatingPoint(log)
            logText(log)
            logBytes(log)
            logOtherTypes(log)
            logFormats(log)
            // Long ones from a few threads only: they would fill the ring.
            if index < 4 { logLongText(log) }
            must(log.info("case=last thread=\(index)"))
        }
    }
    for worker in workers { worker.join() }
    logFromThreadOfStrangeName(ring)
    ring.close()
}

/// A thread's name is what the system says, text or not.
private func logFromThreadOfStrangeName(_ ring: LogRing) {
    let log = ring.logger(label: "roundtrip-0")
    Worker(name: "to be renamed") {
        rl_name_thread([0x62, -1, 0x64, -2, 0])  // b, 0xFF, d, 0xFE
        must(log.info("case=strange-name"))
    }.join()
}

private func logLevels(_ log: RingLogger, thread: Int) {
    must(log.trace("case=trace thread=\(thread)"))
    must(log.debug("case=debug thread=\(thread)"))
    must(log.info("case=info thread=\(thread)"))
    must(log.notice("case=notice thread=\(thread)"))
    must(log.warning("case=warning thread=\(thread)"))
    must(log.error("case=error thread=\(thread)"))
    must(log.critical("case=critical thread=\(thread)"))
}

private func logIntegers(_ log: RingLogger) {
    must(log.info("case=int8 low=\(Int8.min) high=\(Int8.max)"))
    must(log.info("case=int16 low=\(Int16.min) high=\(Int16.max)"))
    must(log.info("case=int32 low=\(Int32.min) high=\(Int32.max)"))
    must(log.info("case=int64 low=\(Int64.min) high=\(Int64.max)"))
    must(log.info("case=int low=\(Int.min) high=\(Int.max)"))
    must(log.info("case=uint8 low=\(UInt8.min) high=\(UInt8.max)"))
    must(log.info("case=uint16 low=\(UInt16.min) high=\(UInt16.max)"))
    must(log.info("case=uint32 low=\(UInt32.min) high=\(UInt32.max)"))
    must(log.info("case=uint64 low=\(UInt64.min) high=\(UInt64.max)"))
    must(log.info("case=uint low=\(UInt.min) high=\(UInt.max)"))
    if #available(macOS 15, iOS 18, *) {
        must(log.info("case=int128 low=\(Int128.min) high=\(Int128.max)"))
        must(log.info("case=uint128 low=\(UInt128.min) high=\(UInt128.max)"))
    }
    must(log.info("case=small a=\(-1) b=\(0) c=\(1)"))
}

private func logFloatingPoint(_ log: RingLogger) {
    must(log.info("case=double-nan value=\(Double.nan)"))
    must(log.info("case=double-inf value=\(Double.infinity)"))
    must(log.info("case=double-minus-inf value=\(-Double.infinity)"))
    must(log.info("case=double-minus-zero value=\(-0.0)"))
    must(log.info("case=double-greatest value=\(Double.greatestFiniteMagnitude)"))
    must(log.info("case=double-least value=\(Double.leastNonzeroMagnitude)"))
    must(log.info("case=double-tenth value=\(0.1)"))
    must(log.info("case=double-third value=\(1.0 / 3.0)"))
    must(log.info("case=float-nan value=\(Float.nan)"))
    must(log.info("case=float-inf value=\(Float.infinity)"))
    must(log.info("case=float-minus-zero value=\(Float(-0.0))"))
    must(log.info("case=float-greatest value=\(Float.greatestFiniteMagnitude)"))
    must(log.info("case=float-least value=\(Float.leastNonzeroMagnitude)"))
    must(log.info("case=float-tenth value=\(Float(0.1))"))
}

private func logText(_ log: RingLogger) {
    must(log.info("case=empty text=\("")"))
    must(log.info("case=one text=\("x")"))
    must(log.info("case=nul text=\("a\0b")"))
    must(log.info("case=control text=\("\u{1}\u{7}\u{8}\t\n\u{B}\u{C}\r\u{1B}[31mred\u{7F}\u{85}")"))
    must(log.info("case=quotes text=\("\"quoted\" \\ 'single' </script>")"))
    must(log.info("case=emoji text=\("👩‍👩‍👧‍👦 🇪🇺 ❤️‍🔥")"))
    must(log.info("case=combining text=\("e\u{301}")"))
    must(log.info("case=bidi text=\("\u{202E}abc\u{2066}\u{2028}\u{2029}\u{FEFF}")"))
    must(log.info("case=edges text=\("\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}")"))
    must(log.info("case=substring text=\("hello world".dropFirst(6))"))
    let fixed: StaticString = "fixed ✓"
    must(log.info("case=static text=\(fixed)"))
    must(log.info("case=literal with a NUL \0, a line\nbreak and 👋 in the literal"))
    must(log.info("case=many a=\(1) b=\(2) c=\(3) d=\(4) e=\(5) f=\(6) g=\(7) h=\(8) i=\(9) j=\(10) k=\(11) l=\(12)"))
    must(log.info("\(1)case=\("adjacent")\(2)\(3)"))
}

private func logBytes(_ log: RingLogger) {
    must(log.info("case=bytes-text value=\(bytes: Array("plain".utf8))"))
    must(log.info("case=bytes-invalid value=\(bytes: [0x61, 0x00, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80] as [UInt8])"))
    must(log.info("case=bytes-empty value=\(bytes: [] as [UInt8])"))
}

private func logFormats(_ log: RingLogger) {
    must(log.info("case=hex a=\(255, format: .hex) b=\(-255, format: .hex(includePrefix: true, minDigits: 4))"))
    must(log.info("case=octal a=\(8, format: .octal)"))
    must(log.info("case=decimal a=\(7, format: .decimal(explicitPositiveSign: true, minDigits: 3))"))
    must(log.info("case=fixed a=\(2.0 / 3.0, format: .fixed(precision: 2)) b=\(1e21, format: .fixed(precision: 0))"))
    must(log.info("case=exponential a=\(12345.678, format: .exponential(precision: 3))"))
    must(log.info("case=hybrid a=\(0.00001234, format: .hybrid(precision: 3))"))
    must(log.info("case=align a=[\("é", align: .right(columns: 3))] b=[\(7, align: .left(columns: 3))]"))
    must(log.info("case=key \(1, key: "first") and \("two", key: "second")"))
    must(log.info("case=hidden\(hidden: 3, key: "unseen")"))
    must(log.info("case=private name=\("secret-5f1c", privacy: .private)"))
}

private func logLongText(_ log: RingLogger) {
    // A pattern in which every place is told from its neighbours, with a scalar of two bytes in each piece.
    func text(bytes: Int) -> String {
        var text = ""
        var piece = 0
        while text.utf8.count < bytes {
            text += "é\(piece)."
            piece += 1
        }
        return text
    }
    must(log.info("case=long text=\(text(bytes: 100_000))"))
    must(log.info("case=too-long text=\(text(bytes: 1_000_000))"))
}

private func logOtherTypes(_ log: RingLogger) {
    must(log.info("case=bool yes=\(true) no=\(false)"))
    let nothing: Int? = nil
    let something: Int? = 42
    let noText: String? = nil
    let someText: String? = "some"
    must(log.info("case=optional nothing=\(nothing) something=\(something) notext=\(noText) sometext=\(someText)"))
    must(log.info("case=described point=\(Point(x: 1, y: -2))"))
    must(log.info("case=enum error=\(Failure.broken(code: 7))"))
    must(log.info("case=array values=\([1, 2, 3])"))
}

private struct Point: CustomStringConvertible {
    let x: Int, y: Int
    var description: String { "<\(x), \(y)>" }
}

private enum Failure: Error {
    case broken(code: Int)
}
