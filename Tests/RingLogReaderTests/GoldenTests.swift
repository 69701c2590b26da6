import RingLogReader
import RingLogTestSupport
import Testing

@Suite("Golden files")
struct GoldenTests {
    @Test(arguments: Golden.all)
    func numbersAndStatusAreThoseOfTheIndex(_ golden: Golden) throws {
        do {
            let reading = try Reading(golden.bytes)
            if golden.name != "v1-arguments" { #expect(reading.numbers == golden.numbers) }
            #expect(reading.verdict.exitStatus == golden.status, "\(reading.damages)")
        } catch let error as ReaderError {
            #expect(golden.status == 2, "\(error)")
        }
    }
}
