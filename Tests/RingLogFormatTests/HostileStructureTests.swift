// Structures with right checksums and wrong contents: what a crafted or newer file may say.
import RingLogFormat
import RingLogTestSupport
import Testing

@Suite struct HostileStructureTests {
    /// The superblock of a small file after `change`, sealed again.
    private func superblock(_ change: (inout ByteWriter) -> Void) -> Bytes {
        var superblock = StructureTests.superblock
        superblock.offset = 0
        return resealed(superblock.encoded(), change)
    }

    private func resealed(_ encoded: [UInt8], _ change: (inout ByteWriter) -> Void) -> Bytes {
        var writer = ByteWriter(zeros: encoded.count)
        writer.set(encoded, at: 0)
        change(&writer)
        writer.set(Checksum.crc32c(Array(writer.bytes.dropLast(4))), at: encoded.count - 4)
        return Bytes(writer.bytes)
    }

    private func reason(_ bytes: Bytes) -> FormatError.Reason? {
        do throws(FormatError) {
            _ = try Superblock(decoding: bytes, at: 0)
            return nil
        } catch { return error.reason }
    }

    @Test func newerVersionIsNamed() {
        let newer = superblock { $0.set(2 as UInt32, at: 32) }
        #expect(reason(newer) == .unsupportedVersion(2))
    }

    @Test(arguments: 0..<64) func everyIncompatibleFeatureIsRefused(_ bit: Int) {
        #expect(reason(superblock { $0.set(1 << UInt64(bit), at: 56) }) == .unknownFeatures(1 << UInt64(bit)))
    }

    @Test(arguments: 0..<64) func otherFeaturesMayBeRead(_ bit: Int) throws {
        let readable = try Superblock(decoding: superblock { $0.set(1 << UInt64(bit), at: 48) }, at: 0)
        #expect(!readable.mayBeWritten)
        let compatible = try Superblock(decoding: superblock { $0.set(1 << UInt64(bit), at: 40) }, at: 0)
        #expect(compatible.mayBeWritten)
    }

    @Test func numbersThatDisagreeWithTheRegionsAreRefused() {
        #expect(
            reason(superblock { $0.set(1 as UInt32, at: 88) })
                == .invalidField("regions that disagree with the layout", 10))
        #expect(
            reason(superblock { $0.set(3 as UInt32, at: 100) })
                == .invalidField("regions that disagree with the layout", 10))
        #expect(reason(superblock { $0.set(9 as UInt32, at: 128) }) == .invalidField("missing region", 10))
        #expect(reason(superblock { $0.set(16 as UInt32, at: 128) }) == .invalidField("number of regions", 16))
        #expect(reason(superblock { $0.set(UInt64.max, at: 136 + 8) }) == .invalidField("offset of region 0", .max))
        #expect(
            reason(superblock { $0.set(600 as UInt64, at: 136 + 24 + 8) })
                == .invalidField("offset of overlapping region 2", 600))
    }

    @Test func unknownRegionsAreIgnoredUnlessTheyOverlap() throws {
        func withRegion(at offset: UInt64) -> Bytes {
            superblock {
                $0.set(11 as UInt32, at: 128)
                $0.set(99 as UInt32, at: 136 + 240)
                $0.set(offset, at: 136 + 240 + 8)
                $0.set(512 as UInt64, at: 136 + 240 + 16)
            }
        }
        // Between the slots and the ring of a small file nothing lies.
        #expect(try Superblock(decoding: withRegion(at: 10240), at: 0).geometry == .small)
        #expect(reason(withRegion(at: 9216)) == .invalidField("offset of overlapping region 99", 9216))
        #expect(reason(withRegion(at: 32512)) == .invalidField("offset of region 10", 32512))
    }

    /// Any number in any field of the layout: refused or understood, never a crash.
    @Test func extremeLayoutsNeverTrap() {
        let extremes: [UInt64] = [
            0, 1, 2, 3, 511, 513, 4096, 0x7FFF_FFFF, 0xFFFF_FFFF, 1 << 32, 1 << 62, 1 << 63, .max,
        ]
        var accepted: [String] = []
        for extreme in extremes {
            for offset in [72, 136 + 7 * 24 + 8, 136 + 7 * 24 + 16, 136 + 8 * 24 + 8, 136 + 9 * 24 + 8] {
                let changed = superblock { $0.set(extreme, at: offset) }
                if reason(changed) == nil { accepted.append("\(offset): \(extreme)") }
            }
            for offset in [80, 84, 88, 92, 96, 100, 128] {
                let changed = superblock { $0.set(UInt32(truncatingIfNeeded: extreme), at: offset) }
                if reason(changed) == nil { accepted.append("\(offset): \(extreme)") }
            }
        }
        // A longer file with the same regions, and the slot count and keep lane that were there.
        #expect(accepted == ["88: 2", "96: 2", "72: 4294967296"])
    }

    @Test func blockHeadersBoundWhatAReaderAllocates() {
        func reason(_ change: (inout ByteWriter) -> Void) -> FormatError.Reason? {
            do throws(FormatError) {
                _ = try BlockHeader(decoding: resealed(StructureTests.block.encoded(), change))
                return nil
            } catch { return error.reason }
        }
        #expect(reason { $0.set(UInt32(2 << 20), at: 88) } == nil)
        #expect(reason { $0.set(UInt32(2 << 20) + 1, at: 88) } == .invalidField("raw length", 2 << 20 + 1))
        #expect(reason { $0.set(UInt32.max, at: 92) } == .invalidField("stored length", 0xFFFF_FFFF))
        #expect(reason { $0.set(0 as UInt32, at: 100) } == .invalidField("number of entries", 0))
        #expect(reason { $0.set(17 as UInt32, at: 100) } == .invalidField("number of entries", 17))
        #expect(reason { $0.set(2 as UInt8, at: 69) } == .invalidField("lane", 2))
    }

    @Test func offsetsBeyondAnyFileAreRefused() {
        for offset in [UInt64(Geometry.mostCapacity), UInt64(Int.max), .max] {
            let header = resealed(StructureTests.block.encoded()) { $0.set(offset, at: 8) }
            #expect(throws: FormatError(.blockHeader, .invalidField("own offset", offset))) {
                _ = try BlockHeader(decoding: header)
            }
        }
    }

    @Test func slotHeadersBoundWhatAReaderReads() {
        for size in [0, 255, 524_289, UInt32.max] as [UInt32] {
            let header = resealed(sampleSlot().encoded()) { $0.set(size, at: 60) }
            #expect(throws: FormatError(.slotHeader, at: 65536, .invalidField("slot size", UInt64(size)))) {
                _ = try SlotHeader(decoding: header)
            }
        }
    }
}
