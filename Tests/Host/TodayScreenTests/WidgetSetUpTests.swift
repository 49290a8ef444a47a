import HostModel
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct WidgetSetUpTests {
    @Test func aWidgetMovesToThoseThatMustBeSetUpAndBack() async throws {
        try await withScreen { fixture in
            var calls = fixture.processes.calls.makeAsyncIterator()
            let state = fixture.screen.state(for: fixture.viewer, opens: true)
            let events = fixture.screen.events(for: fixture.viewer, after: state.position, scene: nil)
            let setUp = WidgetSetUp("Add a place", url: "weather://places")
            for expected in [setUp, nil] {
                var content = try ScreenFixture.content("61°")
                content.setUp = expected
                try #require(await calls.next()).answer(.content(content))
                // The whole list, since the page shows the widget elsewhere.
                let lists = events.compactMap { event -> [WidgetSetUp?]? in
                    guard case .screen(let screen) = event.change else { return nil }
                    return screen.widgets.map(\.setUp)
                }
                for await list in lists {
                    #expect(list == [expected])
                    break
                }
                fixture.screen.reload([ScreenFixture.widget], isUrgent: true)
            }
            try #require(await calls.next()).answer(.noData())
        }
    }
}
