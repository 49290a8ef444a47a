// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "today",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "TodayKit", targets: ["TodayKit"]),
        .library(name: "TodayDatabase", targets: ["TodayDatabase"]),
        .library(name: "WebPush", targets: ["WebPush"]),
        .library(name: "APNs", targets: ["APNs"]),
        .executable(name: "today", targets: ["today"]),
        .executable(name: "today-launch", targets: ["today-launch"]),
        // For the package in Fuzz.
        .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.6.4"),
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
        .target(name: "PrometheusMetrics", path: "Sources/Foundations/PrometheusMetrics"),
        .target(name: "NetworkAddresses", path: "Sources/Foundations/NetworkAddresses"),
        .target(
            name: "PushEncoding",
            dependencies: ["JSON", "AsyncPrimitives", .asyncHTTPClient, .crypto, .nioCore],
            path: "Sources/Foundations/PushEncoding"
        ),
        .target(
            name: "OutgoingHTTP",
            dependencies: ["AsyncPrimitives", "NetworkAddresses", .asyncHTTPClient, .nioCore],
            path: "Sources/Foundations/OutgoingHTTP"
        ),
        .target(name: "WebAuthn", dependencies: ["JSON", .crypto], path: "Sources/Foundations/WebAuthn"),
        .target(
            name: "WebPush",
            dependencies: [
                "JSON", "AsyncPrimitives", "CivilDates", "PushEncoding", "OutgoingHTTP", .asyncHTTPClient,
                .crypto, .nioCore, .nioHTTP1,
            ],
            path: "Sources/Foundations/WebPush"
        ),
        .target(
            name: "APNs",
            dependencies: ["JSON", "PushEncoding", .asyncHTTPClient, .nioCore, .nioHTTP1, .nioSSL],
            path: "Sources/Foundations/APNs"
        ),
        .target(name: "CLinux", path: "Sources/Foundations/CLinux"),
        .target(
            name: "HTTPServing",
            dependencies: [
                "JSON", "AsyncPrimitives", "NetworkAddresses", "CLinux", .hummingbird, .hummingbirdCore,
                .hummingbirdHTTP2, .httpTypes, .logging, .nioCore, .nioEmbedded, .nioHTTP1, .nioHTTPTypes,
                .nioHTTPTypesHTTP1, .nioPosix, .nioHTTPCompression, .nioSSL, .nioTLS, .serviceLifecycle,
            ],
            path: "Sources/Foundations/HTTPServing"
        ),
        .systemLibrary(
            name: "CQREncode",
            path: "Sources/Foundations/CQREncode",
            pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]
        ),
        .target(name: "QRCodes", dependencies: ["CQREncode"], path: "Sources/Foundations/QRCodes"),
        .systemLibrary(
            name: "CDBus",
            path: "Sources/Foundations/CDBus",
            pkgConfig: "dbus-1",
            providers: [.apt(["libdbus-1-dev"])]
        ),
        .target(name: "SessionBus", dependencies: ["CLinux", "CDBus"], path: "Sources/Foundations/SessionBus"),
        .target(name: "SQLiteSupport", dependencies: [.grdb], path: "Sources/Foundations/SQLiteSupport"),
        .target(name: "CPostgreSQL", path: "Sources/Foundations/CPostgreSQL"),
        .target(
            name: "SQLStore",
            dependencies: [
                "CPostgreSQL", "AsyncPrimitives", "NetworkAddresses", "PrometheusMetrics", "SQLiteSupport", .crypto,
                .grdb,
            ],
            path: "Sources/Foundations/SQLStore"
        ),
        .target(name: "CNATS", path: "Sources/Foundations/CNATS"),
        .target(
            name: "NATS",
            dependencies: ["CNATS", "AsyncPrimitives", "NetworkAddresses"],
            path: "Sources/Foundations/NATS"
        ),

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
        .systemLibrary(
            name: "CSQLite",
            path: "Sources/Authoring/CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        .target(name: "TodayDatabase", dependencies: ["CSQLite", "TodayKit"], path: "Sources/Authoring/TodayDatabase"),

        // The host: it starts the processes and owns every shared state.
        .target(
            name: "HostModel",
            dependencies: ["JSON", "AsyncPrimitives", "AdaptiveCards", "TodayProtocol", "CHostTexts", .crypto],
            path: "Sources/Host/HostModel",
            exclude: ["Texts"]
        ),
        .target(name: "CHostTexts", path: "Sources/Host/HostModel/Texts", exclude: ["Localizable.xcstrings"]),
        .target(
            name: "HostClock",
            dependencies: ["AsyncPrimitives", "CLinux", "TodayProtocol"],
            path: "Sources/Host/HostClock"
        ),
        .target(
            name: "HostStorage",
            dependencies: [
                "JSON", "AsyncPrimitives", "SQLiteSupport", "CSQLite", "TodayProtocol", "HostModel", .crypto, .grdb,
                .logging,
            ],
            path: "Sources/Host/HostStorage"
        ),
        .systemLibrary(
            name: "CSeccomp",
            path: "Sources/Host/CSeccomp",
            pkgConfig: "libseccomp",
            providers: [.apt(["libseccomp-dev"])]
        ),
        .executableTarget(
            name: "today-launch",
            dependencies: ["CLinux"],
            path: "Sources/Host/today-launch",
            // A program in C alone, in one file: every start of a process waits for it, and the check runs in a sandbox.
            // A sanitizer cannot be linked into a static program, so script/sanitize builds the one that it uses without.
            linkerSettings: [
                .unsafeFlags(
                    ["-nostartfiles"] + (Context.environment["TODAY_SANITIZER"] == nil ? ["-static-executable"] : [])
                )
            ]
        ),
        .target(
            name: "ProcessHost",
            dependencies: [
                "JSON", "JSONRPC", "AsyncPrimitives", "CLinux", "TodayProtocol", "HostModel", "CSeccomp",
                "CConfusables", .crypto,
                .logging, .nioCore, .nioEmbedded, .nioHTTP1, .nioHTTPCompression, .serviceLifecycle, .subprocess,
                .systemPackage,
            ],
            path: "Sources/Host/ProcessHost",
            exclude: ["Bundles/Confusables"]
        ),
        .target(
            name: "CConfusables",
            path: "Sources/Host/ProcessHost/Bundles/Confusables",
            exclude: ["confusables.txt", "confusables.LICENSE.txt"]
        ),
        .target(
            name: "Fetching",
            dependencies: [
                "AsyncPrimitives", "CivilDates", "NetworkAddresses", "OutgoingHTTP", "TodayProtocol", "HostModel",
                "HostStorage",
                .asyncHTTPClient, .logging, .nioCore, .nioHTTP1, .nioHTTPCompression,
            ],
            path: "Sources/Host/Fetching"
        ),
        .target(
            name: "Notifications",
            dependencies: [
                "JSON", "AsyncPrimitives", "CivilDates", "TodayProtocol", "HostModel", "HostClock", "HostStorage",
                .crypto,
                .cryptoExtras, .logging,
            ],
            path: "Sources/Host/Notifications"
        ),
        .target(
            name: "TodayScreen",
            dependencies: [
                "JSON", "AsyncPrimitives", "AdaptiveCards", "TodayProtocol", "HostModel", "HostClock", "HostStorage",
                .logging,
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
                "JSON", "AsyncPrimitives", "Markup", "ServerSentEvents", "CivilDates", "NetworkAddresses",
                "TodayProtocol", "HostModel", "HostStorage", "Fetching", "Notifications", "CXML2", "CEmojiCodes",
                .asyncHTTPClient,
                .crypto, .logging, .nioCore, .nioHTTP1, .nioPosix,
            ],
            path: "Sources/Host/DeviceSync",
            exclude: ["Events/Emoji"]
        ),
        .target(
            name: "CEmojiCodes",
            path: "Sources/Host/DeviceSync/Events/Emoji",
            exclude: ["emoji-codes.txt", "emoji-codes.LICENSE.txt"]
        ),
        .target(
            name: "Host",
            dependencies: [
                "JSON", "JSONRPC", "AsyncPrimitives", "NetworkAddresses", "SessionBus", "SQLiteSupport",
                "AdaptiveCards", "TodayProtocol", "HostModel", "HostClock", "HostStorage", "ProcessHost", "Fetching",
                "Notifications", "TodayScreen", "DeviceSync", .crypto, .logging, .serviceLifecycle,
            ],
            path: "Sources/Host/Host"
        ),

        // The cloud: push, inboxes, topics, records. It knows nothing of the host.
        .target(
            name: "CloudStorage",
            dependencies: ["JSON", "AsyncPrimitives", "PrometheusMetrics", "SQLiteSupport", "SQLStore"],
            path: "Sources/Cloud/CloudStorage"
        ),
        .target(
            name: "CloudCore",
            dependencies: [
                "JSON", "AsyncPrimitives", "CivilDates", "NetworkAddresses", "OutgoingHTTP", "HTTPServing",
                "NATS", "PrometheusMetrics", "PushEncoding", "WebPush", "APNs", "CloudStorage", .asyncHTTPClient,
                .hummingbird, .hummingbirdCore,
                .crypto, .httpTypes, .logging, .nioCore, .nioHTTP1, .nioSSL, .nioWebSocket, .nioHTTPTypes,
                .nioHTTPTypesHTTP1, .serviceLifecycle,
            ],
            path: "Sources/Cloud/CloudCore"
        ),
        .target(
            name: "AirshipAPI",
            dependencies: [
                "JSON", "CivilDates", "HTTPServing", "CloudStorage", "CloudCore", .hummingbird, .httpTypes, .nioCore,
            ],
            path: "Sources/Cloud/AirshipAPI"
        ),
        .target(
            name: "NtfyAPI",
            dependencies: [
                "JSON", "AsyncPrimitives", "NetworkAddresses", "HTTPServing", "CloudStorage", "CloudCore", .hummingbird,
                .httpTypes, .nioCore,
            ],
            path: "Sources/Cloud/NtfyAPI"
        ),
        .target(
            name: "CloudKitAPI",
            dependencies: [
                "JSON", "AsyncPrimitives", "HTTPServing", "CloudStorage", "CloudCore", .hummingbird, .crypto,
                .httpTypes, .logging, .nioCore,
            ],
            path: "Sources/Cloud/CloudKitAPI"
        ),
        .target(
            name: "CloudDaemon",
            dependencies: [
                "JSON", "AsyncPrimitives", "NetworkAddresses", "HTTPServing", "SQLiteSupport", "NATS", "CloudStorage",
                "CloudCore", "AirshipAPI", "NtfyAPI", "CloudKitAPI", .logging, .serviceLifecycle, .unixSignals,
            ],
            path: "Sources/Cloud/CloudDaemon"
        ),

        // Surfaces: what shows the host's state and sends what a person does.
        .target(
            name: "CardRendering",
            dependencies: ["JSON", "Markup", "CivilDates", "AdaptiveCards"],
            path: "Sources/Surfaces/CardRendering"
        ),
        .target(
            name: "LocalAPI",
            dependencies: [
                "JSON", "AsyncPrimitives", "ServerSentEvents", "HTTPServing", "TodayProtocol", "HostModel",
                .asyncHTTPClient, .hummingbird, .hummingbirdCore, .httpTypes, .logging, .nioCore, .nioHTTP1,
                .serviceLifecycle,
            ],
            path: "Sources/Surfaces/LocalAPI"
        ),
        .target(
            name: "TodayPush",
            dependencies: [
                "JSON", "AsyncPrimitives", "WebPush", "TodayProtocol", "HostModel", "HostClock",
                "LocalAPI", .logging, .serviceLifecycle,
            ],
            path: "Sources/Surfaces/TodayPush"
        ),
        .target(
            name: "TodayWeb",
            dependencies: [
                "JSON", "AsyncPrimitives", "Markup", "ServerSentEvents", "NetworkAddresses", "HTTPServing",
                "PushEncoding", "WebAuthn", "AdaptiveCards", "TodayProtocol", "HostModel", "HostClock",
                "CardRendering", "LocalAPI", "TodayPush", "QRCodes", "CWebAssets", .hummingbird, .hummingbirdCore,
                .crypto, .httpTypes, .logging,
                .nioCore, .serviceLifecycle,
            ],
            path: "Sources/Surfaces/TodayWeb",
            exclude: ["Assets"]
        ),
        .target(
            name: "CWebAssets",
            path: "Sources/Surfaces/TodayWeb/Assets",
            exclude: [
                "Icons", "Scripts", "Styles", "Texts", "Worker", "browser.d.ts", "tap-store.d.ts", "tsconfig.json",
            ]
        ),
        .target(
            name: "TodayDesktop",
            dependencies: [
                "AsyncPrimitives", "CLinux", "SessionBus", "TodayProtocol", "HostModel", "LocalAPI", .logging,
                .serviceLifecycle,
            ],
            path: "Sources/Surfaces/TodayDesktop"
        ),

        // The program: the place where everything is put together, and the command line.
        .target(
            name: "HostDaemon",
            dependencies: [
                "JSON", "AsyncPrimitives", "NetworkAddresses", "CLinux", "HTTPServing", "SQLiteSupport", "SessionBus",
                "WebPush", "TodayProtocol", "HostModel", "HostClock", "HostStorage", "ProcessHost", "TodayScreen",
                "DeviceSync", "Host", "CloudCore", "CloudDaemon", "CardRendering", "LocalAPI", "TodayPush",
                "TodayWeb", "TodayDesktop", .hummingbird, .hummingbirdCore, .nioCore, .crypto, .cryptoExtras, .logging,
                .serviceLifecycle, .unixSignals,
            ],
            path: "Sources/Program/HostDaemon"
        ),
        .target(
            name: "TodayCommands",
            dependencies: [
                "JSON", "AsyncPrimitives", "HTTPServing", "QRCodes", "AdaptiveCards", "TodayProtocol", "HostModel",
                "CloudStorage", "CloudDaemon", "CardRendering", "LocalAPI", "HostDaemon",
                .argumentParser, .logging,
            ],
            path: "Sources/Program/TodayCommands"
        ),
        // Building it also builds the launcher, which it looks for beside itself.
        .executableTarget(
            name: "today",
            dependencies: ["TodayCommands", "today-launch"],
            path: "Sources/Program/today"
        ),

        // What script/bench measures inside one process.
        .systemLibrary(name: "CEpoll", path: "Benchmarks/CEpoll"),
        .executableTarget(
            name: "today-bench",
            dependencies: [
                "JSON", "JSONRPC", "AdaptiveCards", "TodayProtocol", "HostModel", "TodayKit", "ProcessHost",
                "TodayScreen", "Host",
                "CloudStorage", "CloudCore", "CardRendering", "CEpoll", .logging,
            ],
            path: "Benchmarks/today-bench"
        ),

        // What tests share.
        .target(
            name: "TodayTestSupport",
            dependencies: ["JSONRPC", "HostClock"],
            path: "Tests/Support/TodayTestSupport"
        ),
        .target(name: "MarkupAudit", path: "Tests/Support/MarkupAudit"),
        .target(
            name: "WebAuthnTestSupport",
            dependencies: ["WebAuthn", .crypto],
            path: "Tests/Support/WebAuthnTestSupport"
        ),
        .target(
            name: "CFaultVFS",
            path: "Tests/Support/CFaultVFS",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .target(name: "FaultInjection", dependencies: ["CFaultVFS"], path: "Tests/Support/FaultInjection"),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "JSON", "JSONRPC", "Markup", "ServerSentEvents", "AdaptiveCards", "TodayProtocol", "ProcessHost",
                "DeviceSync",
                "CloudCore", "AirshipAPI", "NtfyAPI", "CloudKitAPI", "CardRendering", "MarkupAudit", "HTTPServing",
                "WebAuthn", .httpTypes, .nioCore,
            ],
            path: "Tests/Support/FuzzTargets"
        ),
        .testTarget(
            name: "FuzzTargetsTests",
            dependencies: ["FuzzTargets", "TodayTestSupport"],
            path: "Tests/Support/FuzzTargetsTests"
        ),
        .target(
            name: "SurfaceTestSupport",
            dependencies: [
                "JSON", "AdaptiveCards", "TodayProtocol", "HostModel", "HostStorage", "Notifications", "TodayScreen",
                "DeviceSync",
                "Host",
            ],
            path: "Tests/Surfaces/SurfaceTestSupport"
        ),
        .executableTarget(
            name: "SurfacePreview",
            dependencies: [
                "AsyncPrimitives", "TodayProtocol", "HostModel", "HostStorage", "Notifications", "TodayScreen", "Host",
                "LocalAPI",
                "TodayWeb", "SurfaceTestSupport", .logging, .serviceLifecycle, .unixSignals,
            ],
            path: "Tests/Surfaces/SurfacePreview"
        ),
        .target(
            name: "CloudTestSupport",
            dependencies: [
                "JSON", "HTTPServing", "CloudStorage", "CloudCore", "TodayTestSupport", .hummingbird, .httpTypes,
                .logging, .nioCore, .nioEmbedded,
            ],
            path: "Tests/Cloud/CloudTestSupport"
        ),
        .executableTarget(
            name: "StoreCrashHelper",
            dependencies: ["TodayProtocol", "HostStorage", .logging],
            path: "Tests/Host/StoreCrashHelper"
        ),

        .executableTarget(
            name: "DatabaseWriter",
            dependencies: ["TodayDatabase"],
            path: "Tests/Authoring/DatabaseWriter"
        ),

        // The tests, in the order of the modules.
        tests(of: "JSON", in: "Foundations"),
        tests(of: "JSONRPC", in: "Foundations", ["JSON", "AsyncPrimitives", "TodayTestSupport"]),
        tests(of: "Markup", in: "Foundations", ["JSON"]),
        tests(of: "AsyncPrimitives", in: "Foundations", ["TodayTestSupport"]),
        tests(of: "ServerSentEvents", in: "Foundations"),
        tests(of: "CivilDates", in: "Foundations"),
        tests(of: "NetworkAddresses", in: "Foundations"),
        tests(
            of: "OutgoingHTTP",
            in: "Foundations",
            ["NetworkAddresses", "TodayTestSupport", .asyncHTTPClient, .nioCore]
        ),
        tests(of: "PushEncoding", in: "Foundations", ["JSON", .crypto]),
        tests(of: "WebAuthn", in: "Foundations", ["WebAuthnTestSupport", .crypto]),
        tests(
            of: "WebPush",
            in: "Foundations",
            ["JSON", "PushEncoding", "TodayTestSupport", .crypto]
        ),
        tests(
            of: "HTTPServing",
            in: "Foundations",
            [
                "JSON", "AsyncPrimitives", "NetworkAddresses", "TodayTestSupport", .hummingbird, .hummingbirdCore,
                .httpTypes, .logging, .nioCore, .nioEmbedded, .nioHTTP1, .nioPosix, .nioHTTPTypes,
                .nioHTTPTypesHTTP1, .nioTLS, .serviceLifecycle,
            ]
        ),
        tests(
            of: "SQLStore",
            in: "Foundations",
            ["AsyncPrimitives", "PrometheusMetrics", "SQLiteSupport", "TodayTestSupport"]
        ),
        tests(of: "NATS", in: "Foundations", ["AsyncPrimitives", "TodayTestSupport"]),
        tests(of: "SessionBus", in: "Foundations", ["CDBus", "TodayTestSupport"]),
        tests(of: "SQLiteSupport", in: "Foundations", ["TodayTestSupport", .grdb]),
        tests(
            of: "APNs",
            in: "Foundations",
            ["JSON", "AsyncPrimitives", "PushEncoding", "TodayTestSupport", .crypto]
        ),
        tests(of: "AdaptiveCards", in: "Authoring", ["JSON"]),
        tests(of: "TodayProtocol", in: "Authoring", ["JSON", "JSONRPC", "AdaptiveCards"]),
        tests(of: "TodayKit", in: "Authoring", ["JSON", "JSONRPC", "TodayProtocol", "TodayTestSupport"]),
        tests(of: "TodayDatabase", in: "Authoring", ["DatabaseWriter", "TodayTestSupport"]),
        tests(of: "HostClock", in: "Host", ["TodayTestSupport"]),
        tests(
            of: "HostStorage",
            in: "Host",
            [
                "JSON", "SQLiteSupport", "TodayProtocol", "HostModel", "StoreCrashHelper", "TodayTestSupport",
                "CFaultVFS",
                "FaultInjection", .grdb, .logging,
            ]
        ),
        tests(
            of: "ProcessHost",
            in: "Host",
            ["JSON", "JSONRPC", "TodayProtocol", "HostModel", "TodayTestSupport", .logging]
        ),
        tests(
            of: "Fetching",
            in: "Host",
            [
                "AsyncPrimitives", "NetworkAddresses", "OutgoingHTTP", "TodayProtocol", "HostModel", "HostStorage",
                "TodayTestSupport", .asyncHTTPClient, .logging, .nioCore, .nioPosix,
            ]
        ),
        tests(
            of: "Notifications",
            in: "Host",
            ["AsyncPrimitives", "TodayProtocol", "HostModel", "HostClock", "HostStorage", "TodayTestSupport", .logging]
        ),
        tests(
            of: "TodayScreen",
            in: "Host",
            [
                "JSON", "AdaptiveCards", "TodayProtocol", "HostModel", "HostClock", "HostStorage", "TodayTestSupport",
                .logging,
            ]
        ),
        tests(
            of: "DeviceSync",
            in: "Host",
            [
                "JSON", "AsyncPrimitives", "ServerSentEvents", "TodayProtocol", "HostModel", "HostStorage", "Fetching",
                "Notifications", "CloudStorage", "CloudCore", "AirshipAPI", "CloudKitAPI", "TodayTestSupport",
                "CloudTestSupport", .httpTypes, .logging,
            ]
        ),
        tests(
            of: "Host",
            in: "Host",
            [
                "JSON", "JSONRPC", "AsyncPrimitives", "TodayProtocol", "HostModel", "HostClock", "HostStorage",
                "ProcessHost",
                "Fetching", "Notifications", "TodayScreen", "DeviceSync", "TodayTestSupport", .logging,
            ]
        ),
        tests(
            of: "CloudStorage",
            in: "Cloud",
            ["JSON", "SQLiteSupport", "SQLStore", "TodayTestSupport", "CFaultVFS", "FaultInjection", .grdb]
        ),
        tests(
            of: "CloudCore",
            in: "Cloud",
            [
                "JSON", "AsyncPrimitives", "NetworkAddresses", "NATS", "HTTPServing", "PrometheusMetrics", "SQLStore",
                "CloudStorage",
                "TodayTestSupport", "CloudTestSupport",
                .httpTypes, .logging, .nioCore, .nioEmbedded, .nioHTTP1, .nioHTTPTypes, .nioHTTPTypesHTTP1,
            ]
        ),
        tests(
            of: "AirshipAPI",
            in: "Cloud",
            ["JSON", "CloudStorage", "CloudCore", "TodayTestSupport", "CloudTestSupport", .httpTypes]
        ),
        tests(
            of: "NtfyAPI",
            in: "Cloud",
            [
                "JSON", "AsyncPrimitives", "CloudStorage", "CloudCore", "AirshipAPI", "TodayTestSupport",
                "CloudTestSupport", .httpTypes,
            ]
        ),
        tests(
            of: "CloudKitAPI",
            in: "Cloud",
            ["JSON", "CloudStorage", "CloudCore", "TodayTestSupport", "CloudTestSupport", .crypto, .httpTypes]
        ),
        tests(of: "QRCodes", in: "Foundations"),
        tests(of: "PrometheusMetrics", in: "Foundations"),
        tests(
            of: "CardRendering",
            in: "Surfaces",
            ["JSON", "AdaptiveCards", "MarkupAudit", "TodayTestSupport"],
            exclude: ["Cards", "Goldens"]
        ),
        tests(
            of: "LocalAPI",
            in: "Surfaces",
            [
                "JSON", "AsyncPrimitives", "ServerSentEvents", "TodayProtocol", "HostModel", "HostStorage",
                "Notifications",
                "TodayScreen", "Host", "TodayTestSupport", "SurfaceTestSupport",
                .httpTypes, .logging, .serviceLifecycle,
            ]
        ),
        tests(
            of: "TodayWeb",
            in: "Surfaces",
            [
                "JSON", "AsyncPrimitives", "ServerSentEvents", "NetworkAddresses", "HTTPServing", "PushEncoding",
                "WebAuthn", "WebAuthnTestSupport", "AdaptiveCards", "TodayProtocol", "HostModel", "HostClock",
                "HostStorage",
                "Notifications", "TodayScreen", "DeviceSync", "Host", "CardRendering", "LocalAPI", "TodayTestSupport",
                "SurfaceTestSupport", .asyncHTTPClient, .hummingbird, .httpTypes, .logging,
                .nioCore, .nioEmbedded,
                .nioHTTP1, .serviceLifecycle,
            ],
            exclude: ["Goldens"]
        ),
        tests(
            of: "TodayPush",
            in: "Surfaces",
            ["JSON", "WebPush", "TodayProtocol", "HostModel", "HostStorage", "Notifications"]
        ),
        tests(
            of: "TodayDesktop",
            in: "Surfaces",
            ["SessionBus", "TodayProtocol", "HostModel", "HostStorage", "Notifications", "Host", "TodayTestSupport"],
            exclude: ["Programs"]
        ),
        tests(
            of: "TodayCommands",
            in: "Program",
            [
                "JSON", "AsyncPrimitives", "NetworkAddresses", "AdaptiveCards", "TodayProtocol", "HostModel",
                "HostStorage",
                "ProcessHost",
                "Notifications", "TodayScreen", "DeviceSync", "Host", "CloudStorage", "CloudCore", "AirshipAPI",
                "CloudDaemon", "LocalAPI", "HostDaemon", "TodayTestSupport", "SurfaceTestSupport",
                "CloudTestSupport", .argumentParser, .logging, .serviceLifecycle,
            ],
            exclude: ["Goldens"]
        ),
    ],
    // `#embed` puts files into CWebAssets, CEmojiCodes and CConfusables.
    cLanguageStandard: .gnu2x
)

