// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody else compiles everything once more with coverage; `script/fuzz` builds it.
let package = Package(
    name: "today-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "today", path: "..")],
    targets: [
        .executableTarget(
            name: "Fuzzer",
            dependencies: [
                .product(name: "FuzzTargets", package: "today"),
                "CalendarFormat", "CivilTime", "XMLReading",
            ]
        ),
        // Links to folders of Apps: that package compiles the modules below TodayKit too, and no two packages of a build may.
        .target(name: "CalendarFormat", dependencies: ["CivilTime"]),
        .target(name: "CivilTime"),
        .target(name: "XMLReading"),
    ]
)

// As in Apps, whose folders these are.
for target in package.targets {
    target.swiftSettings = [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("InferIsolatedConformances"),
        .treatAllWarnings(as: .error),
    ]
}
