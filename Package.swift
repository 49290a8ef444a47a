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
        .target(name: "JSONRPC", dependencies: ["JSON"]),
        .target(name: "AdaptiveCards", dependencies: ["JSON"]),
        .target(name: "TodayProtocol", dependencies: ["JSON", "JSONRPC", "AdaptiveCards"]),
        .target(name: "TodayKit", dependencies: ["JSON", "JSONRPC", "AdaptiveCards", "TodayProtocol"]),

        // The host.
        .target(name: "CLinux"),
        .target(name: "HostClock", dependencies: ["CLinux", "TodayProtocol"]),
        .target(name: "CardRendering", dependencies: ["JSON", "AdaptiveCards"]),
        .target(
            name: "HostStore",
            dependencies: [
                "JSON", "TodayProtocol",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "ProcessHost",
            dependencies: [
                "JSON", "JSONRPC", "TodayProtocol",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "Fetching",
            dependencies: [
                "JSON", "TodayProtocol", "HostStore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
            ]
        ),
        .target(
            name: "Notifications",
            dependencies: [
                "JSON", "JSONRPC", "TodayProtocol", "HostClock", "HostStore",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "TodayScreen",
            dependencies: [
                "JSON", "JSONRPC", "AdaptiveCards", "TodayProtocol", "HostClock", "HostStore",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .target(
            name: "DeviceSync",
            dependencies: [
                "CXML2", "JSON", "JSONRPC", "CardRendering", "TodayProtocol", "HostStore", "Fetching", "Notifications",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .target(
            name: "Host",
            dependencies: [
                "JSON", "JSONRPC", "AdaptiveCards", "TodayProtocol", "HostClock", "HostStore", "ProcessHost",
                "Fetching",
                "Notifications", "TodayScreen", "DeviceSync",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "HostAPI",
            dependencies: [
                "JSON", "AdaptiveCards", "CardRendering", "TodayProtocol", "HostClock", "HostStore", "ProcessHost",
                "Notifications", "TodayScreen", "DeviceSync", "Host",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "TodayWeb",
            dependencies: [
                "JSON", "AdaptiveCards", "CardRendering", "TodayProtocol", "HostStore", "Notifications", "TodayScreen",
                "DeviceSync", "Host", "HostAPI",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [
                .embedInCode("Assets/today.css"), .embedInCode("Assets/notifications.css"),
                .embedInCode("Assets/list.css"), .embedInCode("Assets/settings.css"), .embedInCode("Assets/page.js"),
                .embedInCode("Assets/today.js"), .embedInCode("Assets/notifications.js"),
                .embedInCode("Assets/live.js"),
            ]
        ),
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .target(
            name: "TodayDesktop",
            dependencies: [
                "CDBus", "CLinux", "TodayProtocol", "HostStore", "Notifications", "TodayScreen", "Host", "HostAPI",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),

        // The cloud.
        .target(
            name: "CloudStore",
            dependencies: [.product(name: "GRDB", package: "GRDB.swift")]
        ),
        .target(
            name: "Cloud",
            dependencies: [
                "JSON", "CloudStore",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "AirshipAPI",
            dependencies: [
                "JSON", "CloudStore", "Cloud",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .target(
            name: "NtfyAPI",
            dependencies: [
                "JSON", "CloudStore", "Cloud",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .target(
            name: "TodayCommands",
            dependencies: [
                "CLinux", "JSON", "AdaptiveCards", "CardRendering", "TodayProtocol", "HostClock", "HostStore",
                "ProcessHost", "Fetching", "Notifications", "TodayScreen", "DeviceSync", "Host", "HostAPI", "TodayWeb",
                "TodayDesktop", "CloudStore", "Cloud", "AirshipAPI", "NtfyAPI",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),
        .executableTarget(
            name: "today",
            dependencies: [
                "TodayCommands",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),

        // What script/bench measures inside one process.
        .systemLibrary(name: "CEpoll", path: "Benchmarks/CEpoll"),
        .executableTarget(
            name: "today-bench",
            dependencies: [
                "CEpoll", "JSON", "JSONRPC", "AdaptiveCards", "TodayProtocol", "TodayKit", "CardRendering",
                "ProcessHost", "TodayScreen", "Host", "CloudStore", "Cloud",
                .product(name: "Logging", package: "swift-log"),
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
                "TodayProtocol", "HostStore", "TodayScreen", "HostAPI", "TodayWeb", "SurfaceTestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Tests/SurfacePreview"
        ),
        .testTarget(
            name: "HostAPITests",
            dependencies: [
                "JSON", "TodayProtocol", "HostStore", "Notifications", "TodayScreen", "DeviceSync", "Host", "HostAPI",
                "SurfaceTestSupport", "TodayTestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "TodayWebTests",
            dependencies: [
                "JSON", "AdaptiveCards", "CardRendering", "TodayProtocol", "HostStore", "Notifications", "TodayScreen",
                "Host", "HostAPI", "TodayWeb", "SurfaceTestSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            exclude: ["Goldens"]
        ),
        .testTarget(
            name: "CloudStoreTests",
            dependencies: ["CloudStore", "TodayTestSupport", .product(name: "GRDB", package: "GRDB.swift")]
        ),
        .target(
            name: "CloudTestSupport",
            dependencies: [
                "JSON", "CloudStore", "Cloud", "TodayTestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            path: "Tests/CloudTestSupport"
        ),
        .testTarget(
            name: "CloudTests",
            dependencies: [
                "JSON", "CloudStore", "Cloud", "CloudTestSupport", "TodayTestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
            ]
        ),
        .testTarget(
            name: "AirshipAPITests",
            dependencies: [
                "JSON", "CloudStore", "Cloud", "AirshipAPI", "CloudTestSupport", "TodayTestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .testTarget(
            name: "NtfyAPITests",
            dependencies: [
                "JSON", "CloudStore", "Cloud", "AirshipAPI", "NtfyAPI", "CloudTestSupport", "TodayTestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .testTarget(name: "JSONTests", dependencies: ["JSON"]),
        .testTarget(name: "JSONRPCTests", dependencies: ["JSON", "JSONRPC", "TodayTestSupport"]),
        .testTarget(
            name: "TodayProtocolTests",
            dependencies: ["JSON", "JSONRPC", "AdaptiveCards", "TodayProtocol"]
        ),
        .testTarget(name: "TodayKitTests", dependencies: ["JSON", "JSONRPC", "TodayProtocol", "TodayKit"]),
        .testTarget(name: "AdaptiveCardsTests", dependencies: ["JSON", "AdaptiveCards"]),
        .testTarget(
            name: "CardRenderingTests",
            dependencies: ["JSON", "AdaptiveCards", "CardRendering"],
            exclude: ["Cards", "Goldens"]
        ),
        .executableTarget(
            name: "StoreCrashHelper",
            dependencies: [
                "HostStore", "TodayProtocol",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/StoreCrashHelper"
        ),
        .testTarget(
            name: "FetchingTests",
            dependencies: [
                "TodayProtocol", "HostStore", "Fetching", "TodayTestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "HostStoreTests",
            dependencies: [
                "JSON", "TodayProtocol", "HostStore", "StoreCrashHelper",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "HostTests",
            dependencies: [
                "JSON", "JSONRPC", "TodayProtocol", "HostClock", "HostStore", "Fetching", "Notifications",
                "TodayScreen",
                "Host", "TodayTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "DeviceSyncTests",
            dependencies: [
                "JSON", "TodayProtocol", "HostClock", "HostStore", "Fetching", "Notifications", "DeviceSync",
                "CloudStore",
                "Cloud", "AirshipAPI", "CloudTestSupport", "TodayTestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ]
        ),
        .testTarget(name: "HostClockTests", dependencies: ["HostClock", "TodayTestSupport"]),
        .testTarget(
            name: "NotificationsTests",
            dependencies: [
                "JSON", "JSONRPC", "TodayProtocol", "HostClock", "HostStore", "Notifications", "TodayTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "TodayDesktopTests",
            dependencies: [
                "CDBus", "TodayProtocol", "HostStore", "Notifications", "TodayScreen", "Host", "HostAPI",
                "TodayDesktop", "SurfaceTestSupport", "TodayTestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            exclude: ["Programs"]
        ),
        .testTarget(
            name: "TodayScreenTests",
            dependencies: [
                "JSON", "AdaptiveCards", "TodayProtocol", "HostClock", "HostStore", "TodayScreen", "TodayTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "TodayCommandsTests",
            dependencies: [
                "JSON", "AdaptiveCards", "TodayProtocol", "HostStore", "ProcessHost", "Notifications", "TodayScreen",
                "DeviceSync", "Host", "HostAPI", "TodayCommands", "AirshipAPI", "CloudStore", "Cloud",
                "CloudTestSupport", "SurfaceTestSupport", "TodayTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            exclude: ["Goldens"]
        ),
        .testTarget(
            name: "ProcessHostTests",
            dependencies: [
                "JSON", "JSONRPC", "TodayProtocol", "ProcessHost", "TodayTestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
    ]
)

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
