// The reader library against the tests' own reading of a file.

import RingLogReader
import Testing

/// The reader shows exactly the records that are there, each once and with all its definitions, and finds no damage.
func expectReaderAgrees(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let reader = RingReader([try RingFile(try RingInput.open(path: path))])
    var shown: Set<Identity> = [], repeated = 0, marked = 0
    while let record = try reader.nextRecord() {
        let identity = Identity(
            nonce: record.identity.nonce, slot: record.identity.slot, generation: record.identity.generation,
            thread: record.identity.thread, sequence: record.identity.sequence)
        if !shown.insert(identity).inserted { repeated += 1 }
        if !record.marks.subtracting(.textCut).isEmpty { marked += 1 }
    }
    #expect(repeated == 0 && marked == 0, sourceLocation: sourceLocation)
    #expect(reader.damages.map(\.description) == [], sourceLocation: sourceLocation)
    #expect(reader.verdict.state == .intact, sourceLocation: sourceLocation)
    let there = Set(Contents(path).records.keys)
    let missing = there.subtracting(shown).count, invented = shown.subtracting(there).count
    #expect(missing == 0 && invented == 0, sourceLocation: sourceLocation)
}