// The products of other packages that targets use.
extension Target.Dependency {
    static let grdb = product(name: "GRDB", package: "GRDB.swift")
    static let asyncHTTPClient = product(name: "AsyncHTTPClient", package: "async-http-client")
    static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
    static let hummingbirdCore = product(name: "HummingbirdCore", package: "hummingbird")
    static let hummingbirdHTTP2 = product(name: "HummingbirdHTTP2", package: "hummingbird")
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let crypto = product(name: "Crypto", package: "swift-crypto")
    static let cryptoExtras = product(name: "CryptoExtras", package: "swift-crypto")
    static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
    static let logging = product(name: "Logging", package: "swift-log")
    static let nioCore = product(name: "NIOCore", package: "swift-nio")
    static let nioEmbedded = product(name: "NIOEmbedded", package: "swift-nio")
    static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
    static let nioSSL = product(name: "NIOSSL", package: "swift-nio-ssl")
    static let nioTLS = product(name: "NIOTLS", package: "swift-nio")
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

/// The tests of one module: they stand in `Tests`, in the folder that the module's own folder has in `Sources`.
func tests(
    of module: String,
    in folder: String,
    _ dependencies: [Target.Dependency] = [],
    exclude: [String] = []
) -> Target {
    .testTarget(
        name: "\(module)Tests",
        dependencies: [.byName(name: module)] + dependencies,
        path: "Tests/\(folder)/\(module)Tests",
        exclude: exclude
    )
}

// A program that is built for release has no table of symbols, which would be most of it.
for target in package.targets where target.type == .executable {
    target.linkerSettings =
        (target.linkerSettings ?? []) + [.unsafeFlags(["-Xlinker", "-s"], .when(configuration: .release))]
}

// The last module of a build, which waits for it: optimized it takes 50 seconds instead of 20, and no command has a loop
// that gains from that.
for target in package.targets where target.name == "TodayCommands" {
    target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
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
