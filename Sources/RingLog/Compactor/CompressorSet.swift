// One compressor for each effort, with contexts that are made once.

import RingLogFormat

struct CompressorSet: ~Copyable {
    enum Effort: Sendable {
        case none, fast, thorough
    }

    private var plain: Compressor
    private var fast: Compressor
    private var thorough: Compressor

    init(_ codec: Codec) {
        plain = Compressor(.none)
        fast = Compressor(codec, level: 1)
        thorough = Compressor(codec, level: 6)
    }

    mutating func assemble(_ header: BlockHeader, _ draft: BlockDraft, effort: Effort) -> AssembledBlock {
        let raw = Bytes(draft.raw)
        switch effort {
        case .none: return AssembledBlock(header, entries: draft.entries, raw: raw, with: &plain)
        case .fast: return AssembledBlock(header, entries: draft.entries, raw: raw, with: &fast)
        case .thorough: return AssembledBlock(header, entries: draft.entries, raw: raw, with: &thorough)
        }
    }
}
