// What a run comes to.

struct KillTally {
    var rounds = 0
    var writers = 0
    var acknowledged: UInt64 = 0
    var refused: UInt64 = 0
    var decoded: UInt64 = 0
    var overwritten: UInt64 = 0
    var unacknowledged: UInt64 = 0
    var shown: UInt64 = 0
    var phases: [KillPhase: Int] = [:]
    var findings = Findings()

    mutating func add(_ life: Life) {
        writers += 1
        for thread in life.threads {
            acknowledged += thread.acknowledged
            refused += thread.refused
        }
    }

    mutating func add(_ comparison: Comparison) {
        decoded += comparison.decoded
        overwritten += comparison.overwritten
        unacknowledged += comparison.unacknowledged
        shown += comparison.shown
    }

    mutating func add(_ phase: KillPhase, _ findings: Findings) {
        rounds += 1
        phases[phase, default: 0] += 1
        self.findings.add(findings)
    }

    private static let roundsThatCover = 100

    /// Why a run without findings still proves too little; nil if it does not.
    var shortcoming: String? {
        if acknowledged == 0 || decoded == 0 { return "no record was acknowledged and decoded" }
        if rounds < Self.roundsThatCover { return nil }
        for phase in KillPhase.allCases where phases[phase, default: 0] * 20 < rounds {
            return "fewer than 5 % of the rounds hit \(phase.rawValue)"
        }
        return nil
    }

    var status: ExitStatus { findings.isEmpty && shortcoming == nil ? .green : .red }

    func json(seed: UInt64) -> JSONObject {
        var object = JSONObject()
        object.set("rounds", rounds)
        object.set("acknowledged", acknowledged)
        object.set("decoded", decoded)
        object.set("overwritten", overwritten)
        object.set("lost", findings.lost)
        object.set("wrong", findings.wrong)
        object.set("duplicated", findings.duplicated)
        object.set("damaged", findings.damaged)
        object.set("unfinished", findings.unfinished)
        object.set("strange", findings.strange)
        object.set("unacknowledged", unacknowledged)
        object.set("refused", refused)
        object.set("shown", shown)
        object.set("writers", writers)
        var counts = JSONObject()
        for phase in KillPhase.allCases { counts.set(phase.rawValue, phases[phase, default: 0]) }
        object.set("phases", counts)
        object.set("seed", seed)
        return object
    }

    /// For people.
    var text: String {
        let counts = KillPhase.allCases.map { "\($0.rawValue) \(phases[$0, default: 0])" }.joined(separator: ", ")
        return """
            \(rounds) rounds, \(writers) writers killed: \(counts)
            \(acknowledged) records acknowledged: \(decoded) decoded, \(overwritten) overwritten, \(findings.lost) lost
            \(unacknowledged) records kept whose call did not return; \(refused) calls refused; \
            \(shown) records shown in all
            \(findings.wrong) wrong, \(findings.duplicated) duplicated, \(findings.damaged) damaged, \
            \(findings.unfinished) unfinished, \(findings.strange) strange ends
            """
    }
}
