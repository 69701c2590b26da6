// Counter words and gap entries prove themselves one by one.
import RingLogFormat
import RingLogTestSupport
import Testing

@Suite struct CountersTests {
    @Test func wordsMatchTheReference() {
        #expect(CountersPage.word(5, index: 3, nonce: sampleNonce) == 0x28F6_0000_0000_0005)
        #expect(CountersPage.word(0, index: 0, nonce: sampleNonce) == 0xF9B6_0000_0000_0000)
    }

    @Test func countsAreReadAsWritten() {
        for value in [0, 1, 0xFFFF_FFFF, CountersPage.mostValue] {
            for index in 0..<CountersPage.counters {
                let word = CountersPage.word(value, index: index, nonce: sampleNonce)
                #expect(CountersPage.value(word, index: index, nonce: sampleNonce) == value)
            }
        }
        for value in [1 << 48, UInt64.max] {
            let word = CountersPage.word(value, index: 1, nonce: sampleNonce)
            #expect(CountersPage.value(word, index: 1, nonce: sampleNonce) == CountersPage.mostValue)
        }
    }

    @Test func damagedForeignAndEmptyWordsAreUnknown() {
        let word = CountersPage.word(1234, index: 3, nonce: sampleNonce)
        for bit in 0..<64 { #expect(CountersPage.value(word ^ 1 << UInt64(bit), index: 3, nonce: sampleNonce) == nil) }
        #expect(CountersPage.value(word, index: 4, nonce: sampleNonce) == nil)
        #expect(CountersPage.value(word, index: 3, nonce: sampleNonce + 1) == nil)
        #expect(CountersPage.value(0, index: 3, nonce: sampleNonce) == nil)
    }

    static let gap = Gap(
        number: 30, nonce: sampleNonce, generation: 8, slot: 1, records: 100, keepRecords: 3, epoch: 9, lowestTicks: 50,
        highestTicks: 70)

    @Test func gapEntriesAreReadAsWritten() throws {
        let encoded = Bytes(GapEntry.encoded(Self.gap, at: 3904, file: sampleFile))
        #expect(encoded.count == 64)
        #expect(try GapEntry.gap(encoded, at: 3904, file: sampleFile) == Self.gap)
        #expect(encoded.u64(16) == 8 && encoded.u32(28) == 100 && encoded.u32(36) == 9 && encoded.u64(48) == 70)
        #expect(CountersPage.gapOffset(number: 30, copy: 1, unit: 4096) == 320 + 64)
        #expect(CountersPage.gapOffset(number: 29, copy: 0, unit: 4096) == 320 + 28 * 128)
    }

    @Test func movedForeignAndDamagedGapEntriesAreRejected() {
        var entry = GapEntry.encoded(Self.gap, at: 3904, file: sampleFile)
        #expect(throws: FormatError(.gapEntry, at: 3968, .wrongChecksum)) {
            _ = try GapEntry.gap(Bytes(entry), at: 3968, file: sampleFile)
        }
        #expect(throws: FormatError(.gapEntry, at: 3904, .wrongChecksum)) {
            _ = try GapEntry.gap(Bytes(entry), at: 3904, file: otherFile)
        }
        for bit in 0..<512 {
            entry.flip(bit: bit)
            #expect(throws: FormatError.self) { _ = try GapEntry.gap(Bytes(entry), at: 3904, file: sampleFile) }
            entry.flip(bit: bit)
        }
        #expect(throws: FormatError(.gapEntry, at: 0, .empty)) {
            _ = try GapEntry.gap(Bytes([UInt8](repeating: 0, count: 64)), at: 0, file: sampleFile)
        }
    }

    @Test func summaryAddsUpGapsInOrder() throws {
        var summary = GapSummary(nonce: sampleNonce, epoch: 9)
        for number in 1...3 as ClosedRange<UInt64> {
            var gap = Self.gap
            gap.number = number
            gap.lowestTicks = 100 - number
            summary.add(gap)
        }
        #expect(summary.through == 3 && summary.slots == 3 && summary.records == 300 && summary.keepRecords == 9)
        #expect(summary.lowestTicks == 97 && summary.highestTicks == 70)
        let encoded = Bytes(GapEntry.encoded(summary, at: 192, file: sampleFile))
        #expect(try GapEntry.summary(encoded, at: 192, file: sampleFile) == summary)
        #expect(throws: FormatError(.gapSummary, at: 256, .wrongChecksum)) {
            _ = try GapEntry.summary(encoded, at: 256, file: sampleFile)
        }
    }
}
