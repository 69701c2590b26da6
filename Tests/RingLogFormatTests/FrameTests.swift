// Frames prove their place, slot, generation and length; a scanner finds what is whole and names what is not.
@_spi(Testing) import RingLogFormat
import RingLogTestSupport
import Testing

@Suite struct FrameTests {
    static let seal = sampleSlot().seal
    static let trailer = 1024 - 128

    /// A slot with these bodies, one frame after the other from offset 128 on, and where the frames begin.
    static func slot(
        _ bodies: [[UInt8]], seal: FrameSeal = seal, over stale: [UInt8]? = nil
    ) -> (slot: [UInt8], offsets: [Int], end: Int) {
        var slot = stale ?? slotImage(sampleSlot())
        var offsets: [Int] = []
        var at = Format.slotHeaderSize
        for body in bodies {
            offsets.append(at)
            at = Frame.write(body, into: &slot, at: at, seal: seal)!
        }
        return (slot, offsets, at)
    }

    static func frame(_ offset: Int, _ body: [UInt8]) -> FrameScanner.Item { .frame(offset: offset, body: Bytes(body)) }

    @Test func framesAreReadAsWritten() {
        let bodies = [body(1), body(2, eighths: 5), body(3, eighths: 20)]
        let (slot, offsets, end) = Self.slot(bodies)
        #expect(offsets == [128, 144, 192] && end == 360)
        let (items, ending) = scan(slot, Self.seal)
        #expect(items == zip(offsets, bodies).map(Self.frame))
        #expect(ending == .torn(at: 360))
    }

    @Test func emptySlotEndsAtOnce() {
        let (items, ending) = scan(slotImage(sampleSlot()), Self.seal)
        #expect(items.isEmpty && ending == .torn(at: 128))
    }

    @Test func fullSlotEndsAtItsTrailer() {
        let (slot, _, end) = Self.slot([body(1, eighths: 47), body(2, eighths: 47)])
        #expect(end == Self.trailer)
        #expect(scan(slot, Self.seal).ending == .full)
        var full = slot
        #expect(Frame.write(body(3), into: &full, at: end, seal: Self.seal) == nil)
        #expect(full == slot)
    }

    @Test func endFrameClosesTheSlot() {
        let end = SlotEnd(records: 1, keepRecords: 0)
        let (slot, _, at) = Self.slot([body(1), end.encoded(), body(2)])
        let (items, ending) = scan(slot, Self.seal)
        #expect(items == [Self.frame(128, body(1))])
        #expect(ending == .sealed(at: at - 16, end))
    }

    @Test func staleFrameFromEarlierGenerationIsRejected() {
        let earlier = sampleSlot(generation: 6).seal
        let stale = Self.slot([body(1), body(2), body(3)], seal: earlier).slot
        #expect(scan(stale, Self.seal).ending == .torn(at: 128))
        // One new frame over three old ones of the same length: the old ones behind it stay unseen.
        let (slot, _, _) = Self.slot([body(9)], over: stale)
        let (items, ending) = scan(slot, Self.seal)
        #expect(items == [Self.frame(128, body(9))] && ending == .torn(at: 144))
    }

    /// Each of the words that the seal is made of matters, also where the tags happen to agree.
    @Test func framesOfAnotherFileSessionSlotOrGenerationAreRejected() {
        let (slot, offsets, _) = Self.slot([body(1, eighths: 4)])
        let strangers = [
            FrameSeal(file: otherFile, nonce: sampleNonce, slot: 3, generation: 7),
            FrameSeal(file: sampleFile, nonce: sampleNonce + 1, slot: 3, generation: 7),
            FrameSeal(file: sampleFile, nonce: sampleNonce, slot: 4, generation: 7),
            FrameSeal(file: sampleFile, nonce: sampleNonce, slot: 3, generation: 8),
            FrameSeal(file: sampleFile, nonce: sampleNonce, slot: 3, generation: 7 + 65536),
        ]
        for stranger in strangers {
            #expect(scan(slot, stranger).items.isEmpty)
            // Now with the right tag, so that the checksum alone has to tell.
            var tagged = slot
            tagged.replaceSubrange(offsets[0] + 2..<offsets[0] + 4, with: littleEndian(stranger.tag))
            #expect(scan(tagged, stranger).items.isEmpty)
        }
    }

    @Test func movedFrameIsRejected() {
        let (slot, offsets, end) = Self.slot([body(1, eighths: 3), body(2, eighths: 3)])
        var moved = slot
        moved.replaceSubrange(end..<end + 32, with: slot[offsets[1]..<end])
        #expect(scan(moved, Self.seal).ending == .torn(at: end))
        // Exchanged: same lengths, both whole, both in the wrong place.
        moved = slot
        moved.replaceSubrange(128..<160, with: slot[160..<192])
        moved.replaceSubrange(160..<192, with: slot[128..<160])
        #expect(scan(moved, Self.seal).items.isEmpty)
    }

    @Test func quotedFrameInsideAMessageIsNotSeen() {
        // A whole frame of this very slot and generation, as a message would quote it from a dump. It cannot get to its
        // own place again: that is taken.
        let (other, offsets, _) = Self.slot([body(1), body(2, eighths: 3)])
        let quoted = Array(other[offsets[1]..<offsets[1] + 32])
        let message = body(9, eighths: 2) + quoted + body(8)
        var (slot, at, _) = Self.slot([message, body(7)])
        #expect(scan(slot, Self.seal).items == [Self.frame(128, message), Self.frame(at[1], body(7))])
        // Even if the frame around it is damaged, so that the search looks inside it.
        slot.flip(bit: 128 * 8 + 40)
        #expect(scan(slot, Self.seal).items == [.hole(128..<at[1]), Self.frame(at[1], body(7))])
    }

