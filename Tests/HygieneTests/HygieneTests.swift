// The repository checks itself: rules that a reviewer would otherwise have to remember.

import Testing

@Suite struct HygieneTests {
    /// Folders whose Swift code is the product, and the examples that people copy from.
    private static let withoutFoundation = ["Sources/", "tools/", "Examples/"]

    @Test func theProductImportsNoFoundation() {
        let files = Repository.textFiles.filter { file in Self.withoutFoundation.contains { file.path.hasPrefix($0) } }
        #expect(files.count > 10)
        #expect(files.flatMap(Rules.foundationImports) == [])
    }

    @Test(arguments: [
        ("lines are at most 120 wide", Rules.longLines),
        ("no path of one machine", Rules.machinePaths),
        ("no work put off in a comment", Rules.postponedWork),
        ("no blanks at the end of a line", Rules.trailingBlanks),
        ("no unsafe flags in the manifest", Rules.unsafeFlags),
    ])
    func everyFileKeepsTheRule(_ name: String, _ rule: @Sendable (SourceFile) -> [String]) {
        #expect(Repository.textFiles.flatMap(rule).prefix(20) == [], Comment(rawValue: name))
    }

    @Test func everyPageUnderDocsIsLinked() throws {
        let entrances = try ["README.md", "docs/ARCHITECTURE.md"].map { try #require(Repository.file($0)) }
        let linked = Set(entrances.flatMap(Rules.linkTargets))
        let pages = Repository.paths.filter { $0.hasPrefix("docs/") && $0.hasSuffix(".md") }
        #expect(pages.contains("docs/FORMAT.md"))
        #expect(pages.filter { !linked.contains($0) } == [])
    }

    @Test func everyLinkLeadsSomewhere() {
        let existing = Repository.paths
        let dead = Repository.textFiles.flatMap { file in
            Rules.linkTargets(file).filter { target in
                !existing.contains { $0 == target || $0.hasPrefix(target + "/") }
            }.map { "\(file.path) -> \($0)" }
        }
        #expect(dead == [])
    }

    @Test func theLicenseIsApache() throws {
        let license = try #require(Repository.file("LICENSE"))
        #expect(license.lines.prefix(5).contains { $0.contains("Apache License") })
        #expect(license.lines.contains { $0.contains("END OF TERMS AND CONDITIONS") })
    }

    @Test func everyScriptCanBeRun() {
        #expect(Repository.scripts.filter { !Repository.isExecutable($0) } == [])
    }

    @Test func everyRuleFindsWhatItIsFor() {
        func found(_ rule: (SourceFile) -> [String], _ path: String, _ line: String) -> Bool {
            rule(SourceFile(path: path, text: "let fine = 1\n" + line)) == ["\(path):2: \(line)"]
        }
        #expect(found(Rules.foundationImports, "a.swift", "import Foundation"))
        #expect(found(Rules.foundationImports, "a.swift", "    public import FoundationEssentials"))
        #expect(found(Rules.foundationImports, "a.swift", "import struct Foundation.Data"))
        #expect(found(Rules.foundationImports, "a.swift", "#if canImport(Foundation)"))
        #expect(!found(Rules.foundationImports, "a.swift", "// import Foundation"))
        #expect(found(Rules.longLines, "tools/test", String(repeating: "x", count: 121)))
        #expect(!found(Rules.longLines, "tools/test", String(repeating: "x", count: 120)))
        #expect(found(Rules.machinePaths, "a.md", "see /wo" + "rk/here"))
        #expect(found(Rules.postponedWork, "a.c", "// TO" + "DO later"))
        #expect(found(Rules.trailingBlanks, "a.c", "int x; "))
        #expect(found(Rules.unsafeFlags, "Package.swift", "unsafeFlags([])"))
        let links = SourceFile(
            path: "docs/A.md", text: "[a](B.md#x), [b](../README.md) [c](https://e.org/x.md) [d](#y)")
        #expect(Rules.linkTargets(links) == ["docs/B.md", "README.md"])
    }
}
