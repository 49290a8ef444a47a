// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "today-apps",
    platforms: [.macOS(.v15)],
    products: Target.isOneProgram ? [.executable(name: "Samples", targets: ["Samples"])] : [],
    dependencies: [
        .package(name: "TodayKit", path: "../Sources")
    ],
    targets: [
        .target(
            name: "AddressLists",
            dependencies: ["AppLanguages", .todayKit],
            path: "Shared/Sources/AddressLists"
        ),
        .target(name: "AppLanguages", dependencies: [.todayKit], path: "Shared/Sources/AppLanguages"),
        .target(name: "CivilTime", path: "Shared/Sources/CivilTime"),
        .testTarget(
            name: "CivilTimeTests",
            dependencies: ["AppTestSupport", "CivilTime"],
            path: "Shared/Tests/CivilTimeTests"
        ),
        .target(name: "AppTestSupport", path: "Shared/Tests/AppTestSupport"),
        .target(name: "XMLReading", path: "Shared/Sources/XMLReading"),
        .target(
            name: "CalendarFormat",
            dependencies: ["CivilTime"],
            path: "Calendar/Sources/CalendarFormat"
        ),
        .target(
            name: "CalendarCore",
            dependencies: ["AddressLists", "AppLanguages", "CalendarFormat", "CivilTime", "XMLReading", .todayKit],
            path: "Calendar/Sources/CalendarCore"
        ),
        .program(
            name: "Calendar",
            dependencies: ["CalendarCore", .todayKit],
            path: "Calendar/Sources/Calendar"
        ),
        .testTarget(
            name: "CalendarFormatTests",
            dependencies: ["CalendarFormat", "CivilTime"],
            path: "Calendar/Tests/CalendarFormatTests"
        ),
        .testTarget(
            name: "CalendarCoreTests",
            dependencies: ["AddressLists", "CalendarCore", "CalendarFormat", "CivilTime", "XMLReading", .todayKit],
            path: "Calendar/Tests/CalendarCoreTests"
        ),
        .target(
            name: "ClockCore",
            dependencies: ["AppLanguages", .todayKit],
            path: "Clock/Sources/ClockCore"
        ),
        .program(
            name: "Clock",
            dependencies: ["ClockCore", .todayKit],
            path: "Clock/Sources/Clock"
        ),
        .testTarget(
            name: "ClockCoreTests",
            dependencies: ["ClockCore", .todayKit],
            path: "Clock/Tests/ClockCoreTests"
        ),
        .target(
            name: "FeedsCore",
            dependencies: ["AddressLists", "AppLanguages", "XMLReading", .todayKit],
            path: "Feeds/Sources/FeedsCore"
        ),
        .program(
            name: "Feeds",
            dependencies: ["AddressLists", "FeedsCore", .todayKit],
            path: "Feeds/Sources/Feeds"
        ),
        .testTarget(
            name: "FeedsCoreTests",
            dependencies: ["AddressLists", "FeedsCore", .todayKit],
            path: "Feeds/Tests/FeedsCoreTests"
        ),
        .target(
            name: "HabitsDomain",
            dependencies: ["CivilTime"],
            path: "Habits/Sources/HabitsDomain"
        ),
        .target(
            name: "HabitsCore",
            dependencies: ["AppLanguages", "CivilTime", "HabitsDomain", .todayKit],
            path: "Habits/Sources/HabitsCore"
        ),
        .program(
            name: "Habits",
            dependencies: ["HabitsCore", "HabitsDomain", .todayKit],
            path: "Habits/Sources/Habits"
        ),
        .testTarget(
            name: "HabitsDomainTests",
            dependencies: ["AppTestSupport", "HabitsDomain"],
            path: "Habits/Tests/HabitsDomainTests"
        ),
        .testTarget(
            name: "HabitsCoreTests",
            dependencies: ["HabitsCore", "HabitsDomain", "AppTestSupport", .todayKit],
            path: "Habits/Tests/HabitsCoreTests"
        ),
        .target(
            name: "MessagesCore",
            dependencies: ["AppLanguages", .todayKit],
            path: "Messages/Sources/MessagesCore"
        ),
        .program(
            name: "Messages",
            dependencies: ["MessagesCore", .todayKit],
            path: "Messages/Sources/Messages"
        ),
        .testTarget(
            name: "MessagesCoreTests",
            dependencies: ["AppLanguages", "MessagesCore", .todayKit],
            path: "Messages/Tests/MessagesCoreTests"
        ),
        .target(
            name: "ServicesCore",
            dependencies: ["AddressLists", "AppLanguages", .todayKit],
            path: "Services/Sources/ServicesCore"
        ),
        .program(
            name: "Services",
            dependencies: ["ServicesCore", .todayKit],
            path: "Services/Sources/Services"
        ),
        .testTarget(
            name: "ServicesCoreTests",
            dependencies: ["ServicesCore", .todayKit],
            path: "Services/Tests/ServicesCoreTests"
        ),
        .target(
            name: "ShoppingCore",
            dependencies: ["AppLanguages", .todayDatabase, .todayKit],
            path: "ShoppingList/Sources/ShoppingCore"
        ),
        .program(
            name: "ShoppingList",
            dependencies: ["ShoppingCore", .todayKit],
            path: "ShoppingList/Sources/ShoppingList"
        ),
        .testTarget(
            name: "ShoppingCoreTests",
            dependencies: ["ShoppingCore", .todayKit],
            path: "ShoppingList/Tests/ShoppingCoreTests"
        ),
        .target(
            name: "SystemCore",
            dependencies: ["AppLanguages", .todayKit],
            path: "System/Sources/SystemCore"
        ),
        .program(
            name: "SystemMonitor",
            dependencies: ["SystemCore", .todayKit],
            path: "System/Sources/SystemMonitor"
        ),
        .testTarget(
            name: "SystemCoreTests",
            dependencies: ["SystemCore", .todayKit],
            path: "System/Tests/SystemCoreTests"
        ),
        .target(
            name: "WeatherCore",
            dependencies: ["AppLanguages", .todayKit],
            path: "Weather/Sources/WeatherCore"
        ),
        .program(
            name: "Weather",
            dependencies: ["WeatherCore", .todayKit],
            path: "Weather/Sources/Weather"
        ),
        .testTarget(
            name: "WeatherCoreTests",
            dependencies: ["WeatherCore", .todayKit],
            path: "Weather/Tests/WeatherCoreTests"
        ),
    ] + Target.oneProgram()
)

