import RingLogFormat

/// Finds the file in an input: by its superblock, else by a scan.
enum Finder {
    static func find(_ input: RingInput, index: Int) throws(ReaderError) -> Layout {
        guard input.size > 0 else { throw ReaderError.empty(input.name) }
        if let layout = try layoutFromSuperblocks(input, index: index) { return layout }

        let scan = Scan(input)
        if let (key, group) = scan.best {
            let view = FileView(input: input, shift: key.shift)
            let text = "superblock: no intact copy at the start of the file; the file was scanned"
            let lost = Damage(kind: .superblock, file: index, offset: nil, length: 0, text: text)
            if let superblock = group.superblock {
                // An image or a core holds the whole file somewhere behind its start: nothing is wrong with that.
                return Layout(superblock, view: view, damages: key.shift == 0 ? [lost] : cut(superblock, view, index))
            }
            return Layout(group, file: key.file, view: view, damages: [lost])
        }
        if let refusal = scan.refusal { throw error(input, refusal) }
        if let error = input.failure { throw error }
        throw ReaderError.notARing(input.name, lookingLike: Looks.kind(of: input))
    }

    /// Both copies at every place where the second may be. A copy that is intact and forbids reading decides.
    private static func layoutFromSuperblocks(_ input: RingInput, index: Int) throws(ReaderError) -> Layout? {
        let view = FileView(input: input, shift: 0)
        var valid: [Superblock] = []
        var versions: [UInt32] = []
        var faults: [Int: FormatError] = [:]
        for place in [0] + Format.units {
            let bytes = view.bytes(place, Superblock.size)
            do throws(FormatError) {
                valid.append(try Superblock(decoding: bytes, at: place))
            } catch {
                switch error.reason {
                case .unsupportedVersion, .unknownFeatures: throw self.error(input, error.reason)
                default: faults[place] = error
                }
                if bytes.u64(0) == Magic.superblock { versions.append(bytes.u32(32)) }
            }
        }
        guard let best = valid.max(by: { $0.sequence < $1.sequence }) else {
            // A later version may keep its checksum elsewhere; two copies that agree on it are no accident.
            if let version = versions.first, version > Format.version, versions.count(where: { $0 == version }) > 1 {
                throw ReaderError.newerVersion(input.name, version)
            }
            return nil
        }
        var damages = cut(best, view, index)
        for copy in 0...1 {
            let place = best.geometry.superblockOffset(copy: copy)
            guard let fault = faults[place] else { continue }
            let text = "superblock, copy \(copy + 1): \(fault.reason.plain)"
            damages.append(
                Damage(
                    kind: .superblock, file: index, offset: UInt64(place), length: UInt64(Superblock.size), text: text))
        }
        return Layout(best, view: view, damages: damages)
    }

    /// Damage if the input ends before the file does or begins after it.
    private static func cut(_ superblock: Superblock, _ view: FileView, _ index: Int) -> [Damage] {
        let capacity = superblock.geometry.capacity
        let front = min(capacity, max(0, view.range.lowerBound))
        let back = capacity - min(capacity, max(0, view.range.upperBound))
        var damages: [Damage] = []
        func note(_ offset: Int, _ length: Int, _ text: String) {
            damages.append(
                Damage(
                    kind: .cut, file: index, offset: view.place(offset), length: UInt64(length),
                    text: "the file is cut: the \(text) \(UInt64(length).grouped) of \(UInt64(capacity).grouped) bytes "
                        + "are missing"))
        }
        if front > 0 { note(0, front, "first") }
        if back > 0 { note(capacity - back, back, "last") }
        return damages
    }

    private static func error(_ input: RingInput, _ reason: FormatError.Reason) -> ReaderError {
        switch reason {
        case .unsupportedVersion(let version): .newerVersion(input.name, version)
        case .unknownFeatures(let bits): .unknownFeatures(input.name, bits)
        default: .notARing(input.name, lookingLike: nil)
        }
    }
}
