import HTTPTypes
import Host
import HostModel
import HostStorage
import ServerSentEvents
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// The page of complications, its markup and its events.
@Suite(.timeLimit(.minutes(10))) struct ComplicationPageTests {
    private static let bare = ShownComplication(
        app: AppID("com.example.bare"),
        title: "Bare",
        url: nil,
        complication: Complication(shortText: "16°", gauge: 1, symbol: "rain", classes: ["done"])
    )
    private static let long = ShownComplication(
        app: AppID("com.example.long"),
        title: "Long",
        url: "long://",
        complication: Complication(shortText: "שלום to everybody in the office", gauge: 0)
    )

    @Test func theComplicationsOfThreeApps() throws {
        try expectGolden(
            ComplicationsPage.list([Samples.habitsComplication, Self.bare, Self.long], in: .english),
            "complications.html"
        )
    }

    @Test func noComplications() throws {
        try expectGolden(ComplicationsPage.list([], in: .english), "complications-none.html")
    }

    @Test(arguments: [(Double.nan, 0), (.infinity, 0), (-1, 0), (0.004, 0), (0.626, 63), (7, 100)])
    func aGaugeIsARuleOfTwoNumbers(gauge: Double, percent: Int) {
        let rule = PageRule.gauge(gauge)
        #expect(rule.className == "tw-g-\(percent)")
        #expect(rule.declarations == "inline-size:\(percent)%")
    }

    @Test func onlyASessionSeesThePage() async throws {
        let stranger = TestBrowser()
        #expect(try await stranger.send(.get, "/complications").status == .unauthorized)
        #expect(try await stranger.send(.get, "/api/complications").status == .unauthorized)

        let browser = try await TestBrowser.signedIn()
        browser.host.setComplication(Samples.habitsComplication, of: Samples.habitsComplication.app)
        let page = try await browser.send(.get, "/complications")
        #expect(page.status == .ok)
        #expect(page.text.contains(#"href="/open?url=habits%3A%2F%2F""#))
        #expect(page.text.contains("3 &lt;left&gt; &amp; &quot;more&quot;"))
        #expect(!page.text.contains("style="))
        #expect(page.text.contains("data-complications=\"\(browser.host.with(\.screen.epoch)).2\""))
        // Nobody looks at the screen here, so it asks no widget for an update.
        #expect(browser.host.sent(GetScreenRequest.self).allSatisfy { !$0.opens })
        #expect(try await browser.send(.get, "/api/complications").text.contains("3 <left>"))
    }

    @Test func anEventHasTheWholeListAndItsPosition() async throws {
        let host = StubHost(screen: Samples.screen)
        host.setComplication(Samples.habitsComplication, of: Samples.habitsComplication.app)
        let renderer = EventRenderer(
            host: host,
            viewer: Samples.viewer,
            now: { Samples.now },
            epoch: "e9",
            rights: .change,
            expanded: [],
            list: nil
        )
        let event = ComplicationEvent(revision: Revision(1), change: .set(Samples.habitsComplication))
        let rendered = try #require(try await renderer.render(event))
        #expect(rendered.name == "complications")
        #expect(rendered.id == nil)
        #expect(rendered.data.contains(#""position":"e9.2""#))
        #expect(rendered.data.contains(#"["tw-g-63","inline-size:63%"]"#))
    }
}
