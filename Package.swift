// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
let strictC: [CSetting] = [.define("_GNU_SOURCE"), .treatAllWarnings(as: .error)]

// Data flows one way: format <- logger, format <- reader <- command line.
let package = Package(
    name: "RingLog",
    products: [
        .library(name: "RingLog", targets: ["RingLog"]),
        .library(name: "RingLogReader", targets: ["RingLogReader"]),
        .executable(name: "logdecode", targets: ["logdecode"]),
    ],
    targets: [
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "CRingLog", cSettings: strictC),
        .target(
            name: "RingLogFormat", dependencies: ["CRingLog", "CZlib"], swiftSettings: strict),
        .target(
            name: "RingLog", dependencies: ["RingLogFormat", "CRingLog"], swiftSettings: strict),
        .target(
            name: "RingLogReader", dependencies: ["RingLogFormat", "CRingLog"],
            swiftSettings: strict),
        .executableTarget(
            name: "logdecode", dependencies: ["RingLogReader"], path: "tools/logdecode",
            swiftSettings: strict),
        .executableTarget(
            name: "ringlog-torture",
            dependencies: ["RingLog", "RingLogReader", "RingLogFormat", "CRingLog"], path: "tools/torture",
            swiftSettings: strict),
        .target(
            name: "RingLogExampleSupport", dependencies: ["CRingLog"], path: "Examples/Support",
            swiftSettings: strict),
        .executableTarget(
            name: "crash-demo", dependencies: ["RingLog", "RingLogExampleSupport"],
            path: "Examples/crash-demo", swiftSettings: strict),
        .executableTarget(
            name: "example-minimal", dependencies: ["RingLog"], path: "Examples/minimal",
            swiftSettings: strict),
        .executableTarget(
            name: "example-threads", dependencies: ["RingLog", "RingLogExampleSupport"], path: "Examples/threads",
            swiftSettings: strict),
        .target(name: "CProbe", path: "Tests/Probe/CProbe", cSettings: strictC),
        .executableTarget(
            name: "ringlog-probe", dependencies: ["RingLog", "RingLogExampleSupport", "CRingLog", "CProbe"],
            path: "Tests/Probe/ringlog-probe", swiftSettings: strict),
        .target(
            name: "RingLogTestSupport", dependencies: ["RingLogFormat"], path: "Tests/Support", swiftSettings: strict),
        .testTarget(
            name: "RingLogFormatTests", dependencies: ["RingLogFormat", "RingLogTestSupport", "CRingLog"],
            swiftSettings: strict),
        .testTarget(
            name: "RingLogTests",
            dependencies: ["RingLog", "RingLogReader", "RingLogFormat", "CRingLog", "CProbe", "ringlog-probe"],
            swiftSettings: strict),
        .testTarget(
            name: "RingLogReaderTests", dependencies: ["RingLogReader", "RingLogFormat", "RingLogTestSupport"],
            swiftSettings: strict),
        .testTarget(name: "HygieneTests", swiftSettings: strict),
        .testTarget(
            name: "logdecodeTests", dependencies: ["RingLogFormat", "RingLogTestSupport", "logdecode"],
            swiftSettings: strict),
    ]
)
