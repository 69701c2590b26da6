import RingLogReader
import Testing

@testable import logdecode

@Suite struct TallyTests {
    @Test func highestStateIsTheVerdict() {
        var tally = Tally()
        tally.addFile(sessions: [])
        #expect(tally.line() == "intact: 0 records, 0 sessions")
        tally.add(Verdict(state: .damaged, records: 1000, damages: 2, lost: 3, overwritten: 4, givenUp: 5, refused: 6))
        tally.add(Verdict(records: 1))
        #expect(
            tally.line()
                == "damaged: 1,001 records, 0 sessions, 2 damaged places, 3 lost to damage, 4 overwritten, "
                + "5 given up in slots, 6 refused")
        #expect(tally.state == .damaged)
        tally.shown = 7
        #expect(tally.line().hasPrefix("damaged: 1,001 records, 0 sessions, 7 shown, 2 damaged places"))
        #expect(tally.line(counts: false) == "damaged: 1 file")
    }

    @Test func sumsOfHostileCountsDoNotOverflow() {
        var tally = Tally()
        for _ in 0..<2 { tally.add(Verdict(records: .max, overwritten: .max)) }
        #expect(
            tally.line()
                == "intact: 18,446,744,073,709,551,615 records, 0 sessions, 18,446,744,073,709,551,615 overwritten")
        var lane = FileSummary.Lane()
        (lane.rawBytes, lane.storedBytes) = (.max, 1 << 62)
        #expect(lane.ratio == "4.0 to 1")
        (lane.rawBytes, lane.storedBytes) = (1_008_092, 317_952)
        #expect(lane.ratio == "3.2 to 1")
        (lane.rawBytes, lane.storedBytes) = (.max, 1)
        #expect(lane.ratio == "100000000.0 to 1")
        let slot = FileSummary.SlotState.holding(generation: 1, records: .max, bytes: .max, sealed: true)
        #expect(SlotTotals([slot, slot]).records == .max)
    }
}
