import Foundation
import HostModel
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

/// A page is told of changes in their order, so that it can go on after any of them.
@Suite(.timeLimit(.minutes(5))) struct EventOrderTests {
    /// In the order in which they change, which is no other order.
    private static let widgets = ["d", "a", "e", "c", "b"].map { WidgetID("org.example.App.\($0)") }
    /// Changes after all others.
    private static let last = WidgetID("org.example.App.last")

    private struct Change: Sendable {
        var widget: WidgetID
        /// Where a page is that shows it.
        var position: ScreenPosition
    }

    /// Runs a test on a screen with these widgets, each with content, whose processes answer at once.
    private func withWidgets(_ body: @escaping @Sendable (ScreenFixture) async throws -> Void) async throws {
        try await withScreen { fixture in
            try await install(in: fixture)
            let content = WidgetUpdateResult.content(try ScreenFixture.content("61°"))
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await call in fixture.processes.calls { call.answer(content) } }
                do {
                    for widget in Self.widgets + [Self.last] { try await change(widget, in: fixture) }
                    try await body(fixture)
                } catch {
                    Issue.record(error)
                }
                group.cancelAll()
            }
        }
    }

    private func install(in fixture: ScreenFixture) async throws {
        let ids = (Self.widgets + [Self.last]).sorted()
        let app = InstalledApp(
            id: ScreenFixture.app,
            name: "App",
            version: "1",
            path: "/",
            manifest: [:],
            installed: Date()
        )
        try await fixture.store.durable.commit(.app(.install(app, widgets: ids, claims: [])))
        fixture.screen.setLayout(
            installed: ids.map { id in
                var widget = ScreenFixture.installed
                widget.id = id
                return widget
            },
            apps: [],
            places: try await fixture.store.durable.read { try $0.screenWidgets() }
        )
    }

    /// Gives a widget new content.
    private func change(_ widget: WidgetID, in fixture: ScreenFixture) async throws {
        fixture.screen.reload([widget], isUrgent: true)
        try await withTimeLimit(on: "an update of \(widget)") { await fixture.screen.waitUntilSettled(widget) }
    }

    /// The widgets that a page is told of before the one that changed last.
    private func changes(_ events: AsyncStream<ScreenEvent>) async throws -> [Change] {
        try await withTimeLimit(on: "the event of the last change") {
            var changes: [Change] = []
            for await event in events {
                guard case .widget(let widget) = event.change else { continue }
                if widget.id == Self.last { break }
                changes.append(Change(widget: widget.id, position: event.position))
            }
            return changes
        }
    }

    @Test func changesThatWaitAreToldOldestFirstAndAPageGoesOnAfterAnyOfThem() async throws {
        try await withWidgets { fixture in
            let position = fixture.screen.state(for: fixture.viewer, opens: false).position
            func events(after position: ScreenPosition) -> AsyncStream<ScreenEvent> {
                fixture.screen.events(for: fixture.viewer, after: position, scene: nil)
            }
            let page = events(after: position)
            for widget in Self.widgets + [Self.last] { try await change(widget, in: fixture) }
            let told = try await changes(page)
            #expect(told.map(\.widget) == Self.widgets)
            let revisions = [position.revision] + told.map(\.position.revision)
            #expect(zip(revisions, revisions.dropFirst()).allSatisfy { $0 < $1 })

            for (index, seen) in told.enumerated() {
                let resumed = events(after: seen.position)
                try await change(Self.last, in: fixture)
                let rest = try await changes(resumed)
                #expect(rest.map(\.widget) == Array(Self.widgets.dropFirst(index + 1)))
            }
        }
    }
}
