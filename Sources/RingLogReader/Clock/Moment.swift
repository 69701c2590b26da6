/// A point on the one clock of a file: ticks are comparable within an epoch, and epochs rise.
struct Moment: Hashable, Comparable, Sendable {
    var epoch: UInt32
    var ticks: UInt64

    static let start = Moment(epoch: 0, ticks: 0)

    static func < (a: Moment, b: Moment) -> Bool { (a.epoch, a.ticks) < (b.epoch, b.ticks) }
}
