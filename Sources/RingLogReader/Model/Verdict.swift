/// What a reading came to: the last line on stderr and the exit status.
public struct Verdict: Hashable, Sendable, CustomStringConvertible {
    public enum State: Int32, Hashable, Comparable, Sendable {
        /// Overwriting, drops and a torn tail are no damage.
        case intact = 0
        case damaged = 1
        case unusable = 2

        public static func < (a: State, b: State) -> Bool { a.rawValue < b.rawValue }
    }

    public var state: State
    /// Different records found (before any filter).
    public var records: UInt64
    /// Copies that were united with one of them.
    public var copies: UInt64
    public var damages: UInt64
    /// Records known to be lost to damage.
    public var lost: UInt64
    /// Records overwritten, given up in slots and refused, as far as known.
    public var overwritten: UInt64
    public var givenUp: UInt64
    public var refused: UInt64

    public init(
        state: State = .intact, records: UInt64 = 0, copies: UInt64 = 0, damages: UInt64 = 0, lost: UInt64 = 0,
        overwritten: UInt64 = 0, givenUp: UInt64 = 0, refused: UInt64 = 0
    ) {
        self.state = state
        self.records = records
        self.copies = copies
        self.damages = damages
        self.lost = lost
        self.overwritten = overwritten
        self.givenUp = givenUp
        self.refused = refused
    }

    /// Both together, as for several files.
    public func adding(_ other: Verdict) -> Verdict {
        Verdict(
            state: max(state, other.state), records: records &+ other.records, copies: copies &+ other.copies,
            damages: damages &+ other.damages, lost: lost &+ other.lost, overwritten: overwritten &+ other.overwritten,
            givenUp: givenUp &+ other.givenUp, refused: refused &+ other.refused)
    }

    public var exitStatus: Int32 { state.rawValue }

    public var description: String {
        var text: String
        switch state {
        case .intact: text = "intact: \(records) records"
        case .damaged: text = "damaged: \(records) records, \(damages) damaged places"
        case .unusable: return "unusable: nothing could be read"
        }
        if lost > 0 { text += ", \(lost) lost to damage" }
        if overwritten > 0 { text += ", \(overwritten) overwritten" }
        if givenUp > 0 { text += ", \(givenUp) given up in slots" }
        if refused > 0 { text += ", \(refused) refused" }
        return text
    }
}
