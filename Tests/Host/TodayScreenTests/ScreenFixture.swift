import AdaptiveCards
import Foundation
import HostClock
import HostModel
import HostStorage
import JSON
import Logging
import Synchronization
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

/// A screen with one widget over real databases, whose process the test plays.
struct ScreenFixture: Sendable {
    static let widget = WidgetID("org.example.App.widget")
    static let app = AppID("org.example.App")
    static let group = GroupID("group.org.example")

    let screen: Screen
    let processes: ScriptedProcesses
    let clock: ManualWallClock
    let store: HostStore
    let taps: TapTracker
    let viewer = Viewer(language: "en", zone: "UTC")

    /// A card with one text.
    static func card(_ text: String) throws -> Card {
        try Card(
            json: ["type": "AdaptiveCard", "version": "1.5", "body": [["type": "TextBlock", "text": .string(text)]]])
    }

    /// Content with one text.
    static func content(_ text: String, refresh: RefreshPolicy? = .nextDay) throws -> WidgetContent {
        WidgetContent(compact: try card(text), refresh: refresh)
    }

    static var installed: InstalledWidget {
        InstalledWidget(
            id: widget,
            app: app,
            title: LocalizedText("Widget"),
            appTitle: LocalizedText("App"),
            appURL: "example://",
            groups: [group],
            placeholder: nil
        )
    }

    static func installation(
        of app: AppID = app,
        _ widget: WidgetID = widget,
        at path: String
    ) -> StoreOperation {
        .app(
            .install(
                InstalledApp(
                    id: app,
                    name: "App",
                    version: "1",
                    path: path,
                    manifest: [:],
                    installed: Date()
                ),
                widgets: [widget],
                claims: app == Self.app ? [.init(.group, group.rawValue)] : []
            )
        )
    }
}

/// Runs a test on a screen whose widget is installed and stands on it.
///
/// - Parameters:
///   - folder: The folder of the state, to start again on it; a new one if none is given.
///   - clock: The clock.
///   - unseenUpdateLimit: How many updates of a widget may run in a day while nobody watches.
///   - powerSupplyFolder: Lists the batteries; there are none if it is not given.
///   - body: The test.
/// - Throws: What the test throws, or an error of the store.
func withScreen(
    at folder: String? = nil,
    clock: ManualWallClock = ManualWallClock(),
    unseenUpdateLimit: Int = UnseenUpdateBudget.defaultLimit,
    powerSupplyFolder: String = "/nowhere",
    _ body: @Sendable (ScreenFixture) async throws -> Void
) async throws {
    try await withTemporaryDirectory(isInMemory: true) { temporary in
        let folder = folder ?? "\(temporary)/state"
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let store = try HostStore(folder: folder, logger: logger)
        let processes = ScriptedProcesses()
        let taps = TapTracker(store: store.durable)
        let screen = Screen(
            store: store,
            taps: taps,
            clock: clock,
            epoch: "test",
            language: "en",
            unseenUpdateLimit: unseenUpdateLimit,
            power: PowerSupplies(folder: powerSupplyFolder),
            logger: logger,
            onDayChange: { _ in },
            onForegroundChange: { _, _ in }
        )
        if try await store.durable.read({ try $0.screenWidgets() }).isEmpty {
            try await store.durable.commit(ScreenFixture.installation(at: folder))
        }
        await screen.restoreSnapshots()
        screen.setLayout(
            installed: [ScreenFixture.installed],
            apps: [ListedApp(id: ScreenFixture.app, title: LocalizedText("App"), url: "example://")],
            places: try await store.durable.read { try $0.screenWidgets() }
        )
        let fixture = ScreenFixture(
            screen: screen,
            processes: processes,
            clock: clock,
            store: store,
            taps: taps
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await screen.run(processes) }
            try await body(fixture)
            group.cancelAll()
        }
        await store.close()
    }
}

/// Waits for something that has no event of its own.
func wait(for event: String, line: UInt = #line, until isThere: @escaping @Sendable () -> Bool) async throws {
    try await withTimeLimit(on: event, line: line) {
        while !isThere() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
