// Where a writer dies. Appending goes on all the time and is hit by chance; every other phase lasts microseconds, so
// the writer is told to die at the k-th time it gets to one of the phase's steps.

@_spi(Testing) import RingLog

/// What a ring is doing when its process dies.
enum KillPhase: String, CaseIterable, Sendable {
    case append
    case slotSwitch = "slot-switch"
    case compaction
    case segmentChange = "segment-change"
    case wrap
    case recovery

    /// The steps that make it up. Recovery writes blocks and enters segments too, before the ring is open.
    var steps: [Phase] {
        switch self {
        case .append: []
        case .slotSwitch: [.slotSealed, .gapWritten]
        case .compaction: [.compactionBegins, .payloadWritten, .blockWritten, .slotFreeing]
        case .segmentChange: [.segmentEntering]
        case .wrap: [.segmentWrapping]
        case .recovery:
            [
                .recoveryBegins, .recoveryStored, .recoveryClearing, .sessionBeginning, .payloadWritten, .blockWritten,
                .segmentWrapping,
            ]
        }
    }

    /// How often a step is passed at most before the one that kills; chosen so that most writers get there.
    var mostEntries: Int {
        switch self {
        case .append: 0
        case .slotSwitch: 120
        case .compaction: 40
        case .segmentChange, .wrap: 20
        case .recovery: 3
        }
    }
}

/// One writer's death.
struct Target: Sendable {
    enum Manner: String, CaseIterable, Sendable {
        /// The thread that takes the step stays in it until death: the others go on meanwhile.
        case held
        /// The step is taken; another thread brings death a little later.
        case passed
    }

    var step: Phase
    /// 1: the first time.
    var entry: Int
    var delayNanoseconds: Int
    var manner: Manner

    var arguments: [String] {
        [
            "--step", "\(step.rawValue)", "--entry", "\(entry)", "--delay", "\(delayNanoseconds)", "--manner",
            manner.rawValue,
        ]
    }

    static let flags = [
        Flag("step", "N", "the step at which to die"),
        Flag("entry", "K", "which time"),
        Flag("delay", "NS", "how long after it"),
        Flag("manner", "held|passed", "whether the step is held up until then"),
    ]

    init(step: Phase, entry: Int, delayNanoseconds: Int, manner: Manner) {
        self.step = step
        self.entry = entry
        self.delayNanoseconds = delayNanoseconds
        self.manner = manner
    }

    /// Nil if the arguments name none.
    init?(_ arguments: Arguments) throws(UsageError) {
        let most = Phase.allCases.map(\.rawValue).max() ?? 0
        guard let number = try arguments.integer("step", in: 0...most), let step = Phase(rawValue: number) else {
            return nil
        }
        self.init(
            step: step, entry: try arguments.integer("entry", in: 1...Int.max, default: 1),
            delayNanoseconds: try arguments.integer("delay", in: 0...1_000_000_000, default: 0),
            manner: try arguments.choice("manner", Manner.self) ?? .held)
    }
}
