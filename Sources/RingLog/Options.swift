// What a caller may choose. nil means: what the file has, or the default for a new file.

import RingLogFormat

extension LogRing {
    /// What happens to a record when no slot is free, because the disk or the processor cannot keep up.
    public enum Overflow: Sendable, Hashable {
        /// The oldest full slot is given up for the new record; one with records at or above the keep level only if all
        /// have some.
        case overwriteOldest
        /// The new record is refused.
        case drop
        /// The caller waits for a slot, at most this long; then the record is refused.
        case wait(upTo: Duration)
    }

    /// How stored blocks are compressed.
    public enum Compression: Sendable, Hashable {
        case none
        case zlib
    }

    /// How a ring is laid out and behaves. Every value may be left nil: an existing file keeps what it has, a new one
    /// takes the default.
    public struct Options: Sendable {
        /// Size of the whole file in bytes: 1 MiB to 64 GiB, rounded up to 64 KiB. Default 64 MiB. The file never
        /// grows.
        public var capacityBytes: Int?
        /// Size of a slot in bytes, a power of two from 8 KiB to 512 KiB. Bounds the longest record. Default by
        /// capacity, at most 128 KiB.
        public var slotBytes: Int?
        /// Number of slots, 2 to 32. Default by capacity.
        public var slotCount: Int?
        /// Default zlib.
        public var compression: Compression?
        /// Records below this level are neither recorded nor evaluated. Default info.
        public var threshold: LogLevel?
        /// Thresholds of single labels, which go before the general one. Not kept in the file.
        public var labelThresholds: [String: LogLevel] = [:]
        /// Default overwriteOldest.
        public var overflow: Overflow?
        /// Records at or above this level outlive a flood of lower ones. Default warning.
        public var keepLevel: LogLevel?
        /// Access mode of the file, whatever the umask. Default 0600.
        public var fileMode: UInt32?

        /// Units of 512 bytes, for tests of the layout.
        var unit: Int?
        var hooks: Hooks?

        public init(
            capacityBytes: Int? = nil, slotBytes: Int? = nil, slotCount: Int? = nil, compression: Compression? = nil,
            threshold: LogLevel? = nil, labelThresholds: [String: LogLevel] = [:], overflow: Overflow? = nil,
            keepLevel: LogLevel? = nil, fileMode: UInt32? = nil
        ) {
            self.capacityBytes = capacityBytes
            self.slotBytes = slotBytes
            self.slotCount = slotCount
            self.compression = compression
            self.threshold = threshold
            self.labelThresholds = labelThresholds
            self.overflow = overflow
            self.keepLevel = keepLevel
            self.fileMode = fileMode
        }

        @_spi(Testing) public mutating func useTestUnit(hooks: Hooks? = nil) {
            unit = 512
            self.hooks = hooks
        }

        @_spi(Testing) public mutating func use(hooks: Hooks) { self.hooks = hooks }
    }
}
