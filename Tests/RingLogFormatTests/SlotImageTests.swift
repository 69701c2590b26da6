// Which generation a slot holds, for every state that a dying process or damage can leave it in.
import RingLogFormat
import RingLogTestSupport
import Testing

@Suite struct SlotImageTests {
    /// A slot with the header of one generation, the trailer of another, and frames of a third.
    private func slot(header: UInt64?, trailer: UInt64?, frames: UInt64?) -> [UInt8] {
        var slot = slotImage(sampleSlot())
        if let header {
            slot.replaceSubrange(0..<128, with: sampleSlot(generation: header).encoded())
        } else {
            slot.zero(40..<48)
        }
        if let trailer {
            slot.replaceSubrange(896..<1024, with: sampleSlot(generation: trailer).asCopy(.trailer).encoded())
        } else {
            slot.damage(896..<1024)
        }
        if let frames { Frame.write(body(1), into: &slot, at: 128, seal: sampleSlot(generation: frames).seal) }
        return slot
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var header: UInt64?
        var trailer: UInt64?
        var frames: UInt64?
        var held: UInt64?
        var testDescription: String {
            let parts = [header, trailer, frames].map { $0.map { "\($0)" } ?? "none" }
            return "header \(parts[0]), trailer \(parts[1]), frames \(parts[2])"
        }
    }

    @Test(arguments: [
        Case(header: 7, trailer: 7, frames: 7, held: 7),
        Case(header: 7, trailer: 7, frames: nil, held: 7),
        // Intact: frames of the generation before are stale, whatever they say.
        Case(header: 7, trailer: 7, frames: 6, held: 7),
        // Died between header and trailer.
        Case(header: 8, trailer: 7, frames: 7, held: 7),
        Case(header: 8, trailer: 7, frames: nil, held: 8),
        // Died within the header.
        Case(header: nil, trailer: 7, frames: 7, held: 7),
        // Died within the trailer.
        Case(header: 8, trailer: nil, frames: 7, held: 7),
        Case(header: 8, trailer: nil, frames: nil, held: 8),
        Case(header: 8, trailer: nil, frames: 8, held: 8),
        // A header page that is older than the rest: what a power cut may leave.
        Case(header: 7, trailer: 8, frames: 8, held: 8),
        Case(header: 1, trailer: nil, frames: nil, held: 1),
        Case(header: nil, trailer: nil, frames: 7, held: nil),
    ])
    func heldGenerationFollowsTheRule(_ c: Case) {
        let image = SlotImage(Bytes(slot(header: c.header, trailer: c.trailer, frames: c.frames)), at: 65536)
        #expect(image.held?.generation == c.held)
        if let held = image.held {
            #expect(scan(image.bytes.array, held.seal).items.count == (c.frames == c.held ? 1 : 0))
        }
    }

    @Test func sealedEmptySlotCountsAsHavingFrames() {
        var bytes = slot(header: 8, trailer: 7, frames: nil)
        Frame.write(SlotEnd(records: 0, keepRecords: 0).encoded(), into: &bytes, at: 128, seal: sampleSlot().seal)
        #expect(SlotImage(Bytes(bytes)).held?.generation == 7)
    }

    @Test func unusedSlotIsNotDamage() {
        let image = SlotImage(Bytes([UInt8](repeating: 0, count: 1024)), at: 65536)
        #expect(image.isUnused && image.held == nil)
        var touched = [UInt8](repeating: 0, count: 1024)
        touched[500] = 1
        #expect(!SlotImage(Bytes(touched)).isUnused)
    }

    @Test func headerInPlaceOfTheTrailerIsRefused() {
        var bytes = slotImage(sampleSlot())
        bytes.replaceSubrange(896..<1024, with: sampleSlot().encoded())
        let image = SlotImage(Bytes(bytes), at: 65536)
        #expect(image.trailer == .failure(FormatError(.slotHeader, at: 65536, .invalidField("copy", 0))))
        #expect(image.held?.generation == 7)
    }

    @Test func headerOfAnotherSizePlaceOrFileIsRefused() {
        let other = Bytes(slotImage(sampleSlot(size: 2048)))
        #expect(
            SlotImage(other[0..<1024], at: 65536).header
                == .failure(FormatError(.slotHeader, at: 65536, .invalidField("slot size", 2048))))
        let image = SlotImage(Bytes(slotImage(sampleSlot())), at: 66560, file: sampleFile)
        #expect(image.header == .failure(FormatError(.slotHeader, at: 66560, .wrongPlace(named: 65536))))
        #expect(SlotImage(Bytes(slotImage(sampleSlot())), file: otherFile).held == nil)
        #expect(SlotImage(Bytes([1, 2, 3]), at: 5).held == nil)
    }
}
