// What each round does to the writer, drawn from stacked decks: chance decides the order, not how often.

@_spi(Testing) import RingLog

struct RoundPlan: Sendable {
    var phase: KillPhase
    var overflow: WriterOrders.Overflow
    /// A new file: only there segments are entered that hold nothing yet.
    var isFresh: Bool
    /// One writer after the other; nil: killed from outside, in full flight.
    var targets: [Target?]
    /// How many records it has been told to be recorded by then: in records, so that a slow machine covers as much.
    var flightRecords: UInt64
    /// And how much later.
    var flightNanoseconds: Int64
}

struct RoundPlanner {
    private var random: Random
    private let defect: KillDefect?
    private var phases: [KillPhase] = []
    private var overflows: [WriterOrders.Overflow] = []
    private var isFirst = true

    init(seed: UInt64, defect: KillDefect?) {
        random = Random(seed: seed)
        self.defect = defect
    }

    private static let mostFlightRecords: UInt64 = 80_000
    private static let deckOfPhases: [KillPhase] =
        stack(.append, 7) + stack(.slotSwitch, 3) + stack(.compaction, 3) + stack(.segmentChange, 2) + stack(.wrap, 2)
        + stack(.recovery, 3)
    private static let deckOfOverflows = stack(WriterOrders.Overflow.wait, 9) + [.overwriteOldest]

    private static func stack<Card>(_ card: Card, _ count: Int) -> [Card] { Array(repeating: card, count: count) }

    mutating func next() -> RoundPlan {
        if phases.isEmpty { phases = Self.deckOfPhases.shuffled(using: &random) }
        if overflows.isEmpty { overflows = Self.deckOfOverflows.shuffled(using: &random) }
        var phase = phases.removeLast()
        var overflow = overflows.removeLast()
        // There is nothing to recover in a file that is not there yet.
        if isFirst && phase == .recovery { phase = .append }
        // These two show only when death comes between two certain steps.
        let needsCompaction = defect == .earlyFree || defect == .headerFirst
        if needsCompaction && Bool.random(using: &random) { (phase, overflow) = (.compaction, .wait) }
        defer { isFirst = false }
        return RoundPlan(
            phase: phase, overflow: overflow, isFresh: isFirst || phase == .segmentChange,
            targets: targets(phase, overflow),
            flightRecords: UInt64.random(in: 1...Self.mostFlightRecords, using: &random),
            flightNanoseconds: Int64.random(in: 0...2_000_000, using: &random))
    }

    private mutating func targets(_ phase: KillPhase, _ overflow: WriterOrders.Overflow) -> [Target?] {
        switch phase {
        case .append: [nil]
        case .recovery: (0..<Int.random(in: 1...4, using: &random)).map { _ in target(phase, overflow) }
        default: [target(phase, overflow)]
        }
    }

    private mutating func target(_ phase: KillPhase, _ overflow: WriterOrders.Overflow) -> Target {
        var steps = phase.steps
        if phase == .slotSwitch && overflow == .wait { steps = [.slotSealed] }
        if phase == .compaction && defect == .headerFirst { steps = [.payloadWritten] }
        if phase == .compaction && defect == .earlyFree { steps = [.payloadWritten] }
        // Half of the deaths come at the very step, the others while something else goes on.
        let isAtOnce = Bool.random(using: &random)
        return Target(
            step: steps.randomElement(using: &random)!, entry: Int.random(in: 1...phase.mostEntries, using: &random),
            delayNanoseconds: isAtOnce ? 0 : Int.random(in: 0...300_000, using: &random),
            manner: isAtOnce || Bool.random(using: &random) ? .held : .passed)
    }
}
