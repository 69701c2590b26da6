// Rings as tests want them.

@_spi(Testing) @testable import RingLog

extension LogRing.Options {
    /// The smallest file: 32 KiB, two slots of 1 KiB, eight segments of 2 KiB.
    static func tiny(
        overflow: LogRing.Overflow = .wait(upTo: .seconds(20)), compression: LogRing.Compression = .zlib,
        keepLevel: LogLevel? = nil, hooks: Hooks? = nil
    ) -> Self {
        var options = LogRing.Options(
            capacityBytes: 32 << 10, slotBytes: 1 << 10, slotCount: 2, compression: compression, threshold: .trace,
            overflow: overflow, keepLevel: keepLevel)
        options.useTestUnit(hooks: hooks)
        return options
    }

    /// Of real units: 1 MiB, eight slots of 16 KiB.
    static func small(
        overflow: LogRing.Overflow = .wait(upTo: .seconds(20)), compression: LogRing.Compression = .zlib,
        keepLevel: LogLevel? = nil, hooks: Hooks? = nil
    ) -> Self {
        var options = LogRing.Options(
            capacityBytes: 1 << 20, compression: compression, threshold: .trace, overflow: overflow,
            keepLevel: keepLevel)
        if let hooks { options.use(hooks: hooks) }
        return options
    }
}

/// The error that `body` throws, nil if none.
func ringError(_ body: () throws(RingError) -> Void) -> RingError? {
    do throws(RingError) {
        try body()
        return nil
    } catch {
        return error
    }
}

func reason(_ path: String, _ options: LogRing.Options = .tiny()) -> RingError.Reason? {
    ringError { () throws(RingError) in _ = try LogRing(at: path, options: options) }?.reason
}