    /// Worst case: the quote is right for the very place where it ends up. It stands inside a whole frame, so it is not
    /// seen.
    @Test func forgedFrameInsideAWholeFrameIsNotSeen() {
        var image = slotImage(sampleSlot())
        Frame.write(body(2, eighths: 3), into: &image, at: 128 + 8 + 8, seal: Self.seal)
        let message = Array([200] + image[137..<200])
        let (slot, _, end) = Self.slot([message])
        #expect(scan(slot, Self.seal).items == [Self.frame(128, message)])
        #expect(end == 200)
    }

    @Test func everyBitFlipCostsItsFrameOnly() {
        let bodies = [body(1), body(2, eighths: 5), body(3, eighths: 2)]
        var (slot, offsets, end) = Self.slot(bodies)
        let bounds = offsets + [end]
        for bit in 128 * 8..<end * 8 {
            slot.flip(bit: bit)
            let hit = bounds.lastIndex { $0 <= bit / 8 }!
            let (items, ending) = scan(slot, Self.seal)
            var expected = zip(offsets, bodies).map(Self.frame)
            if hit == 2 { expected.removeLast() } else { expected[hit] = .hole(bounds[hit]..<bounds[hit + 1]) }
            #expect(items == expected, "bit \(bit)")
            #expect(ending == .torn(at: hit == 2 ? offsets[2] : end), "bit \(bit)")
            slot.flip(bit: bit)
        }
    }

    @Test func everyTruncationKeepsWholeFrames() {
        let bodies = [body(1), body(2, eighths: 5), body(3, eighths: 2)]
        let (slot, offsets, end) = Self.slot(bodies)
        for cut in 128...end {
            var torn = slot
            torn.zero(cut..<1024)
            let whole = zip(offsets, bodies).filter { $0 + 8 + $1.count <= cut }
            let (items, ending) = scan(torn, Self.seal)
            // The last bytes of a body may be zero anyway; these bodies end in other bytes.
            #expect(items == whole.map(Self.frame), "cut at \(cut)")
            #expect(ending == .torn(at: whole.last.map { $0.0 + 8 + $0.1.count } ?? 128), "cut at \(cut)")
        }
    }

    @Test func severalHolesAreToldApart() {
        var (slot, offsets, end) = Self.slot((0..<6).map { body(UInt8($0), eighths: 3) })
        for frame in [0, 2, 3, 5] { slot.flip(bit: (offsets[frame] + 10) * 8) }
        let (items, ending) = scan(slot, Self.seal)
        #expect(
            items == [
                .hole(128..<160), Self.frame(160, body(1, eighths: 3)), .hole(192..<256),
                Self.frame(256, body(4, eighths: 3)),
            ])
        #expect(ending == .torn(at: offsets[5]) && end == 320)
    }

    @Test func framesReachingIntoTheTrailerAreRejected() {
        var (slot, _, _) = Self.slot([])
        // Right tag and checksum, but 8 bytes too long.
        let at = 128
        let long = [UInt8](repeating: 1, count: Self.trailer - at)
        let header = long.withUnsafeBytes { Frame.header(seal: Self.seal, at: at, body: $0) }
        slot.replaceSubrange(at..<at + 8, with: littleEndian(header))
        slot.replaceSubrange(at + 8..<at + 8 + long.count, with: long)
        #expect(scan(slot, Self.seal).items.isEmpty)
    }

    @Test func lengthsBelowTwoAreRejected() {
        for eighths in [0, 1] as [UInt16] {
            var slot = slotImage(sampleSlot())
            let sum = [UInt8]().withUnsafeBytes { Self.seal.checksum(at: 128, body: $0, lengthEighths: eighths) }
            let header = UInt64(eighths) | UInt64(Self.seal.tag) << 16 | UInt64(sum) << 32
            slot.replaceSubrange(128..<136, with: littleEndian(header))
            #expect(scan(slot, Self.seal).items.isEmpty)
        }
    }

    /// A slot in which every eight bytes look like the header of a frame that fills the rest: checking each would be
    /// quadratic.
    @Test func hostileSlotIsAbandonedInsteadOfCheckedForEver() {
        let size = 128 << 10
        var slot = slotImage(sampleSlot(size: size))
        let limit = size - 128
        for at in stride(from: 128, to: limit - 8, by: 8) {
            let header = UInt64((limit - at) / 8) | UInt64(Self.seal.tag) << 16 | 0x1234 << 32
            slot.replaceSubrange(at..<at + 8, with: littleEndian(header))
        }
        #expect(scan(slot, Self.seal).ending == .abandoned(at: 128))
        // A frame in front of it is still read.
        Frame.write(body(1), into: &slot, at: 128, seal: Self.seal)
        let (items, ending) = scan(slot, Self.seal)
        #expect(items == [Self.frame(128, body(1))] && ending == .abandoned(at: 144))
    }

    @Test func randomSlotsHoldNothing() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = Random(state: seed)
        for _ in 0..<200 {
            let slot = (0..<1024).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(scan(slot, Self.seal).items.isEmpty, "seed \(seed)")
        }
    }

    /// What the salt is for: without it, frames of an earlier lap would be read as new ones.
    @Test func withoutSaltStaleFramesAreTaken() {
        func unsalted(_ generation: UInt64) -> FrameSeal { FrameSeal(salt: 0, generation: 0, tag: 0x5555) }
        let (slot, _, _) = Self.slot([body(1)], seal: unsalted(6))
        #expect(scan(slot, unsalted(7)).items == [Self.frame(128, body(1))])
    }
}
