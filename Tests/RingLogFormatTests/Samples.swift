// Values that several tests share.
@_spi(Testing) import RingLogFormat

let sampleFile = FileID(first: 0x0102_0304_0506_0708, second: 0x1112_1314_1516_1718)
let otherFile = FileID(first: 0x0102_0304_0506_0709, second: 0x1112_1314_1516_1718)
let sampleBoot = BootID(first: 0x2122_2324_2526_2728, second: 0x3132_3334_3536_3738)
let sampleNonce: UInt64 = 0xAABB_CCDD_EEFF_0011
let sampleReading = ClockReading(
    triple: ClockTriple(ticks: 1000, boottime: -5, realtime: 1_796_026_500_000_000_000),
    ticksPerSecond: 3_000_000_000, epoch: 9, source: .timeStampCounter)

func bytes(_ text: String) -> Bytes { Bytes(Array(text.utf8)) }

/// The little-endian bytes of a number.
func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

func sampleSlot(generation: UInt64 = 7, size: Int = 1024, slot: UInt32 = 3, nonce: UInt64 = sampleNonce) -> SlotHeader {
    SlotHeader(
        offset: 65536, file: sampleFile, nonce: nonce, boot: sampleBoot, slot: slot, slotSize: size,
        generation: generation, reading: sampleReading, sessionOrdinal: 2)
}

/// An empty slot with both headers.
func slotImage(_ header: SlotHeader) -> [UInt8] {
    var slot = [UInt8](repeating: 0, count: header.slotSize)
    slot.replaceSubrange(0..<SlotHeader.size, with: header.encoded())
    slot.replaceSubrange(header.slotSize - SlotHeader.size..<header.slotSize, with: header.asCopy(.trailer).encoded())
    return slot
}

/// A body of an unknown kind, 8 bytes times `eighths`.
func body(_ fill: UInt8, eighths: Int = 1) -> [UInt8] { [200] + [UInt8](repeating: fill, count: eighths * 8 - 1) }

/// Everything that a scanner says about a slot.
func scan(_ slot: [UInt8], _ seal: FrameSeal) -> (items: [FrameScanner.Item], ending: FrameScanner.Ending?) {
    var scanner = FrameScanner(Bytes(slot), seal: seal)
    var items: [FrameScanner.Item] = []
    while let item = scanner.next() { items.append(item) }
    return (items, scanner.ending)
}

/// Deterministic random numbers (SplitMix64); print the seed where one is drawn.
struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= Checksum.golden
        return Checksum.mix(state)
    }
}
