import RingLogFormat

/// Converts ticks to wall time by all the clock triples of a file: one piecewise table an epoch, docs/FORMAT.md,
/// section 5.
struct ClockTable: Sendable {
    fileprivate struct Epoch: Sendable {
        var points: [ClockTriple] = []
        var isSorted = true
        var ticksPerSecond: UInt64
    }

    private var epochs: [UInt32: Epoch] = [:]

    /// Wall clocks that agree better than this are the same clock being steered; a larger change is a step.
    fileprivate static let step: Int128 = 1_000_000
    /// Bounds on memory. A table that is full loses every second point where the clock was steady, a file loses nothing
    /// else.
    private static let mostPoints = 1 << 16
    private static let mostEpochs = 1 << 12

    mutating func add(_ reading: ClockReading) {
        add(reading.triple, epoch: reading.epoch, ticksPerSecond: reading.ticksPerSecond)
    }

    mutating func add(_ triple: ClockTriple, epoch: UInt32, ticksPerSecond: UInt64) {
        guard epochs[epoch] != nil || epochs.count < ClockTable.mostEpochs else { return }
        epochs[epoch, default: Epoch(ticksPerSecond: ticksPerSecond)].add(triple)
        // Thousands of epochs have fewer points each.
        let most = max(16, ClockTable.mostPoints / epochs.count)
        if epochs[epoch]!.points.count > most { epochs[epoch]!.thin() }
    }

    /// Puts what was added in order, so that conversions need not.
    mutating func sort() {
        for epoch in epochs.keys where !epochs[epoch]!.isSorted { epochs[epoch]!.sort() }
    }

    /// Adds a triple to a table that is in order, and keeps it so.
    mutating func insert(_ reading: ClockReading) {
        add(reading)
        epochs[reading.epoch]?.settleLast()
    }

    /// Nanoseconds since 1970, nil if nothing is known of the epoch. After `add`, call `sort` first.
    func realtime(_ moment: Moment) -> Int64? { epochs[moment.epoch]?.realtime(moment.ticks) }
}

extension ClockTable.Epoch {
    mutating func add(_ triple: ClockTriple) {
        if let last = points.last {
            if last == triple { return }
            if last.ticks >= triple.ticks { isSorted = false }
        }
        points.append(triple)
    }

    /// Moves the last point to its place among the others, which are in order.
    mutating func settleLast() {
        guard !isSorted, let last = points.popLast() else { return }
        let index = firstIndex(behind: last.ticks)
        if index == 0 || points[index - 1].ticks != last.ticks { points.insert(last, at: index) }
        isSorted = true
    }

    mutating func sort() {
        points.sort { ($0.ticks, $0.boottime) < ($1.ticks, $1.boottime) }
        var kept: [ClockTriple] = []
        for point in points where kept.last?.ticks != point.ticks { kept.append(point) }
        points = kept
        isSorted = true
    }

    /// Drops every second point, but none at either side of a step.
    mutating func thin() {
        sort()
        var kept: [ClockTriple] = []
        for (index, point) in points.enumerated() {
            let isInner = index > 0 && index < points.count - 1
            let isDispensable =
                isInner && index % 2 == 1 && !steps(points[index - 1], point) && !steps(point, points[index + 1])
            if !isDispensable { kept.append(point) }
        }
        // Nothing but steps: that is no clock; the bound counts.
        points =
            kept.count > points.count * 3 / 4 ? kept.enumerated().filter { $0.offset % 2 == 0 }.map(\.element) : kept
    }

    private func steps(_ a: ClockTriple, _ b: ClockTriple) -> Bool {
        (offset(b) - offset(a)).magnitude >= ClockTable.step.magnitude
    }

    /// Wall clock ahead of the boot clock.
    private func offset(_ point: ClockTriple) -> Int128 { Int128(point.realtime) - Int128(point.boottime) }

    func realtime(_ ticks: UInt64) -> Int64? {
        guard !points.isEmpty else { return nil }
        let behind = firstIndex(behind: ticks)
        if behind == 0 { return extrapolate(points[0], ticks) }
        if behind == points.count { return extrapolate(points[behind - 1], ticks) }
        return interpolate(points[behind - 1], points[behind], ticks)
    }

    private func firstIndex(behind ticks: UInt64) -> Int {
        var low = 0
        var high = points.count
        while low < high {
            let middle = (low + high) / 2
            if points[middle].ticks <= ticks { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func extrapolate(_ point: ClockTriple, _ ticks: UInt64) -> Int64 {
        let distance = Int128(ticks) - Int128(point.ticks)
        let perSecond = Int128(max(1, ticksPerSecond))
        return Int64(clamping: Int128(point.realtime) + distance * 1_000_000_000 / perSecond)
    }

    private func interpolate(_ a: ClockTriple, _ b: ClockTriple, _ ticks: UInt64) -> Int64 {
        let done = Int128(ticks - a.ticks)
        let all = Int128(b.ticks - a.ticks)
        // |difference| < 2^65 and done < 2^64: products could pass 127 bits only for times that no clock shows.
        func between(_ from: Int128, _ to: Int128) -> Int128 {
            let product = (to - from).multipliedReportingOverflow(by: done)
            return product.overflow ? from : from + product.partialValue / all
        }
        let boottime = between(Int128(a.boottime), Int128(b.boottime))
        let ahead = steps(a, b) ? offset(a) : between(offset(a), offset(b))
        return Int64(clamping: boottime + ahead)
    }
}
