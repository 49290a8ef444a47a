// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "today",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "TodayKit", targets: ["TodayKit"]),
        .executable(name: "today", targets: ["today"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.6.4"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        // What an author of an app or widget imports: no dependency outside this package.
        .target(name: "JSON"),
        .target(name: "Waiting"),
        .target(name: "Addresses"),
        .target(name: "JSONRPC", dependencies: ["JSON", "Waiting"]),
        .target(name: "AdaptiveCards", dependencies: ["JSON"]),
        .target(name: "TodayProtocol", dependencies: ["JSON", "JSONRPC", "AdaptiveCards"]),
        .target(name: "TodayKit", dependencies: ["JSON", "JSONRPC", "AdaptiveCards", "TodayProtocol"]),

        // What the servers of the host and of the cloud share.
        .target(
            name: "Serving",
            dependencies: ["CLinux", "Waiting", .hummingbird, .logging, .nioCore, .nioPosix, .serviceLifecycle]
        ),

        // What the stores of the host and of the cloud share.
        .target(name: "StoreSupport", dependencies: [.grdb]),

        // The host.
        .target(name: "CLinux"),
        .target(name: "HostClock", dependencies: ["CLinux", "TodayProtocol"]),
        .target(name: "CardRendering", dependencies: ["JSON", "AdaptiveCards"]),
        .target(name: "HostStore", dependencies: ["JSON", "TodayProtocol", "StoreSupport", .grdb, .logging]),
        .target(
            name: "ProcessHost",
            dependencies: [
                "JSON", "Waiting", "JSONRPC", "TodayProtocol", .logging, .serviceLifecycle, .subprocess, .systemPackage,
            ]
        ),
        .target(
            name: "Fetching",
            dependencies: [
                "Addresses", "Waiting", "TodayProtocol", "HostStore", .asyncHTTPClient, .logging, .nioCore, .nioHTTP1,
                .nioHTTPCompression,
            ]
        ),
        .target(
            name: "Notifications",
            dependencies: [
                "JSON", "Waiting", "TodayProtocol", "HostClock", "HostStore", .crypto, .cryptoExtras, .logging,
            ]
        ),
        .target(
            name: "TodayScreen",
            dependencies: ["JSON", "Waiting", "AdaptiveCards", "TodayProtocol", "HostClock", "HostStore", .logging]
        ),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .target(
            name: "DeviceSync",
            dependencies: [
                "CXML2", "JSON", "Addresses", "Waiting", "CardRendering", "TodayProtocol", "HostStore", "Fetching",
                "Notifications", .asyncHTTPClient, .logging, .nioCore, .nioHTTP1, .nioPosix,
            ]
        ),
        .target(
            name: "Host",
            dependencies: [
                "JSON", "Waiting", "JSONRPC", "AdaptiveCards", "TodayProtocol", "HostClock", "HostStore",
                "ProcessHost", "Fetching", "Notifications", "TodayScreen", "DeviceSync", .crypto, .logging,
                .serviceLifecycle,
            ]
        ),
        .target(
            name: "HostAPI",
            dependencies: [
                "JSON", "Waiting", "Serving", "TodayProtocol", "HostClock", "HostStore", "Notifications",
                "TodayScreen", "DeviceSync", "Host", .asyncHTTPClient, .httpTypes, .hummingbird, .hummingbirdCore,
                .logging, .nioCore, .nioPosix, .nioHTTP1, .serviceLifecycle,
            ]
        ),
        .target(
            name: "TodayWeb",
            dependencies: [
                "JSON", "Waiting", "Serving", "AdaptiveCards", "CardRendering", "TodayProtocol", "HostStore",
                "Notifications", "TodayScreen", "Host", "HostAPI", .crypto, .httpTypes, .hummingbird,
                .hummingbirdCore, .logging, .nioCore, .serviceLifecycle,
            ],
            exclude: ["Assets/browser.d.ts", "Assets/tsconfig.json"],
            resources: [.embedInCode("Assets/Scripts"), .embedInCode("Assets/Styles")]
        ),
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .target(
            name: "TodayDesktop",
            dependencies: [
                "CDBus", "CLinux", "TodayProtocol", "HostStore", "Notifications", "TodayScreen", "Host", "HostAPI",
                .logging, .serviceLifecycle,
            ]
        ),

        // The cloud.
        .target(name: "CloudStore", dependencies: ["StoreSupport", .grdb]),
        .target(
            name: "Cloud",
            dependencies: [
                "JSON", "Addresses", "Waiting", "Serving", "CloudStore", .crypto, .httpTypes, .hummingbird,
                .hummingbirdCore, .logging, .nioCore, .nioEmbedded, .nioHTTP1, .nioHTTPCompression, .nioHTTPTypes,
                .nioHTTPTypesHTTP1, .nioPosix, .nioWebSocket, .serviceLifecycle,
            ]
        ),
        .target(
            name: "AirshipAPI",
            dependencies: ["JSON", "Serving", "CloudStore", "Cloud", .httpTypes, .hummingbird, .logging, .nioCore]
        ),
        .target(
            name: "NtfyAPI",
            dependencies: [
                "JSON", "Addresses", "Waiting", "CloudStore", "Cloud", .httpTypes, .hummingbird, .logging, .nioCore,
                .nioPosix,
            ]
        ),
        .target(
            name: "TodayCommands",
            dependencies: [
                "CLinux", "JSON", "Addresses", "Waiting", "AdaptiveCards", "CardRendering", "TodayProtocol",
                "HostClock", "HostStore", "ProcessHost", "Notifications", "TodayScreen", "DeviceSync", "Host",
                "HostAPI", "TodayWeb", "TodayDesktop", "CloudStore", "Cloud", "AirshipAPI", "NtfyAPI", .argumentParser,
                .asyncHTTPClient, .logging, .nioCore, .nioHTTP1, .serviceLifecycle, .unixSignals,
            ]
        ),
        .executableTarget(name: "today", dependencies: ["TodayCommands", .argumentParser]),

        // What script/bench measures inside one process.
        .systemLibrary(name: "CEpoll", path: "Benchmarks/CEpoll"),
        .executableTarget(
            name: "today-bench",
            dependencies: [
                "CEpoll", "JSON", "JSONRPC", "AdaptiveCards", "TodayProtocol", "TodayKit", "CardRendering",
                "ProcessHost", "TodayScreen", "Host", "CloudStore", "Cloud", .logging,
            ],
            path: "Benchmarks/today-bench"
        ),

        // The tests, and what they share.
        .target(name: "TodayTestSupport", dependencies: ["HostClock"]),
        .target(
            name: "SurfaceTestSupport",
            dependencies: [
                "JSON", "AdaptiveCards", "TodayProtocol", "HostStore", "Notifications", "TodayScreen", "DeviceSync",
                "Host", "HostAPI",
            ],
            path: "Tests/SurfaceTestSupport"
        ),
        .executableTarget(
            name: "SurfacePreview",
            dependencies: [
                "Waiting", "TodayProtocol", "HostStore", "Notifications", "TodayScreen", "HostAPI", "TodayWeb",
                "SurfaceTestSupport", .logging, .serviceLifecycle, .unixSignals,
            ],
            path: "Tests/SurfacePreview"
        ),
        .testTarget(
            name: "HostAPITests",
            dependencies: [
                "JSON", "Waiting", "Serving", "TodayProtocol", "HostStore", "Notifications", "TodayScreen", "Host",
                "HostAPI", "SurfaceTestSupport", "TodayTestSupport", .httpTypes, .hummingbird, .logging,
                .serviceLifecycle,
            ]
        ),
        .testTarget(
            name: "TodayWebTests",
            dependencies: [
                "JSON", "Waiting", "Serving", "AdaptiveCards", "CardRendering", "TodayProtocol", "HostStore",
                "Notifications", "TodayScreen", "DeviceSync", "Host", "HostAPI", "TodayWeb", "SurfaceTestSupport",
                .asyncHTTPClient, .httpTypes, .hummingbird, .logging, .nioCore, .nioEmbedded, .nioHTTP1, .nioPosix,
                .serviceLifecycle,
            ],
            exclude: ["Goldens"]
        ),
        .testTarget(name: "CloudStoreTests", dependencies: ["CloudStore", "TodayTestSupport", .grdb]),
        .target(
            name: "CloudTestSupport",
            dependencies: [
                "JSON", "CloudStore", "Cloud", "TodayTestSupport", .httpTypes, .hummingbird, .logging, .nioCore,
                .nioEmbedded,
            ],
            path: "Tests/CloudTestSupport"
        ),
        .testTarget(
            name: "CloudTests",
            dependencies: [
                "JSON", "Serving", "Waiting", "CloudStore", "Cloud", "CloudTestSupport", "TodayTestSupport", .httpTypes,
                .logging, .nioCore, .nioEmbedded, .nioHTTP1, .nioHTTPTypes, .nioHTTPTypesHTTP1,
            ]
        ),
        .testTarget(
            name: "AirshipAPITests",
            dependencies: [
                "JSON", "CloudStore", "Cloud", "AirshipAPI", "CloudTestSupport", "TodayTestSupport", .httpTypes,
            ]
        ),
        .testTarget(
            name: "NtfyAPITests",
            dependencies: [
                "JSON", "Waiting", "CloudStore", "Cloud", "AirshipAPI", "NtfyAPI", "CloudTestSupport",
                "TodayTestSupport", .httpTypes,
            ]
        ),
        .testTarget(name: "JSONTests", dependencies: ["JSON"]),
        .testTarget(name: "AddressesTests", dependencies: ["Addresses"]),
        .testTarget(name: "JSONRPCTests", dependencies: ["JSON", "JSONRPC", "TodayTestSupport"]),
        .testTarget(name: "TodayProtocolTests", dependencies: ["JSON", "JSONRPC", "AdaptiveCards", "TodayProtocol"]),
        .testTarget(
            name: "TodayKitTests",
            dependencies: ["JSON", "JSONRPC", "TodayProtocol", "TodayKit", "TodayTestSupport"]
        ),
        .testTarget(name: "AdaptiveCardsTests", dependencies: ["JSON", "AdaptiveCards"]),
        .testTarget(
            name: "CardRenderingTests",
            dependencies: ["JSON", "AdaptiveCards", "CardRendering"],
            exclude: ["Cards", "Goldens"]
        ),
        .executableTarget(
            name: "StoreCrashHelper",
            dependencies: ["HostStore", "TodayProtocol", .logging],
            path: "Tests/StoreCrashHelper"
        ),
        .testTarget(
            name: "FetchingTests",
            dependencies: [
                "Addresses", "Waiting", "TodayProtocol", "HostStore", "Fetching", "TodayTestSupport", .logging,
                .nioCore, .nioPosix,
            ]
        ),
        .testTarget(
            name: "HostStoreTests",
            dependencies: ["JSON", "TodayProtocol", "StoreSupport", "HostStore", "StoreCrashHelper", .grdb, .logging]
        ),
        .testTarget(
            name: "HostTests",
            dependencies: [
                "JSON", "JSONRPC", "TodayProtocol", "HostClock", "HostStore", "Fetching", "Notifications",
                "TodayScreen", "DeviceSync", "Host", "TodayTestSupport", .logging,
            ]
        ),
        .testTarget(
            name: "DeviceSyncTests",
            dependencies: [
                "JSON", "TodayProtocol", "HostStore", "Fetching", "Notifications", "DeviceSync", "CloudStore",
                "Cloud", "AirshipAPI", "CloudTestSupport", "TodayTestSupport", .httpTypes, .hummingbird, .logging,
                .nioCore, .nioEmbedded,
            ]
        ),
        .testTarget(name: "HostClockTests", dependencies: ["HostClock", "TodayTestSupport"]),
        .testTarget(
            name: "NotificationsTests",
            dependencies: [
                "Waiting", "TodayProtocol", "HostClock", "HostStore", "Notifications", "TodayTestSupport", .logging,
            ]
        ),
        .testTarget(
            name: "TodayDesktopTests",
            dependencies: [
                "CDBus", "TodayProtocol", "HostStore", "Notifications", "TodayDesktop", "TodayTestSupport", .logging,
                .serviceLifecycle,
            ],
            exclude: ["Programs"]
        ),
        .testTarget(
            name: "TodayScreenTests",
            dependencies: [
                "JSON", "AdaptiveCards", "TodayProtocol", "HostClock", "HostStore", "TodayScreen",
                "TodayTestSupport", .logging,
            ]
        ),
        .testTarget(
            name: "TodayCommandsTests",
            dependencies: [
                "JSON", "Waiting", "AdaptiveCards", "TodayProtocol", "HostStore", "ProcessHost", "Notifications",
                "TodayScreen", "DeviceSync", "Host", "HostAPI", "TodayCommands", "AirshipAPI", "CloudStore", "Cloud",
                "CloudTestSupport", "SurfaceTestSupport", "TodayTestSupport", .argumentParser, .logging,
                .serviceLifecycle,
            ],
            exclude: ["Goldens"]
        ),
        .testTarget(
            name: "ProcessHostTests",
            dependencies: [
                "JSON", "JSONRPC", "TodayProtocol", "ProcessHost", "TodayTestSupport", .logging, .serviceLifecycle,
            ]
        ),
    ]
)

