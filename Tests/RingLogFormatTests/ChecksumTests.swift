// Vectors that were computed by an independent implementation.
import CRingLog
@_spi(Testing) import RingLogFormat
import Testing

@Suite struct ChecksumTests {
    @Test func publishedVectors() {
        #expect(Checksum.crc32c(bytes("123456789")) == 0xE306_9283)
        #expect(Checksum.crc32(bytes("123456789")) == 0xCBF4_3926)
        #expect(Checksum.crc32c([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(Checksum.crc32c([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
        #expect(Checksum.crc32c(Bytes([])) == 0)
        #expect(Checksum.crc32(Bytes([])) == 0)
    }

    @Test func mixMatchesTheReference() {
        #expect(Checksum.mix(0) == 0)
        #expect(Checksum.mix(1) == 0x4179_B061_E0C0_E0D0)
        #expect(Checksum.mix(0x1234_5678_9ABC_DEF0) == 0x4776_1187_0790_81A9)
    }

    @Test func sealMatchesTheReference() {
        #expect(FrameSeal.slotSalt(file: sampleFile, nonce: sampleNonce, slot: 3) == 0x820B_8E63_42B7_806F)
        let seal = FrameSeal(file: sampleFile, nonce: sampleNonce, slot: 3, generation: 7)
        #expect(seal.tag == 0x820C)
        #expect(seal.seed(128) == 0xD29B_3829)
        let later = FrameSeal(file: sampleFile, nonce: sampleNonce, slot: 3, generation: 0x1_0000_0007)
        #expect(later.seed(136) == 0xC457_05FD)
    }

    @Test func frameMatchesTheReference() {
        let seal = FrameSeal(file: sampleFile, nonce: sampleNonce, slot: 3, generation: 7)
        var slot = [UInt8](repeating: 0, count: 1024)
        let body = (1...24).map { UInt8($0) }
        #expect(Frame.write(body, into: &slot, at: 136, seal: seal) == 168)
        #expect(Array(slot[136..<144]) == [0x04, 0x00, 0x0C, 0x82, 0xB6, 0x0D, 0x57, 0x94])
        #expect(Array(slot[144..<168]) == body)
    }

    @Test func fingerprintIsShownInsteadOfTheFileID() {
        #expect(sampleFile.fingerprint == 0x223C_3639)
        #expect("\(sampleFile)" == "223c3639")
    }

    @Test func bootIDIsShownAsTheKernelWritesIt() {
        let boot = BootID(first: 0xD479_4D5A_1BF5_1C2E, second: 0x0123_4567_89AB_CDEF)
        #expect("\(boot)" == "2e1cf51b-5a4d-79d4-efcd-ab8967452301")
    }

    @Test func bothImplementationsOfTheInstructionAgree() {
        var random = Random(state: 11)
        let block = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
        for length in 0...block.count {
            for start in 0..<min(9, length + 1) {
                block[start..<length].withUnsafeBytes { run in
                    let expected = rl_crc32c_portable(
                        0x1234_5678, run.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!, run.count)
                    #expect(Checksum.update(0x1234_5678, run) == expected, "\(start)..<\(length)")
                }
            }
        }
    }
}
