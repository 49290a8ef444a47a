// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody else compiles everything once more with coverage; `script/fuzz` builds it.
let package = Package(
    name: "today-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "today", path: ".."),
        .package(name: "today-apps", path: "../Apps"),
    ],
    targets: [
        .executableTarget(
            name: "Fuzzer",
            dependencies: [
                .product(name: "FuzzTargets", package: "today"),
                .product(name: "DocumentReaders", package: "today-apps"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        )
    ]
)