// The products of other packages that targets use.
extension Target.Dependency {
    static let grdb = product(name: "GRDB", package: "GRDB.swift")
    static let asyncHTTPClient = product(name: "AsyncHTTPClient", package: "async-http-client")
    static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
    static let hummingbirdCore = product(name: "HummingbirdCore", package: "hummingbird")
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let crypto = product(name: "Crypto", package: "swift-crypto")
    static let cryptoExtras = product(name: "CryptoExtras", package: "swift-crypto")
    static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
    static let logging = product(name: "Logging", package: "swift-log")
    static let nioCore = product(name: "NIOCore", package: "swift-nio")
    static let nioEmbedded = product(name: "NIOEmbedded", package: "swift-nio")
    static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
    static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
    static let nioWebSocket = product(name: "NIOWebSocket", package: "swift-nio")
    static let nioHTTPCompression = product(name: "NIOHTTPCompression", package: "swift-nio-extras")
    static let nioHTTPTypes = product(name: "NIOHTTPTypes", package: "swift-nio-extras")
    static let nioHTTPTypesHTTP1 = product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
    static let serviceLifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle")
    static let subprocess = product(name: "Subprocess", package: "swift-subprocess")
    static let systemPackage = product(name: "SystemPackage", package: "swift-system")
}

for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .treatAllWarnings(as: .error),
        ]
}
