import AdaptiveCards
import Foundation
import HostModel
import HostStorage
import JSON
import Synchronization
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

/// The cards of one app take a part of the screen, and no more.
@Suite(.timeLimit(.minutes(5))) struct CardBudgetTests {
    private static let widgets = ["a", "b", "c", "d"].map { WidgetID("org.example.App.\($0)") }
    private static let another = WidgetID("org.example.Other.widget")

    /// What the screen shows: how long each widget's text is; `nil` for a card that is left out.
    private func lengths(_ fixture: ScreenFixture) -> [WidgetID: Int?] {
        let screen = fixture.screen.state(for: fixture.viewer, opens: false)
        return Dictionary(uniqueKeysWithValues: screen.widgets.map { ($0.id, length(of: $0)) })
    }

    private func length(of widget: ShownWidget) -> Int? {
        guard case .cut(let reason) = widget.freshness else {
            guard case .textBlock(let text)? = widget.compact?.body.first else { return 0 }
            return text.text.count
        }
        #expect(reason == .pageNotShown(256) && widget.compact == nil && widget.expanded == nil)
        return nil
    }

    /// Runs a test on a screen with four widgets of one app above one of another app, which are all updated.
    ///
    /// - Parameter body: Gets the fixture, and a function that has a widget show a text of a length.
    /// - Throws: What the test throws.
    private func withWidgets(
        _ body: @escaping @Sendable (ScreenFixture, (WidgetID, Int) async throws -> Void) async throws -> Void
    ) async throws {
        try await withScreen { fixture in
            try await install(in: fixture)
            let length = Length()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await call in fixture.processes.calls {
                        let text = String(repeating: "a", count: length.value.withLock { $0 })
                        call.answer(.content(try ScreenFixture.content(text)))
                    }
                }
                fixture.screen.reload(Self.widgets + [Self.another], isUrgent: true)
                for widget in Self.widgets + [Self.another] { try await settle(widget, in: fixture) }
                try await body(fixture) { widget, wanted in
                    length.value.withLock { $0 = wanted }
                    fixture.screen.reload([widget], isUrgent: true)
                    try await settle(widget, in: fixture)
                }
                group.cancelAll()
            }
        }
    }

    private final class Length: Sendable {
        let value = Mutex(1)
    }

    private func settle(_ widget: WidgetID, in fixture: ScreenFixture) async throws {
        try await withTimeLimit(on: "an update of \(widget)") { await fixture.screen.waitUntilSettled(widget) }
    }

    private func install(in fixture: ScreenFixture) async throws {
        let durable = fixture.store.durable
        let other = AppID("org.example.Other")
        for (app, widgets) in [(ScreenFixture.app, Self.widgets), (other, [Self.another])] {
            let installed = InstalledApp(
                id: app,
                name: "App",
                version: "1",
                path: "/\(app)",
                manifest: [:],
                installed: Date()
            )
            try await durable.commit(.app(.install(installed, widgets: widgets, claims: [])))
        }
        let ids = Self.widgets + [Self.another]
        let places = try await durable.read { try $0.screenWidgets() }
        fixture.screen.setLayout(
            installed: ids.map { id in
                var widget = ScreenFixture.installed
                widget.id = id
                if id == Self.another { widget.app = other }
                return widget
            },
            apps: [],
            places: places.filter { ids.contains($0.widget) }.sorted { $0.widget < $1.widget }
        )
    }

    @Test func whatExceedsTheBudgetOfItsAppIsLeftOutFromTheTopAndNoOtherApps() async throws {
        try await withWidgets { fixture, show in
            for widget in Self.widgets.prefix(3) { try await show(widget, 100_000) }
            try await show(Self.another, 200_000)
            let sizes: [Int?] = [100_000, 100_000, nil, 1, 200_000]
            #expect(lengths(fixture) == Dictionary(uniqueKeysWithValues: zip(Self.widgets + [Self.another], sizes)))
            #expect(fixture.screen.updateSchedule(of: Self.widgets[2]).cut != nil)
            #expect(fixture.screen.updateSchedule(of: Self.widgets[3]).cut == nil)
            #expect(fixture.screen.updateSchedule(of: Self.another).cut == nil)
        }
    }

    @Test func theBudgetIsExactAndWhatFitsBelowIsShown() async throws {
        func size(_ length: Int) throws -> Int {
            try ScreenFixture.card(String(repeating: "a", count: length)).drawnSize
        }
        let most = try 256 * 1_024 - size(1) + 1
        #expect(try size(most) == 256 * 1_024)
        try await withWidgets { fixture, show in
            try await show(Self.widgets[0], most)
            let full: [Int?] = [most, nil, nil, nil, 1]
            #expect(lengths(fixture) == Dictionary(uniqueKeysWithValues: zip(Self.widgets + [Self.another], full)))
            try await show(Self.widgets[0], most + 1)
            let over: [Int?] = [nil, 1, 1, 1, 1]
            #expect(lengths(fixture) == Dictionary(uniqueKeysWithValues: zip(Self.widgets + [Self.another], over)))
        }
    }

    @Test func aPageIsToldOfAWidgetForWhichAnotherOneMakesRoom() async throws {
        try await withWidgets { fixture, show in
            for widget in Self.widgets.prefix(3) { try await show(widget, 100_000) }
            let position = fixture.screen.state(for: fixture.viewer, opens: false).position
            let events = fixture.screen.events(for: fixture.viewer, after: position, scene: nil)
            try await show(Self.widgets[0], 10)
            let shown: ShownWidget? = try await withTimeLimit(on: "the widget that fits again") {
                for await event in events {
                    if case .widget(let widget) = event.change, widget.id == Self.widgets[2] { return widget }
                }
                return nil
            }
            #expect(shown.flatMap(length(of:)) == 100_000)
        }
    }
}
