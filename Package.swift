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
        // Foundations: what every part may use, and knows nothing of Today.
        .target(name: "JSON", path: "Sources/Foundations/JSON"),
        .target(name: "JSONRPC", dependencies: ["JSON", "AsyncPrimitives"], path: "Sources/Foundations/JSONRPC"),
        .target(name: "AsyncPrimitives", path: "Sources/Foundations/AsyncPrimitives"),
        .target(name: "Markup", dependencies: ["JSON"], path: "Sources/Foundations/Markup"),
        .target(name: "ServerSentEvents", path: "Sources/Foundations/ServerSentEvents"),
        .target(name: "CivilDates", path: "Sources/Foundations/CivilDates"),
        .target(name: "NetworkAddresses", path: "Sources/Foundations/NetworkAddresses"),
        .target(name: "CLinux", path: "Sources/Foundations/CLinux"),
        .target(
            name: "HTTPServing",
            dependencies: [
                "CLinux", "JSON", "AsyncPrimitives", .httpTypes, .hummingbird, .hummingbirdCore, .logging, .nioCore,
                .nioEmbedded, .nioHTTP1, .nioHTTPCompression, .nioPosix, .serviceLifecycle,
            ],
            path: "Sources/Foundations/HTTPServing"
        ),
        .target(name: "SQLiteSupport", dependencies: [.grdb], path: "Sources/Foundations/SQLiteSupport"),

        // Authoring: what an author of an app or a widget imports. No dependency outside this package.
        .target(name: "AdaptiveCards", dependencies: ["JSON"], path: "Sources/Authoring/AdaptiveCards"),
        .target(
            name: "TodayProtocol",
            dependencies: ["JSON", "JSONRPC", "AdaptiveCards"],
            path: "Sources/Authoring/TodayProtocol"
        ),
        .target(
            name: "TodayKit",
            dependencies: ["JSON", "JSONRPC", "AdaptiveCards", "TodayProtocol"],
            path: "Sources/Authoring/TodayKit"
        ),

        // The host: it starts the processes and owns every shared state.
        .target(
            name: "HostClock",
            dependencies: ["AsyncPrimitives", "CLinux", "TodayProtocol"],
            path: "Sources/Host/HostClock"
        ),
        .target(
            name: "HostStorage",
            dependencies: ["JSON", "TodayProtocol", "SQLiteSupport", .grdb, .logging],
            path: "Sources/Host/HostStorage"
        ),
        .target(
            name: "ProcessHost",
            dependencies: [
                "JSON", "AsyncPrimitives", "JSONRPC", "TodayProtocol", .logging, .serviceLifecycle, .subprocess,
                .systemPackage,
            ],
            path: "Sources/Host/ProcessHost"
        ),
        .target(
            name: "Fetching",
            dependencies: [
                "CivilDates",
                "NetworkAddresses", "AsyncPrimitives", "TodayProtocol", "HostStorage", .asyncHTTPClient, .logging,
                .nioCore, .nioHTTP1,
                .nioHTTPCompression,
            ],
            path: "Sources/Host/Fetching"
        ),
        .target(
            name: "Notifications",
            dependencies: [
                "CivilDates",
                "JSON", "AsyncPrimitives", "TodayProtocol", "HostClock", "HostStorage", .crypto, .cryptoExtras,
                .logging,
            ],
            path: "Sources/Host/Notifications"
        ),
        .target(
            name: "TodayScreen",
            dependencies: [
                "JSON", "AsyncPrimitives", "AdaptiveCards", "TodayProtocol", "HostClock", "HostStorage", .logging,
            ],
            path: "Sources/Host/TodayScreen"
        ),
        .systemLibrary(
            name: "CXML2",
            path: "Sources/Host/CXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]
        ),
        .target(
            name: "DeviceSync",
            dependencies: [
                "CXML2", "JSON", "CivilDates", "ServerSentEvents", "Markup", "NetworkAddresses", "AsyncPrimitives",
                "TodayProtocol", "HostStorage",
                "Fetching",
                "Notifications", .asyncHTTPClient, .logging, .nioCore, .nioHTTP1, .nioPosix,
            ],
            path: "Sources/Host/DeviceSync",
            exclude: ["Events/Emoji/emoji-codes.LICENSE.txt"],
            resources: [.embedInCode("Events/Emoji/emoji-codes.txt")]
        ),
        .target(
            name: "Host",
            dependencies: [
                "JSON", "NetworkAddresses", "AsyncPrimitives", "JSONRPC", "AdaptiveCards", "TodayProtocol", "HostClock",
                "HostStorage",
                "ProcessHost", "Fetching", "Notifications", "TodayScreen", "DeviceSync", .crypto, .logging,
                .serviceLifecycle,
            ],
            path: "Sources/Host/Host"
        ),

        // The cloud: push, inboxes, topics. It knows nothing of the host.
        .target(
            name: "CloudStorage",
            dependencies: ["AsyncPrimitives", "SQLiteSupport", .grdb],
            path: "Sources/Cloud/CloudStorage"
        ),
        .target(
            name: "CloudCore",
            dependencies: [
                "CivilDates",
                "JSON", "NetworkAddresses", "AsyncPrimitives", "HTTPServing", "CloudStorage", .crypto, .httpTypes,
                .hummingbird,
                .hummingbirdCore, .logging, .nioCore, .nioHTTP1, .nioHTTPTypes,
                .nioHTTPTypesHTTP1, .nioPosix, .nioWebSocket, .serviceLifecycle,
            ],
            path: "Sources/Cloud/CloudCore"
        ),
        .target(
            name: "AirshipAPI",
            dependencies: [
                "CivilDates",
                "JSON", "HTTPServing", "CloudStorage", "CloudCore", .httpTypes, .hummingbird, .logging, .nioCore,
            ],
            path: "Sources/Cloud/AirshipAPI"
        ),
        .target(
            name: "NtfyAPI",
            dependencies: [
                "JSON", "NetworkAddresses", "AsyncPrimitives", "HTTPServing", "CloudStorage", "CloudCore", .httpTypes,
                .hummingbird, .logging, .nioCore, .nioPosix,
            ],
            path: "Sources/Cloud/NtfyAPI"
        ),

        // Surfaces: what shows the host's state and sends what a person does.
        .target(
            name: "CardRendering",
            dependencies: ["JSON", "CivilDates", "Markup", "AdaptiveCards"],
            path: "Sources/Surfaces/CardRendering"
        ),
        .target(
            name: "HostAPI",
            dependencies: [
                "JSON", "ServerSentEvents", "TodayProtocol", "HostStorage", "Notifications", "TodayScreen",
                "DeviceSync", "Host",
            ],
            path: "Sources/Surfaces/HostAPI"
        ),
        .target(
            name: "HostAPIClient",
            dependencies: [
                "JSON", "ServerSentEvents", "TodayProtocol", "Notifications", "TodayScreen", "Host", "HostAPI",
                .asyncHTTPClient, .nioCore,
                .nioHTTP1,
            ],
            path: "Sources/Surfaces/HostAPIClient"
        ),
        .target(
            name: "HostAPIServer",
            dependencies: [
                "JSON", "ServerSentEvents", "AsyncPrimitives", "HTTPServing", "TodayProtocol", "HostClock",
                "Notifications", "TodayScreen",
                "Host", "HostAPI", .httpTypes, .hummingbird, .hummingbirdCore, .logging, .nioCore, .serviceLifecycle,
            ],
            path: "Sources/Surfaces/HostAPIServer"
        ),
        .target(
            name: "TodayWeb",
            dependencies: [
                "JSON", "Markup", "NetworkAddresses", "AsyncPrimitives", "HTTPServing",
                "AdaptiveCards",
                "CardRendering", "TodayProtocol",
                "HostStorage", "Notifications", "TodayScreen", "Host", "HostAPI", "HostAPIServer", .crypto, .httpTypes,
                .hummingbird,
                .hummingbirdCore, .logging, .nioCore, .serviceLifecycle,
            ],
            path: "Sources/Surfaces/TodayWeb",
            exclude: ["Assets/browser.d.ts", "Assets/tsconfig.json"],
            resources: [.embedInCode("Assets/Scripts"), .embedInCode("Assets/Styles")]
        ),
        .systemLibrary(
            name: "CDBus",
            path: "Sources/Surfaces/CDBus",
            pkgConfig: "dbus-1",
            providers: [.apt(["libdbus-1-dev"])]
        ),
        .target(
            name: "TodayDesktop",
            dependencies: [
                "AsyncPrimitives", "CDBus", "CLinux", "TodayProtocol", "HostStorage", "Notifications", "TodayScreen",
                "Host", "HostAPI",
                .logging, .serviceLifecycle,
            ],
            path: "Sources/Surfaces/TodayDesktop"
        ),

        // The program: the command line, and the place where everything is put together.
        .target(
            name: "TodayCommands",
            dependencies: [
                "CLinux", "JSON", "NetworkAddresses", "AsyncPrimitives", "AdaptiveCards", "CardRendering",
                "TodayProtocol",
                "HostClock", "HostStorage", "ProcessHost", "Notifications", "TodayScreen", "DeviceSync", "Host",
                "HostAPI", "HostAPIClient", "HostAPIServer", "TodayWeb", "TodayDesktop", "CloudStorage", "CloudCore",
                "AirshipAPI", "NtfyAPI",
                .argumentParser,
                .asyncHTTPClient, .logging, .nioCore, .nioHTTP1, .serviceLifecycle, .unixSignals,
            ],
            path: "Sources/Program/TodayCommands"
        ),
        .executableTarget(
            name: "today",
            dependencies: ["TodayCommands", .argumentParser],
            path: "Sources/Program/today"
        ),

        // What script/bench measures inside one process.
        .systemLibrary(name: "CEpoll", path: "Benchmarks/CEpoll"),
        .executableTarget(
            name: "today-bench",
            dependencies: [
                "CEpoll", "JSON", "JSONRPC", "AdaptiveCards", "TodayProtocol", "TodayKit", "CardRendering",
                "ProcessHost", "TodayScreen", "Host", "CloudStorage", "CloudCore", .logging,
            ],
            path: "Benchmarks/today-bench"
        ),

        // What tests share.
        .target(name: "TodayTestSupport", dependencies: ["HostClock"], path: "Tests/Support/TodayTestSupport"),
        .target(
            name: "SurfaceTestSupport",
            dependencies: [
                "JSON", "AdaptiveCards", "TodayProtocol", "HostStorage", "Notifications", "TodayScreen", "DeviceSync",
                "Host",
            ],
            path: "Tests/Surfaces/SurfaceTestSupport"
        ),
        .executableTarget(
            name: "SurfacePreview",
            dependencies: [
                "AsyncPrimitives", "TodayProtocol", "HostStorage", "Notifications", "TodayScreen", "Host", "HostAPI",
                "TodayWeb",
                "SurfaceTestSupport", .logging, .serviceLifecycle, .unixSignals,
            ],
            path: "Tests/Surfaces/SurfacePreview"
        ),
        .target(
            name: "CloudTestSupport",
            dependencies: [
                "JSON", "CloudStorage", "CloudCore", "TodayTestSupport", .httpTypes, .hummingbird, .logging, .nioCore,
                .nioEmbedded,
            ],
            path: "Tests/Cloud/CloudTestSupport"
        ),
        .executableTarget(
            name: "StoreCrashHelper",
            dependencies: ["HostStorage", "TodayProtocol", .logging],
            path: "Tests/Host/StoreCrashHelper"
        ),

        // The tests, in the order of the modules.
        .testTarget(name: "JSONTests", dependencies: ["JSON"], path: "Tests/Foundations/JSONTests"),
        .testTarget(
            name: "JSONRPCTests",
            dependencies: ["JSON", "JSONRPC", "TodayTestSupport"],
            path: "Tests/Foundations/JSONRPCTests"
        ),
        .testTarget(name: "MarkupTests", dependencies: ["JSON", "Markup"], path: "Tests/Foundations/MarkupTests"),
        .testTarget(
            name: "AsyncPrimitivesTests",
            dependencies: ["AsyncPrimitives", "TodayTestSupport"],
            path: "Tests/Foundations/AsyncPrimitivesTests"
        ),
        .testTarget(
            name: "ServerSentEventsTests",
            dependencies: ["ServerSentEvents"],
            path: "Tests/Foundations/ServerSentEventsTests"
        ),
        .testTarget(
            name: "CivilDatesTests",
            dependencies: ["CivilDates"],
            path: "Tests/Foundations/CivilDatesTests"
        ),
        .testTarget(
            name: "NetworkAddressesTests",
            dependencies: ["NetworkAddresses"],
            path: "Tests/Foundations/NetworkAddressesTests"
        ),
        .testTarget(
            name: "HTTPServingTests",
            dependencies: [
                "JSON", "AsyncPrimitives", "HTTPServing", "TodayTestSupport", .httpTypes, .hummingbird,
                .hummingbirdCore,
                .logging, .nioCore, .nioEmbedded, .nioHTTP1, .nioHTTPTypes, .nioHTTPTypesHTTP1, .nioPosix,
                .serviceLifecycle,
            ],
            path: "Tests/Foundations/HTTPServingTests"
        ),
        .testTarget(
            name: "SQLiteSupportTests",
            dependencies: ["SQLiteSupport", "TodayTestSupport", .grdb],
            path: "Tests/Foundations/SQLiteSupportTests"
        ),
        .testTarget(
            name: "AdaptiveCardsTests",
            dependencies: ["JSON", "AdaptiveCards"],
            path: "Tests/Authoring/AdaptiveCardsTests"
        ),
        .testTarget(
            name: "TodayProtocolTests",
            dependencies: ["JSON", "JSONRPC", "AdaptiveCards", "TodayProtocol"],
            path: "Tests/Authoring/TodayProtocolTests"
        ),
        .testTarget(
            name: "TodayKitTests",
            dependencies: ["JSON", "JSONRPC", "TodayProtocol", "TodayKit", "TodayTestSupport"],
            path: "Tests/Authoring/TodayKitTests"
        ),
        .testTarget(
            name: "HostClockTests",
            dependencies: ["HostClock", "TodayTestSupport"],
            path: "Tests/Host/HostClockTests"
        ),
        .testTarget(
            name: "HostStorageTests",
            dependencies: [
                "JSON", "TodayProtocol", "SQLiteSupport", "HostStorage", "StoreCrashHelper", .grdb, .logging,
            ],
            path: "Tests/Host/HostStorageTests"
        ),
        .testTarget(
            name: "ProcessHostTests",
            dependencies: [
                "JSON", "JSONRPC", "TodayProtocol", "ProcessHost", "TodayTestSupport", .logging, .serviceLifecycle,
            ],
            path: "Tests/Host/ProcessHostTests"
        ),
        .testTarget(
            name: "FetchingTests",
            dependencies: [
                "NetworkAddresses", "AsyncPrimitives", "TodayProtocol", "HostStorage", "Fetching", "TodayTestSupport",
                .logging,
                .nioCore, .nioPosix,
            ],
            path: "Tests/Host/FetchingTests"
        ),
        .testTarget(
            name: "NotificationsTests",
            dependencies: [
                "AsyncPrimitives", "TodayProtocol", "HostClock", "HostStorage", "Notifications", "TodayTestSupport",
                .logging,
            ],
            path: "Tests/Host/NotificationsTests"
        ),
        .testTarget(
            name: "TodayScreenTests",
            dependencies: [
                "JSON", "AdaptiveCards", "TodayProtocol", "HostClock", "HostStorage", "TodayScreen",
                "TodayTestSupport", .logging,
            ],
            path: "Tests/Host/TodayScreenTests"
        ),
        .testTarget(
            name: "DeviceSyncTests",
            dependencies: [
                "ServerSentEvents",
                "JSON", "TodayProtocol", "HostStorage", "Fetching", "Notifications", "DeviceSync", "CloudStorage",
                "CloudCore", "AirshipAPI", "CloudTestSupport", "TodayTestSupport", .httpTypes, .hummingbird, .logging,
                .nioCore, .nioEmbedded,
            ],
            path: "Tests/Host/DeviceSyncTests"
        ),
        .testTarget(
            name: "HostTests",
            dependencies: [
                "JSON", "JSONRPC", "TodayProtocol", "HostClock", "HostStorage", "Fetching", "Notifications",
                "TodayScreen", "DeviceSync", "Host", "TodayTestSupport", .logging,
            ],
            path: "Tests/Host/HostTests"
        ),
        .testTarget(
            name: "CloudStorageTests",
            dependencies: ["CloudStorage", "TodayTestSupport", .grdb],
            path: "Tests/Cloud/CloudStorageTests"
        ),
        .testTarget(
            name: "CloudCoreTests",
            dependencies: [
                "JSON", "HTTPServing", "AsyncPrimitives", "CloudStorage", "CloudCore", "CloudTestSupport",
                "TodayTestSupport", .httpTypes,
                .logging, .nioCore, .nioEmbedded, .nioHTTP1, .nioHTTPTypes, .nioHTTPTypesHTTP1,
            ],
            path: "Tests/Cloud/CloudCoreTests"
        ),
        .testTarget(
            name: "AirshipAPITests",
            dependencies: [
                "JSON", "CloudStorage", "CloudCore", "AirshipAPI", "CloudTestSupport", "TodayTestSupport", .httpTypes,
            ],
            path: "Tests/Cloud/AirshipAPITests"
        ),
        .testTarget(
            name: "NtfyAPITests",
            dependencies: [
                "JSON", "AsyncPrimitives", "CloudStorage", "CloudCore", "AirshipAPI", "NtfyAPI", "CloudTestSupport",
                "TodayTestSupport", .httpTypes,
            ],
            path: "Tests/Cloud/NtfyAPITests"
        ),
        .testTarget(
            name: "CardRenderingTests",
            dependencies: ["JSON", "AdaptiveCards", "CardRendering"],
            path: "Tests/Surfaces/CardRenderingTests",
            exclude: ["Cards", "Goldens"]
        ),
        .testTarget(
            name: "HostAPITests",
            dependencies: [
                "ServerSentEvents",
                "JSON", "AsyncPrimitives", "HTTPServing", "TodayProtocol", "HostStorage", "Notifications",
                "TodayScreen", "Host",
                "HostAPI", "HostAPIClient", "HostAPIServer", "SurfaceTestSupport", "TodayTestSupport", .httpTypes,
                .hummingbird, .logging,
                .serviceLifecycle,
            ],
            path: "Tests/Surfaces/HostAPITests"
        ),
        .testTarget(
            name: "TodayWebTests",
            dependencies: [
                "ServerSentEvents",
                "JSON", "AsyncPrimitives", "HTTPServing", "AdaptiveCards", "CardRendering", "TodayProtocol",
                "HostStorage",
                "Notifications", "TodayScreen", "DeviceSync", "Host", "HostAPI", "HostAPIServer", "TodayWeb",
                "SurfaceTestSupport",
                .asyncHTTPClient, .httpTypes, .hummingbird, .logging, .nioCore, .nioEmbedded, .nioHTTP1, .nioPosix,
                .serviceLifecycle,
            ],
            path: "Tests/Surfaces/TodayWebTests",
            exclude: ["Goldens"]
        ),
        .testTarget(
            name: "TodayDesktopTests",
            dependencies: [
                "CDBus", "TodayProtocol", "HostStorage", "Notifications", "TodayDesktop", "TodayTestSupport", .logging,
                .serviceLifecycle,
            ],
            path: "Tests/Surfaces/TodayDesktopTests",
            exclude: ["Programs"]
        ),
        .testTarget(
            name: "TodayCommandsTests",
            dependencies: [
                "JSON", "AsyncPrimitives", "AdaptiveCards", "TodayProtocol", "HostStorage", "ProcessHost",
                "Notifications",
                "TodayScreen", "DeviceSync", "Host", "HostAPI", "HostAPIClient", "HostAPIServer", "TodayCommands",
                "AirshipAPI", "CloudStorage",
                "CloudCore",
                "CloudTestSupport", "SurfaceTestSupport", "TodayTestSupport", .argumentParser, .logging,
                .serviceLifecycle,
            ],
            path: "Tests/Program/TodayCommandsTests",
            exclude: ["Goldens"]
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
