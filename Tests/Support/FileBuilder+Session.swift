// Opening and closing sessions, and the pages of the header that belong to them.
import RingLogFormat

extension FileBuilder {
    /// Opens the next session: new nonce, empty slots, counters at 0, a start frame in both lanes.
    public mutating func openSession(rebooted: Bool = false) {
        let ordinal = session.ordinal + 1
        let nonce = Checksum.mix(seed &+ UInt64(ordinal) &* Checksum.golden)
        if rebooted { session.opened.epoch += 1 }
        let epoch = session.opened.epoch
        session.ordinal = ordinal
        session.nonce = nonce
        session.boot = BootID(
            first: Checksum.mix(0xB007 ^ UInt64(epoch)), second: Checksum.mix(0xB0072 ^ UInt64(epoch)))
        session.processID = 4000 + ordinal
        session.processStart = 100 * UInt64(ordinal)
        session.opened = reading(at: ticks)
        session.executable = Array("/usr/bin/orders".utf8)
        session.buildID = [0xAB, 0xCD, 0xEF, UInt8(truncatingIfNeeded: ordinal)]
        session.host = Array("host".utf8)
        gapSummary = GapSummary(nonce: nonce, epoch: epoch)
        gaps = 0
        sequences = [:]
        let page = geometry.countersOffset
        put([UInt8](repeating: 0, count: geometry.unit), at: page)
        for index in 0..<CountersPage.counters { setCounter(index, 0) }
        slots = (0..<geometry.slotCount).map { SlotState(slot: $0, room: geometry.frameRange) }
        for slot in slots.indices { writeSlotHeaders(slot) }
        writeClockPage()
        writeSessionPages(ended: false, .notEnded)
        addSessionBlock(generation: Format.sessionStartGeneration, [SessionStart(session: session).encoded()])
    }

    /// Ends the session as a close would: an end frame with the gaps in both lanes, then the page. Records that are
    /// still in slots stay there.
    public mutating func endSession(_ ending: SessionEnding = .closed) {
        var bodies = [
            SessionEnd(
                ending: ending, sessionOrdinal: session.ordinal, triple: triple(at: ticks), counters: counters
            ).encoded()
        ]
        if gapSummary.through > 0 { bodies.append(GapSummaryFrame(summary: gapSummary).encoded()) }
        bodies += openGaps.map { GapFrame(gap: $0).encoded() }
        addSessionBlock(generation: Format.sessionEndGeneration, bodies)
        writeSessionPages(ended: true, ending)
    }

    public mutating func writeClockPage() {
        clockSequence += 1
        let page = ClockPage(
            offset: geometry.clockPageOffset(copy: Int(clockSequence % 2)), file: file, nonce: session.nonce,
            sequence: clockSequence, reading: reading(at: ticks))
        put(page.encoded(), at: page.offset)
    }

    mutating func writeSessionPages(ended: Bool, _ ending: SessionEnding) {
        pageSequence += 1
        for copy in 0..<2 {
            let page = SessionPage(
                offset: geometry.sessionPageOffset(copy: copy), file: file, sequence: pageSequence, session: session,
                ended: ended, ending: ending)
            put(page.encoded(), at: page.offset)
        }
    }

    /// Adds to a counter of the counters page.
    public mutating func count(_ counter: Counter, _ amount: UInt64 = 1) {
        setCounter(counter.rawValue, counters[counter.rawValue] + amount)
    }

    mutating func setCounter(_ index: Int, _ value: UInt64) {
        counters[index] = value
        let word = CountersPage.word(value, index: index, nonce: session.nonce)
        var writer = ByteWriter()
        writer.append(word)
        put(writer.bytes, at: geometry.countersOffset + index * 8)
    }
}
