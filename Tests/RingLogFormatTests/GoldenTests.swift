// The golden files in the tree are what they always were, and hold what their index says.
import RingLogFormat
import RingLogTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite struct GoldenTests {
    /// With `RINGLOG_GOLDEN=write` missing files are written; there is no way to overwrite one.
    @Test(arguments: Golden.all) func goldenFilesNeverChange(_ golden: Golden) throws {
        #expect(golden.bytes.count <= 32 << 10)
        let path = directory("Tests/Golden") + golden.name + ".ringlog"
        let wanted = getenv("RINGLOG_GOLDEN").map { String(cString: $0) } == "write"
        guard let bytes = contents(path) else {
            if wanted { write(golden.bytes, path) }
            Issue.record("\(golden.name) is missing")
            return
        }
        #expect(bytes.count == golden.bytes.count)
        let difference = zip(bytes, golden.bytes).enumerated().first { $0.element.0 != $0.element.1 }
        #expect(difference == nil, "first difference at \(difference?.offset ?? 0)")
    }

    @Test func indexNamesEveryGoldenFile() throws {
        let index = String(decoding: try #require(contents(directory("Tests/Golden") + "README.md")), as: UTF8.self)
        for golden in Golden.all {
            let row = index.split(separator: "\n").first { $0.hasPrefix("| `\(golden.name)` ") }
            #expect(row?.hasSuffix("| \(golden.status) |") == true, "\(golden.name)")
        }
        let rows = index.split(separator: "\n").filter { $0.hasPrefix("| `v") }
        #expect(rows.count == Golden.all.count)
    }

    /// What the index promises of files without damage, by the plainest reader there can be.
    @Test(arguments: Golden.all.filter { $0.status == 0 }) func goodFilesHoldTheirRecords(_ golden: Golden) throws {
        #expect(try PlainReader(golden.bytes).numbers == golden.numbers)
    }

    /// Every line of hexadecimal in section 8 of the page on the format is copied from the file it explains.
    @Test func workedExampleInTheFormatPageIsTrue() throws {
        let page = String(decoding: try #require(contents(directory("docs") + "FORMAT.md")), as: UTF8.self)
        var dumped = 0
        for line in page.split(separator: "\n") {
            let words = line.prefix { $0 != "|" }.split(separator: " ")
            guard words.count > 1, words[0].count == 6, let offset = Int(words[0], radix: 16) else { continue }
            let run = words.dropFirst().compactMap { UInt8($0, radix: 16) }
            #expect(run.count == words.count - 1, "\(line)")
            #expect(Array(Golden.workedExample.bytes[offset..<offset + run.count]) == run, "\(line)")
            dumped += run.count
        }
        #expect(dumped > 1000)
    }

    private func directory(_ name: String) -> String {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/\(name)/"
    }

    private func contents(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        return bytes
    }

    private func write(_ bytes: [UInt8], _ path: String) {
        guard let file = fopen(path, "wbx") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
