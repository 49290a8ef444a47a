// swift-tools-version: 6.2
import PackageDescription

// What an author of an app or a widget builds: TodayKit and the modules below it, which need nothing from outside, and
// TodayDatabase, which needs the system's SQLite. The package of Today itself compiles the same folders as targets of its
// own.
let package = Package(
    name: "TodayKit",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "TodayKit", targets: ["TodayKit"]),
        .library(name: "TodayDatabase", targets: ["TodayDatabase"]),
    ],
    targets: [
        .target(name: "JSON", path: "Foundations/JSON"),
        .target(name: "AsyncPrimitives", path: "Foundations/AsyncPrimitives"),
        .target(name: "JSONRPC", dependencies: ["JSON", "AsyncPrimitives"], path: "Foundations/JSONRPC"),
        .target(name: "AdaptiveCards", dependencies: ["JSON"], path: "Authoring/AdaptiveCards"),
        .target(
            name: "TodayProtocol",
            dependencies: ["JSON", "JSONRPC", "AdaptiveCards"],
            path: "Authoring/TodayProtocol"
        ),
        .target(
            name: "TodayKit",
            dependencies: ["JSON", "JSONRPC", "AdaptiveCards", "TodayProtocol"],
            path: "Authoring/TodayKit"
        ),
        .systemLibrary(
            name: "CSQLite",
            path: "Authoring/CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        .target(name: "TodayDatabase", dependencies: ["CSQLite", "TodayKit"], path: "Authoring/TodayDatabase"),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("InferIsolatedConformances"),
    ]
}
