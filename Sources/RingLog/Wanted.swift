// A caller's options against what a file has.

import RingLogFormat

struct Wanted: Sendable {
    let options: LogRing.Options

    init(_ options: LogRing.Options) { self.options = options }

    /// The superblock of a new file.
    func superblock(path: String) throws(RingError) -> Superblock {
        // The format allows more slots than the logger has room for.
        if let count = options.slotCount, count > LogRing.mostSlots {
            throw RingError(
                path: path, reason: .layout("a slot count of \(count) is not within 2...\(LogRing.mostSlots)"))
        }
        do throws(FormatError) {
            let geometry = try Geometry(
                capacity: capacity ?? Geometry.defaultCapacity, unit: options.unit ?? 4096,
                slotSize: options.slotBytes, slotCount: options.slotCount)
            var superblock = Superblock(
                file: FileID(first: SystemRandom.word(), second: SystemRandom.word()), geometry: geometry,
                created: SessionClock.wallClock())
            superblock.threshold = LogLevel.info.rawValue
            apply(to: &superblock)
            return superblock
        } catch {
            throw RingError(path: path, reason: .layout(error.description))
        }
    }

    /// Permissions only: a log file with other bits is nobody's intention.
    var fileMode: UInt32 { (options.fileMode ?? 0o600) & 0o777 }

    /// True unless the caller asks for another layout than the file has.
    func accepts(_ geometry: Geometry) -> Bool {
        geometry.slotCount <= LogRing.mostSlots && capacity ?? geometry.capacity == geometry.capacity
            && options.slotBytes ?? geometry.slotSize == geometry.slotSize
            && options.slotCount ?? geometry.slotCount == geometry.slotCount
            && options.unit ?? geometry.unit == geometry.unit
    }

    /// Sets what the caller asks for; leaves the rest as it is.
    func apply(to superblock: inout Superblock) {
        if let level = options.keepLevel { superblock.keepLevel = level.rawValue }
        if let level = options.threshold { superblock.threshold = level.rawValue }
        switch options.compression {
        case .some(.none): superblock.codec = Codec.none
        case .zlib: superblock.codec = .zlib
        case nil: break
        }
        switch options.overflow {
        case .overwriteOldest: superblock.overflowPolicy = .overwriteOldest
        case .drop: superblock.overflowPolicy = .drop
        case .wait(let limit):
            superblock.overflowPolicy = .wait
            let (seconds, attoseconds) = limit.components
            let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
            superblock.longestWaitNanoseconds = UInt64(max(0, min(nanoseconds, 1e18)))
        case nil: break
        }
    }

    /// Rounded up to what the header's borders need.
    private var capacity: Int? {
        options.capacityBytes.map { bytes in
            let step = Format.headerUnits * (options.unit ?? 4096)
            return bytes > 0 && bytes < Int.max - step ? roundedUp(bytes, to: step) : bytes
        }
    }
}

extension LogRing {
    static let mostSlots = 32
}
