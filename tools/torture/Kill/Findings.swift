// What is wrong, counted, with the first few cases in words.

struct Findings: Sendable {
    /// Acknowledged, not there, and nothing excuses it.
    var lost: UInt64 = 0
    /// There, but not what was logged, not where it belongs, or never logged; numbers that do not agree.
    var wrong: UInt64 = 0
    var duplicated: UInt64 = 0
    /// Structures and places that the decoder or the books call damaged.
    var damaged: UInt64 = 0
    var unfinished: UInt64 = 0
    /// Writers that did not die, or ended by themselves.
    var strange: UInt64 = 0
    private(set) var examples: [String] = []

    static let mostExamples = 12

    var isEmpty: Bool { lost == 0 && wrong == 0 && duplicated == 0 && damaged == 0 && unfinished == 0 && strange == 0 }

    mutating func count(
        _ kind: WritableKeyPath<Findings, UInt64>, by number: UInt64 = 1, _ example: @autoclosure () -> String
    ) {
        self[keyPath: kind] += number
        if examples.count < Self.mostExamples { examples.append(example()) }
    }

    mutating func add(_ other: Findings) {
        lost += other.lost
        wrong += other.wrong
        duplicated += other.duplicated
        damaged += other.damaged
        unfinished += other.unfinished
        strange += other.strange
        examples += other.examples.prefix(Self.mostExamples - examples.count)
    }
}