extension Target.Dependency {
    static let todayDatabase = product(name: "TodayDatabase", package: "TodayKit")
    static let todayKit = product(name: "TodayKit", package: "TodayKit")
}

extension Target {
    /// `true` if all samples are one program, which has the Swift runtime once: `script/bundle-apps` says so for release.
    static let isOneProgram = Context.environment["TODAY_ONE_PROGRAM"] != nil

    /// The one program of all samples, in C, which calls the entry point of the sample whose name it has.
    static func oneProgram() -> [Target] {
        guard isOneProgram else { return [] }
        let samples: [Dependency] = [
            "Calendar", "Clock", "Feeds", "Habits", "Messages", "Services", "ShoppingList", "SystemMonitor", "Weather",
        ]
        return [.executableTarget(name: "Samples", dependencies: samples, path: "Shared/Sources/Samples")]
    }

    /// The program of a sample, or the part of the one program that is this sample.
    static func program(name: String, dependencies: [Dependency], path: String) -> Target {
        if !isOneProgram { return .executableTarget(name: name, dependencies: dependencies, path: path) }
        return .target(
            name: name,
            dependencies: dependencies,
            path: path,
            // SwiftPM gives the entry point of an executable target the same name. It calls the function `async_Main`,
            // which is private to a file only without optimization; otherwise the linker keeps one for all samples.
            swiftSettings: [
                .unsafeFlags([
                    "-Onone", "-no-whole-module-optimization", "-Xfrontend", "-entry-point-function-name",
                    "-Xfrontend", "\(name)_main",
                ])
            ]
        )
    }
}

// As the program itself: see the package of Today.
for target in package.targets where target.type == .executable {
    target.linkerSettings =
        (target.linkerSettings ?? []) + [.unsafeFlags(["-Xlinker", "-s"], .when(configuration: .release))]
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
