import Testing

@testable import RingLog

@Suite struct LogLevelTests {
    @Test func everyLevelIsFoundByItsName() {
        for level in LogLevel.allCases { #expect(LogLevel(level.description) == level) }
        #expect(
            LogLevel.allCases.map(\.description).joined(separator: " ")
                == "trace debug info notice warning error critical")
        #expect(LogLevel("WARNING") == .warning)
        #expect(LogLevel("warn") == nil)
        #expect(LogLevel("") == nil)
    }
}
