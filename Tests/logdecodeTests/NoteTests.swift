import RingLogReader
import Testing

@testable import logdecode

@Suite struct NoteTests {
    static func text(_ note: GapNote) -> String {
        var time = TimestampWriter(decimals: 6)
        return note.text(&time)
    }

    @Test(arguments: [
        (GapNote.Kind.writtenOff, "overwritten by newer ones, except important ones that are shown", "overwritten"),
        (.slotsGivenUp(slots: 1), "given up with 1 full slot: compaction did not keep up", "given_up"),
        (.slotsGivenUp(slots: 2000), "given up with 2,000 full slots: compaction did not keep up", "given_up"),
        (.refused(.refusedFull), "refused: no free slot", "refused"),
        (.refused(.refusedWait), "refused: no free slot in time", "refused"),
        (.refused(.refusedContended), "refused: all slots were held by other threads", "refused"),
        (.refused(.refusedFailed), "refused: the logger had failed or had no room", "refused"),
        (.refused(.refusedClosed), "refused: logged after close", "refused"),
        (.refused(nil), "refused: for several reasons", "refused"), (.cut, "the file is cut", "cut"),
        (.damaged, "damaged bytes", "damaged"), (.unexplained, "nothing explains why", "unexplained"),
    ])
    func everyReasonIsTold(kind: GapNote.Kind, reason: String, name: String) {
        let note = GapNote(kind: kind, count: nil, file: 0)
        #expect(Self.text(note) == "missing: records: " + reason)
        #expect(note.reasonName.description == name)
    }

    @Test func howMuchAndWhenAreToldAsFarAsKnown() {
        func note(_ count: UInt64?, _ keep: UInt64?, _ from: Int64?, _ to: Int64?) -> String {
            Self.text(
                GapNote(
                    kind: .damaged, count: count, keepCount: keep, from: from, to: to, session: 3, thread: 7, file: 0,
                    offset: 4096))
        }
        let second: Int64 = 1_000_000_000
        #expect(
            note(1234, 5, 0, second)
                == "missing: 1,234 records (5 of them important), 1970-01-01T00:00:00.000000Z to "
                + "1970-01-01T00:00:01.000000Z, session 3, thread #7: damaged bytes at 4096")
        #expect(note(1, 0, nil, 0).hasPrefix("missing: 1 record, up to 1970-01-01T00:00:00.000000Z, session"))
        #expect(note(nil, nil, 0, nil).hasPrefix("missing: records, from 1970-01-01T00:00:00.000000Z on, session"))
    }

    @Test func gapOutsideOfTheTimeAskedForIsNotTold() {
        let note = GapNote(kind: .cut, count: nil, from: 10, to: 20, file: 0)
        #expect(note.overlaps(since: 20, until: nil))
        #expect(!note.overlaps(since: 21, until: nil))
        #expect(note.overlaps(since: nil, until: 10))
        #expect(!note.overlaps(since: nil, until: 9))
        #expect(GapNote(kind: .cut, count: nil, file: 0).overlaps(since: 1, until: 2))
    }

    @Test func gapIsAnObjectForPrograms() {
        var line: [UInt8] = []
        GapNote(
            kind: .slotsGivenUp(slots: 2), count: 10, keepCount: 1, from: 0, to: 1, session: 3, thread: 7, file: 0,
            offset: 8
        ).appendJSON(ring: Fixture.bytes("a"), to: &line)
        #expect(
            Fixture.text(line)
                == #"{"marker":"gap","reason":"given_up","records":10,"keep_records":1,"#
                + #""from":"1970-01-01T00:00:00.000000000Z","#
                + #""to":"1970-01-01T00:00:00.000000001Z","session":3,"thread_number":7,"offset":8,"#
                + #""text":"given up with 2 full slots: compaction did not keep up","ring":"a"}"# + "\n")
    }

    @Test(arguments: [
        (SessionInfo.Ending.open, true, true, "running"), (.open, true, false, "unfinished"),
        (.open, false, true, "died"),
        (.closed, true, true, "closed"), (.exited, true, false, "exited"), (.died, false, false, "died"),
        (.unknown, true, false, "unknown"),
    ])
    func stateOfASession(ending: SessionInfo.Ending, isLatest: Bool, isLive: Bool, name: String) {
        let session = SessionInfo(nonce: 1, ordinal: 1, file: 0, details: nil, ending: ending)
        #expect(SessionState(session, isLatest: isLatest, isLive: isLive).name == name)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (UInt64.max, "18,446,744,073,709,551,615"),
    ])
    func numbersAreGrouped(number: UInt64, shown: String) {
        #expect(number.grouped == shown)
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (1023, "1,023 bytes"), (1024, "1 KiB"), (4160 << 10, "4,160 KiB"),
        (64 << 20, "64 MiB"),
        (1 << 30, "1 GiB"), (1_048_577, "1,048,577 bytes"),
    ])
    func sizesUseTheLargestExactUnit(size: UInt64, shown: String) {
        #expect(size.byteSize == shown)
    }

    @Test func linesOfHelpAreWrappedBetweenWords() {
        #expect(Help.wrapped("aa bb cc  dd", width: 5) == ["aa bb", "cc dd"])
        #expect(Help.wrapped("aaaaaaaa b", width: 5) == ["aaaaaaaa", "b"])
        #expect(Help.wrapped("", width: 5) == [])
    }
}
