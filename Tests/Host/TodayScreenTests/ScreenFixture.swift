import AdaptiveCards
import Foundation
import HostClock
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
    static func content(_ text: String, refresh: RefreshPolicy? = nil) throws -> WidgetContent {
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

    static func installation(at path: String) -> StoreOperation {
        .app(
            .install(
                Installation(
                    app: InstalledApp(
                        id: app,
                        name: "App",
                        version: "1",
                        path: path,
                        manifest: [:],
                        installed: Date()
                    ),
                    widgets: [widget],
                    claims: [.init(.group, group.rawValue)]
                )
            )
        )
    }
}

/// Runs a test on a screen whose widget is installed and stands on it.
func withScreen(
    at folder: String? = nil,
    _ body: @Sendable (ScreenFixture) async throws -> Void
) async throws {
    try await withTemporaryDirectory { temporary in
        let folder = folder ?? "\(temporary)/state"
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let store = try HostStore(folder: folder, logger: logger)
        let processes = ScriptedProcesses()
        let clock = ManualWallClock()
        let taps = TapTracker(store: store.durable)
        let screen = Screen(
            store: store,
            taps: taps,
            clock: clock,
            epoch: "test",
            language: "en",
            logger: logger,
            onDayChange: { _ in },
            onForegroundChange: { _, _ in }
        )
        try await store.durable.commit(ScreenFixture.installation(at: folder))
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
