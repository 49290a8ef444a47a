import AdaptiveCards
import Foundation
import Host
import HostAPI
import JSON
import Testing
import TodayCommands
import TodayProtocol
import TodayScreen

@Suite struct ReportTests {
    private let date = Date(timeIntervalSince1970: 1_795_248_000.25)
    private let viewer = Viewer(language: "en-US", zone: "Europe/Berlin")
    private let plain = TerminalLook(width: 60, usesColors: false)

    private var weather: AppDescription {
        AppDescription(
            id: AppID("com.example.weather"),
            title: "Weather",
            version: "1.2",
            widgets: [
                .init(id: WidgetID("com.example.weather.widget"), title: "Weather", isOnScreen: true),
                .init(id: WidgetID("com.example.weather.wind"), title: "Wind", isOnScreen: false),
            ],
            groups: [GroupID("group.example.weather")],
            urlSchemes: ["weather"],
            declaredHosts: ["api.example.com"],
            allowedHosts: ["127.0.0.1:8080"]
        )
    }

    private func card(_ text: String) throws -> Card {
        try Card(
            parsing: #"{"type": "AdaptiveCard", "version": "1.5", "body": [{"type": "TextBlock", "text": "\#(text)"}]}"#
                .utf8
        )
    }

    private func screen() throws -> ScreenState {
        ScreenState(
            epoch: "e",
            revision: Revision(42),
            widgets: [
                ShownWidget(
                    id: WidgetID("com.example.weather.widget"),
                    app: AppID("com.example.weather"),
                    title: "Weather",
                    appURL: "weather://",
                    compact: try card("Cupertino 61°"),
                    expanded: try card("Humidity 40%"),
                    date: date,
                    freshness: .stale(reason: "The server cannot be reached.", since: date),
                    revision: Revision(41)
                ),
                ShownWidget(
                    id: WidgetID("com.example.news.widget"),
                    app: AppID("com.example.news"),
                    title: "News",
                    freshness: .failed(reason: "The widget crashed."),
                    revision: Revision(40)
                ),
            ],
            chosen: [],
            available: [],
            apps: [],
            warnings: ["Processes run without a sandbox."]
        )
    }

    private func expect(_ report: some Report, _ name: String) throws {
        try Golden.expect(report.text, "\(name).txt")
        try Golden.expect(report.json.jsonText, "\(name).json")
    }

    @Test func apps() throws { try expect(AppListReport(apps: [weather]), "list") }

    @Test func noApps() throws { try expect(AppListReport(apps: []), "list-empty") }

    @Test func installedApp() throws { try expect(InstallReport(app: weather), "install") }

    @Test func link() throws {
        let link = OneTimeLink(link: "http://a.localhost:1/link/x", url: "http://a.localhost:1", seconds: 600)
        try expect(LinkReport(link: link), "link")
    }

    @Test func externalAddress() throws { try expect(ExternalReport(url: "https://example.com/"), "external") }

    @Test func ledger() throws {
        let entries = [
            LedgerEntry(
                date: date,
                reasons: [.tap, .groupChanged],
                outcome: .newData,
                milliseconds: 8.44,
                peakMemory: 9_437_184
            ),
            LedgerEntry(
                date: date,
                reasons: [.opened],
                outcome: .failed,
                milliseconds: 10_250,
                message: "The server cannot be reached."
            ),
        ]
        try expect(LedgerReport(entries: entries, zone: "Europe/Berlin"), "why")
    }

    @Test func emptyLedger() throws { try expect(LedgerReport(entries: [], zone: "UTC"), "why-empty") }

    @Test func screenCompact() throws {
        try expect(ScreenReport(screen: screen(), viewer: viewer, isExpanded: false, look: plain), "show")
    }

    @Test func screenExpandedInColor() throws {
        let look = TerminalLook(width: 60, usesColors: true)
        let report = ScreenReport(screen: try screen(), viewer: viewer, isExpanded: true, look: look)
        try Golden.expect(report.text, "show-expanded.txt")
    }

    @Test func emptyScreen() throws {
        var screen = try screen()
        screen.widgets = []
        screen.warnings = []
        try expect(ScreenReport(screen: screen, viewer: viewer, isExpanded: false, look: plain), "show-empty")
    }

    @Test func page() throws {
        let scene = SceneState(
            app: AppID("com.example.weather"),
            appTitle: "Weather",
            url: "weather://",
            title: "Places",
            card: try card("Cupertino"),
            epoch: "e",
            revision: Revision(42)
        )
        try expect(SceneReport(scene: scene, viewer: viewer, look: plain), "open")
    }

    @Test func defaults() throws {
        let values: [String: PropertyValue] = [
            "text": .string("a \"b\""), "count": .integer(3), "ratio": .real(3), "on": .bool(true), "when": .date(date),
            "bytes": .data(Data("hi".utf8)), "list": .array([.integer(1), .dictionary(["a": .bool(false)])]),
        ]
        try expect(DefaultsReport(values: values), "defaults")
        try expect(DefaultsReport(values: [:]), "defaults-empty")
    }

    @Test(arguments: [
        (PropertyValue.string("a \"b\""), "a \"b\"", #""a \"b\"""#), (.integer(3), "3", "3"), (.real(3), "3.0", "3.0"),
    ])
    func oneDefaultIsBareForPeople(value: PropertyValue, text: String, json: String) {
        #expect(DefaultReport(value: value).text == text)
        #expect(DefaultReport(value: value).json.jsonText == json)
    }
}
