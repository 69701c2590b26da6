import RingLogFormat

extension FileSummary {
    init(_ index: FileIndex, name: String) {
        let layout = index.layout
        let sessions = index.sessions.infos(file: index.file, clock: index.clock)
        self.init(
            name: name, size: layout.view.input.size, shift: Int64(layout.shift), fingerprint: layout.file.fingerprint,
            geometry: layout.geometry.map(Geometry.init), settings: layout.superblock.map(Settings.init),
            sessions: sessions, mainLane: index.lanes[.main]!.summary, keepLane: index.lanes[.keep]!.summary,
            slots: index.slots.map(\.state), counters: index.pages.counters.map { SessionTotals(values: $0) },
            clock: index.pages.clock.map { Clock($0.reading) },
            live: index.bound != nil && Holder.isAlive(index.pages.session, holding: layout.view.input))
    }
}

extension FileSummary.Geometry {
    init(_ geometry: RingLogFormat.Geometry) {
        self.init(
            capacity: UInt64(geometry.capacity), unit: UInt32(geometry.unit), slotSize: UInt32(geometry.slotSize),
            slotCount: UInt32(geometry.slotCount), segmentSize: UInt32(geometry.segmentSize),
            keepSegments: UInt32(geometry.keepSegments), mainSegments: UInt32(geometry.mainSegments),
            slotsOffset: UInt64(geometry.slotsOffset), ringOffset: UInt64(geometry.keepOffset))
    }
}

extension FileSummary.Settings {
    init(_ superblock: Superblock) {
        self.init(
            formatVersion: superblock.version, compatible: superblock.compatibleFeatures,
            readCompatible: superblock.readCompatibleFeatures, incompatible: superblock.incompatibleFeatures,
            created: superblock.created, keepLevel: LogLevel(rawValue: superblock.keepLevel),
            codec: superblock.codec.rawValue, threshold: LogLevel(rawValue: superblock.threshold),
            overflowPolicy: superblock.overflowPolicy.rawValue, longestWait: superblock.longestWaitNanoseconds)
    }
}

extension FileSummary.Clock {
    init(_ reading: ClockReading) {
        self.init(
            source: reading.source.rawValue, epoch: reading.epoch, ticksPerSecond: reading.ticksPerSecond,
            ticks: reading.triple.ticks, boottime: reading.triple.boottime, realtime: reading.triple.realtime)
    }
}
