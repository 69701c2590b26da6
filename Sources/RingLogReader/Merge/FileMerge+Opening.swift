import RingLogFormat

// Segments, blocks and slots are opened when the merge reaches their lowest ticks.
extension FileMerge {
    /// Bytes of slot generations that may be open at a time.
    private static let mostOpenBytes = 32 << 20
    private static let mostWaitingBlocks = 1 << 14

    func openWhatIsDue() {
        while true {
            let run = runs.lowest
            if let segment = segments.lowest, isDue(segment, before: [containers.lowest, run]),
                containers.count < FileMerge.mostWaitingBlocks || containers.isEmpty && run == nil
            {
                expand(segments.removeLowest()!)
            } else if let container = containers.lowest, isDue(container, before: [run]),
                openBytes < FileMerge.mostOpenBytes || run == nil
            {
                open(containers.removeLowest()!)
            } else {
                return
            }
        }
    }

    private func isDue(_ moment: Moment, before others: [Moment?]) -> Bool {
        others.allSatisfy { $0.map { moment <= $0 } ?? true }
    }

    private func expand(_ place: Int) {
        let contents = PlaceReader(layout: index.layout, file: index.file).read(index.layout.places[place])
        // A live file may have entered the segment again since it was indexed; what was there is given up.
        guard let sequence = contents.sequence, let lane = contents.lane,
            let last = index.lanes[lane]!.lastBlock(at: place, segment: sequence)
        else {
            refresh()
            return
        }
        // What it has added since is left out: its records were in slots when these were read, or are for the next
        // reading.
        for block in contents.blocks where block.header.sequence <= last {
            containers.insert(.block(block), at: block.lowest)
        }
    }

    private func open(_ container: Container) {
        switch container {
        case .slot(let number): openSlot(index.slots[number])
        case .block(let found): openBlock(found)
        }
    }

    private func openSlot(_ slot: SlotReading) {
        guard let held = slot.held else { return }
        let bytes = slot.bytes ?? index.layout.view.bytes(slot.slot.offset, slot.slot.size)
        let origin = Run.Origin(
            nonce: held.nonce, slot: held.slot, generation: held.generation, epoch: held.reading.epoch,
            ordinal: held.sessionOrdinal, sessionStart: index.sessions.start(held.nonce), isKeepLane: false)
        add(Run(origin, slot: bytes, seal: switches.seal(held)))
    }

    private func openBlock(_ found: FoundBlock) {
        let block: Block
        do throws(BlockReader.Failure) {
            block = try blocks.read(found.header)
        } catch {
            note(error, in: found)
            return
        }
        for reading in block.clockReadings() { clock.insert(reading) }
        for (number, entry) in block.entries.enumerated() where entry.slot != Format.pseudoSlot {
            let header = block.header
            let origin = Run.Origin(
                nonce: header.nonce, slot: entry.slot, generation: entry.generation, epoch: header.epoch,
                ordinal: header.sessionOrdinal, sessionStart: index.sessions.start(header.nonce),
                isKeepLane: header.lane == .keep)
            // Each generation gets bytes of its own, so that one that goes on for long does not keep the others.
            if header.encoding == .image {
                let bytes = Bytes(block.bytes(of: number).array)
                noteImage(bytes, block, entry)
                add(Run(origin, slot: bytes, seal: switches.seal(block.seal(of: entry))))
            } else {
                add(Run(origin, rows: block.bytes(of: number).array))
            }
        }
    }

    private func add(_ run: Run) {
        tell(run)
        guard let moment = run.moment, !isLater(moment) else { return }
        openBytes += run.weight
        runs.insert(run, at: moment)
    }

    /// Later than the moment the reading began: left for the next one.
    func isLater(_ moment: Moment) -> Bool {
        guard let bound = index.bound else { return false }
        return moment.epoch == bound.epoch && moment.ticks > bound.ticks
    }
}
