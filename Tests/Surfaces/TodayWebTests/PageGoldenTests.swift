import Foundation
import HostModel
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// The pages' markup, without their style sheet, as files that a person looked at.
@Suite struct PageGoldenTests {
    private func model(_ screen: ScreenState, expanded: Set<WidgetID> = []) -> TodayPage.Model {
        TodayPage.Model(screen: screen, expanded: expanded, context: .sample)
    }

    @Test func theTodayScreen() throws {
        try expectGolden(TodayPage(model: model(Samples.screen)).content(withEditor: true), "today.html")
    }

    @Test func theTodayScreenWithAnExpandedWidgetAndAWarning() throws {
        var screen = Samples.screen
        screen.widgets = [screen.widgets[0]]
        screen.warnings = ["Processes run without a sandbox: bubblewrap is missing. Run script/bootstrap."]
        let expanded: Set = [screen.widgets[0].id]
        let page = TodayPage(model: model(screen, expanded: expanded)).content(withEditor: true)
        try expectGolden(page, "today-expanded.html")
    }

    @Test func aWidgetWithoutALargerCardHasAHiddenButtonAndStaysExpanded() throws {
        var screen = Samples.screen
        screen.widgets = [screen.widgets[1]]
        screen.widgets[0].compactHeight = 60
        let page = TodayPage(model: model(screen, expanded: [screen.widgets[0].id])).content(withEditor: true)
        // Only the script can measure whether the card fits.
        let button = try #require(page.text.firstMatch(of: #/<button[^>]* class="more [^>]*>/#))
        #expect(button.0.hasSuffix(" hidden>"))
        #expect(page.text.contains(" data-expanded data-family="))
        #expect(page.text.contains(#"<div class="frame tw-h-60">"#))
        #expect(page.rules.map(\.declarations).contains("--height:60px"))
    }

    @Test func theTodayScreenBeforeAnythingIsInstalled() throws {
        try expectGolden(TodayPage(model: model(Samples.emptyScreen)).content(withEditor: true), "today-empty.html")
    }

    @Test func aPageOfAnApp() throws {
        try expectGolden(ScenePage(scene: Samples.scene(), context: .sample).form, "scene.html")
    }

    @Test func theInputThatAPageNamesHasTheCursor() {
        var scene = Samples.scene()
        #expect(!ScenePage(scene: scene, context: .sample).form.text.contains("autofocus"))
        scene.focus = "latitude"
        let parts = ScenePage(scene: scene, context: .sample).form.text.split(separator: " autofocus")
        #expect(parts.count == 2 && parts[0].hasSuffix(#"name="latitude" data-input="text""#))
    }

    @Test func theFrameAroundAPage() throws {
        let html = String(decoding: PlainPage.notFound.html(nonce: "NONCE", language: .english), as: UTF8.self)
        let style = try #require(html.firstMatch(of: #/<style nonce="NONCE">(?s).*<\/style>/#))
        try expectGolden(html.replacing(style.0, with: "<style nonce=\"NONCE\"></style>"), "not-found.html")
    }

    @Test(arguments: [
        ("en-US", "America/Los_Angeles", ["Saturday,", "November 21st"]),
        ("en-GB", "UTC", ["Saturday", "21 November"]),
        ("en-US", "Asia/Tokyo", ["Sunday,", "November 22nd"]),
        ("de-DE", "Europe/Berlin", ["Samstag,", "21. November"]),
        ("ja-JP", "UTC", ["11月21日 土曜日"]),
    ])
    func theDateIsTheViewers(language: String, zone: String, heading: [String]) {
        let dates = PageDates(now: Samples.now, viewer: Viewer(language: language, zone: zone))
        #expect(dates.heading == heading)
    }

    @Test(arguments: [
        (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
        (23, "23rd"),
        (30, "30th"),
    ])
    func englishDaysAreOrdinal(day: Int, text: String) {
        let date = Samples.now.addingTimeInterval(Double(day - 21) * 86_400)
        #expect(PageDates(now: date, viewer: Samples.viewer).heading.last == "November \(text)")
    }

    @Test(arguments: [
        (0.0, "just now"), (59, "just now"), (60, "1 min ago"), (3599, "59 min ago"), (3600, "1 hr ago"),
        (86_400, "yesterday"), (200_000, "2 days ago"), (-50, "just now"),
    ])
    func agesAreShort(seconds: Double, text: String) {
        let dates = PageDates(now: Samples.now, viewer: Samples.viewer)
        #expect(dates.ago(Samples.now.addingTimeInterval(-seconds)) == text)
    }
}
