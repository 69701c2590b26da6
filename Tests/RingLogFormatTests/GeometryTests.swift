// The layout table of docs/FORMAT.md, and everything that a layout must not be.
import RingLogFormat
import Testing

@Suite struct GeometryTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var capacity: Int
        var unit = 4096
        var slotSize: Int
        var slotCount: Int
        var ringOffset: Int
        var segmentSize: Int
        var keep: Int
        var main: Int
        var testDescription: String { "\(capacity >> 10) KiB" }
    }

    static let kib = 1 << 10

    @Test(arguments: [
        Row(
            capacity: 64 << 20, slotSize: 128 * kib, slotCount: 32, ringOffset: 4160 * kib, segmentSize: 512 * kib,
            keep: 14, main: 105),
        Row(
            capacity: 4 << 20, slotSize: 64 * kib, slotCount: 8, ringOffset: 576 * kib, segmentSize: 128 * kib,
            keep: 3, main: 24),
        Row(
            capacity: 1 << 20, slotSize: 16 * kib, slotCount: 8, ringOffset: 192 * kib, segmentSize: 32 * kib,
            keep: 3, main: 23),
    ])
    func defaultsAreThoseOfTheTable(_ row: Row) throws {
        let geometry = try Geometry(capacity: row.capacity)
        #expect(geometry.unit == row.unit)
        #expect(geometry.slotSize == row.slotSize)
        #expect(geometry.slotCount == row.slotCount)
        #expect(geometry.slotsOffset == 64 * Self.kib)
        #expect(geometry.keepOffset == row.ringOffset)
        #expect(geometry.segmentSize == row.segmentSize)
        #expect(geometry.keepSegments == row.keep)
        #expect(geometry.mainSegments == row.main)
        #expect(geometry.mainOffset == row.ringOffset + row.keep * row.segmentSize)
    }

    @Test func smallFilesHaveTwoSlotsAndEightSegments() {
        let small = Geometry.small
        #expect(small.unit == 512 && small.capacity == 32768)
        #expect(small.slotSize == 1024 && small.slotCount == 2 && small.slotsOffset == 8192)
        #expect(small.keepOffset == 16384 && small.segmentSize == 2048)
        #expect(small.keepSegments == 2 && small.mainSegments == 6)
        #expect(small.segmentOffset(.main, sequence: 6) == small.mainOffset)
        #expect(small.segmentOffset(.keep, sequence: 3) == 16384 + 2048)
        #expect(small.superblockOffset(copy: 1) == 512 && small.countersOffset == 3584)
        #expect(CountersPage.gapPlaces(unit: 512) == 1 && CountersPage.gapPlaces(unit: 4096) == 29)
    }

    /// Recovery writes at most one segment of the main lane a slot; with two to spare it never overtakes itself.
    @Test func everyDefaultLeavesRecoveryRoom() throws {
        var capacity = Geometry.leastCapacity
        var tried = 0
        while capacity <= Geometry.mostCapacity {
            for extra in [0, 1, 7] {
                let bytes = min(Geometry.mostCapacity, capacity + extra * 65536)
                let geometry = try Geometry(capacity: bytes)
                #expect(geometry.mainSegments > geometry.slotCount + 2, "capacity \(bytes)")
                #expect(geometry.segmentSize >= 2 * geometry.slotSize, "capacity \(bytes)")
                let end = geometry.mainOffset + geometry.mainSegments * geometry.segmentSize
                #expect(end <= bytes && end + geometry.segmentSize > bytes, "capacity \(bytes)")
                tried += 1
            }
            capacity += max(65536, capacity / 16 / 65536 * 65536)
        }
        #expect(tried > 500)
    }

    @Test func regionsLieOneBehindTheOther() throws {
        for geometry in [Geometry.small, try Geometry()] {
            let regions = geometry.regions
            #expect(regions.count == 10 && regions.count <= Format.mostRegions)
            #expect(regions.first?.offset == 0)
            for (left, right) in zip(regions, regions.dropFirst()) { #expect(left.end <= right.offset) }
            #expect(regions.last!.end <= geometry.capacity)
        }
    }

    @Test func capacitiesOutsideTheBoundsAreRefused() {
        let most = Geometry.mostCapacity
        let least = Geometry.leastCapacity
        #expect(throws: FormatError(.geometry, .geometry(.capacity(least - 65536, least: least, most: most)))) {
            _ = try Geometry(capacity: least - 65536)
        }
        #expect(throws: FormatError(.geometry, .geometry(.capacity(most + 65536, least: least, most: most)))) {
            _ = try Geometry(capacity: most + 65536)
        }
        #expect(throws: FormatError(.geometry, .geometry(.capacityStep(least + 4096, step: 65536)))) {
            _ = try Geometry(capacity: least + 4096)
        }
        #expect(throws: FormatError(.geometry, .geometry(.unit(1024)))) { _ = try Geometry(unit: 1024) }
    }

    @Test func slotsThatDoNotFitAreRefused() {
        func fault(_ size: Int?, _ count: Int?, capacity: Int = 1 << 20) -> FormatError.Reason? {
            do throws(FormatError) {
                _ = try Geometry(capacity: capacity, slotSize: size, slotCount: count)
                return nil
            } catch { return error.reason }
        }
        let sizes = (least: 8192, most: 512 << 10)
        #expect(fault(12000, nil) == .geometry(.slotSize(12000, least: sizes.least, most: sizes.most)))
        #expect(fault(4096, nil) == .geometry(.slotSize(4096, least: sizes.least, most: sizes.most)))
        #expect(fault(1 << 20, nil) == .geometry(.slotSize(1 << 20, least: sizes.least, most: sizes.most)))
        #expect(fault(nil, 1) == .geometry(.slotCount(1, most: 1024)))
        #expect(fault(nil, 1025) == .geometry(.slotCount(1025, most: 1024)))
        #expect(fault(16384, 64) == .geometry(.noRoom(needed: 1_114_112, capacity: 1 << 20)))
        // 640 KiB of ring are 10 segments of 64 KiB, 2 of them the keep lane's.
        #expect(fault(32768, 10) == .geometry(.mainLane(segments: 8, slots: 10)))
        // 704 KiB of ring: more segments than slots, but not the two to spare that a new file gets.
        #expect(fault(32768, 8) == .geometry(.mainLane(segments: 9, slots: 8)))
        #expect(fault(32768, 6) == nil)
    }

    /// What a superblock may state, one number changed at a time.
    @Test func statedLayoutsAreValidated() {
        func fault(_ change: (inout Geometry) -> Void) -> FormatError.Reason? {
            var geometry = Geometry.small
            change(&geometry)
            do throws(FormatError) {
                try geometry.validate()
                return nil
            } catch { return error.reason }
        }
        #expect(fault { $0.mainSegments = 3 } == nil)
        #expect(fault { $0.mainSegments = 2 } == .geometry(.mainLane(segments: 2, slots: 2)))
        #expect(fault { $0.mainSegments = 7 } == .geometry(.noRoom(needed: 34816, capacity: 32768)))
        #expect(fault { $0.keepSegments = 1 } == .geometry(.keepLane(segments: 1)))
        #expect(fault { $0.keepSegments = 3 } == .geometry(.misplaced("main lane", offset: 20480)))
        #expect(fault { $0.slotCount = 1 } == nil)
        #expect(fault { $0.slotCount = 0 } == .geometry(.slotCount(0, most: 1024)))
        #expect(fault { $0.slotsOffset = 512 } == .geometry(.misplaced("slots", offset: 512)))
        #expect(fault { $0.slotsOffset = 16384 } == .geometry(.misplaced("keep lane", offset: 16384)))
        #expect(fault { $0.keepOffset = 16896 } == .geometry(.misplaced("keep lane", offset: 16896)))
        #expect(fault { $0.mainOffset = 20992 } == .geometry(.noRoom(needed: 33280, capacity: 32768)))
        #expect(fault { $0.mainOffset = 20481 } == .geometry(.misplaced("main lane", offset: 20481)))
        let sizes = (least: 2048, most: 1 << 20)
        #expect(fault { $0.segmentSize = 1024 } == .geometry(.segmentSize(1024, least: sizes.least, most: sizes.most)))
        #expect(fault { $0.segmentSize = 3072 } == .geometry(.segmentSize(3072, least: sizes.least, most: sizes.most)))
        #expect(fault { $0.segmentSize = 1 << 20 } == .geometry(.keepLane(segments: 2)))
    }

    @Test func faultsSayWhatIsWrong() {
        let error = FormatError(.geometry, .geometry(.mainLane(segments: 8, slots: 10)))
        #expect(
            error.description
                == "geometry: a main lane of 8 segments for 10 slots (there must be more segments than slots)")
        #expect(
            FormatError(.blockList, at: 20992, .wrongChecksum).description
                == "block list at 20992: checksum does not match")
        #expect(
            FormatError(.superblock, at: 0, .unsupportedVersion(2)).description
                == "superblock at 0: format version 2; this program reads version 1")
    }
}
