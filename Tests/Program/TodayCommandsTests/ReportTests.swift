import AdaptiveCards
import Foundation
import Host
import HostModel
import HostStorage
import JSON
import LocalAPI
import Notifications
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@testable import TodayCommands

@Suite struct ReportTests {
    private let date = Date(timeIntervalSince1970: 1_795_248_000.25)
    private let now = Date(timeIntervalSince1970: 1_795_248_000.25 + 760)
    private let viewer = Viewer(language: "en-US", zone: "Europe/Berlin")

    private var plain: CommandContext { context(columns: 60) }
    private var narrow: CommandContext { context(columns: 40) }

    private func context(columns: Int) -> CommandContext {
        RecordingConsole().context(environment: ["COLUMNS": "\(columns)"], zone: "Europe/Berlin", now: now)
    }

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
        try Golden.expect(report.text(in: plain) + "\n", "\(name).txt")
        try Golden.expect(report.json.safeText + "\n", "\(name).json")
    }

    @Test func apps() throws {
        try expect(AppListReport(apps: [weather], badges: [AppID("com.example.weather"): 3]), "list")
    }

    @Test func noApps() throws { try expect(AppListReport(apps: []), "list-empty") }

    @Test func installedApp() throws { try expect(InstallReport(app: weather), "install") }

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
        try expect(LedgerReport(entries: entries), "why")
    }

    @Test func screenWithAges() throws {
        var screen = try screen()
        screen.widgets[0].nextUpdate = now.addingTimeInterval(3600)
        func report(_ screen: ScreenState) -> ScreenReport {
            ScreenReport(screen: screen, viewer: viewer, isExpanded: false, showsAges: true)
        }
        try expect(report(screen), "show-ages")
        // After a failure another attempt may bring nothing either.
        screen.widgets[0].isFailing = true
        let text = report(screen).text(in: plain).replacing("\n", with: " ")
        #expect(text.contains("Last updated successfully ") && text.contains(" · next attempt about "))
        #expect(!text.contains("next update"))
    }

    @Test func emptyLedger() throws { try expect(LedgerReport(entries: []), "why-empty") }

    @Test func screenCompact() throws {
        try expect(ScreenReport(screen: screen(), viewer: viewer, isExpanded: false), "show")
    }

    @Test func screenExpandedInColor() throws {
        var colored = plain
        colored.console.isTerminal = true
        let report = ScreenReport(screen: try screen(), viewer: viewer, isExpanded: true)
        try Golden.expect(report.text(in: colored) + "\n", "show-expanded.txt")
    }

    private func emptyScreen() throws -> ScreenState {
        var screen = try screen()
        screen.widgets = []
        screen.warnings = []
        return screen
    }

    private func text(_ screen: ScreenState) -> String {
        ScreenReport(screen: screen, viewer: viewer, isExpanded: false).text(in: plain)
    }

    @Test func emptyScreenWithoutApps() throws {
        try expect(ScreenReport(screen: emptyScreen(), viewer: viewer, isExpanded: false), "show-empty")
    }

    @Test func emptyScreenAdvisesWhatHelps() throws {
        var screen = try emptyScreen()
        screen.apps = [.init(id: AppID("a"), title: "A", url: nil)]
        #expect(
            text(screen) == "Nothing is on the screen. No installed app has a widget; see the apps with: today list"
        )
        let widget = ScreenState.Choice(id: WidgetID("a.w"), title: "W", app: AppID("a"), appTitle: "A")
        screen.available = [widget]
        #expect(
            text(screen) == "Nothing is on the screen. Add widgets with Edit on the page that this opens: today link"
        )
        screen.chosen = [widget]
        #expect(text(screen) == "Nothing is on the screen. Its widgets have nothing to show now.")
    }

    @Test func notifications() throws {
        let shopping = AppID("org.today.ShoppingList")
        let reminder = ShownNotification(
            id: DeliveredID(rawValue: 12),
            app: shopping,
            appTitle: "買い物リスト",
            title: "Time to shop",
            body: "Milk, eggs and a text that is so long that it does not fit",
            date: date,
            due: date.addingTimeInterval(-3600),
            deepLink: "shopping-list://",
            actions: [
                ShownAction(identifier: "justInform", title: "OK"),
                ShownAction(identifier: "editList", title: "Edit List", needsAuthentication: true, isForeground: true),
                ShownAction(identifier: "trash", title: "Empty", isDestructive: true, needsAuthentication: true),
                ShownAction(
                    identifier: "add",
                    title: "Add",
                    textInput: .init(placeholder: "Bread", buttonTitle: "Add")
                ),
            ],
            alertStyle: .alert,
            revision: Revision(9)
        )
        let script = ShownNotification(
            id: DeliveredID(rawValue: 9),
            app: AppID("org.today.Scripts"),
            appTitle: "Scripts",
            title: "Backup done",
            subtitle: "312 files",
            date: date.addingTimeInterval(-90_000),
            level: .passive,
            revision: Revision(3)
        )
        let state = NotificationsState(
            revision: Revision(9),
            groups: [
                .init(app: shopping, title: "買い物リスト", notifications: [reminder]),
                .init(app: AppID("org.today.Scripts"), title: "Scripts", notifications: [script]),
            ],
            older: 4,
            heldBack: [
                .init(app: AppID("com.example.news"), title: "News", count: 1, isKept: true),
                .init(app: AppID("com.example.chess"), title: "Chess", count: 3, isKept: false),
            ],
            summary: NotificationSummary(
                badges: [shopping: 2],
                count: 6,
                questions: [.init(app: AppID("com.example.news"), title: "News", wanted: [.alert, .badge])],
                failures: [
                    .init(id: "r1", app: shopping, title: "買い物リスト", action: "trash", reason: "It crashed.")
                ]
            )
        )
        try expect(NotificationListReport(state: state), "notifications")
        try Golden.expect(
            NotificationListReport(state: state).text(in: narrow) + "\n",
            "notifications-narrow.txt"
        )
        // The newest comes first, whichever app it is of: an app's older one is below another app's newer one.
        var mixed = state
        var older = reminder
        (older.id, older.title) = (DeliveredID(rawValue: 2), "Old")
        older.date = script.date.addingTimeInterval(-60)
        mixed.groups[0].notifications.append(older)
        let report = NotificationListReport(state: mixed)
        let ids = report.text(in: narrow).split(separator: "\n").compactMap { Int($0.prefix { $0 != " " }) }
        #expect(ids == [12, 9, 2])
        #expect(report.json["notifications"]?.arrayValue?.compactMap { $0["id"]?.integerValue } == [12, 9, 2])
        let ofOne = NotificationListReport.state(state, of: AppID("org.today.Scripts"))
        try expect(NotificationListReport(state: ofOne), "notifications-of-app")
        let ofNone = NotificationListReport.state(state, of: AppID("x"))
        try expect(NotificationListReport(state: ofNone), "notifications-empty")
    }

    @Test func aSentenceBelowAWidgetIsWrapped() throws {
        var screen = try screen()
        screen.widgets[1].freshness = .failed(reason: "News stopped working and is tried again by itself.")
        let report = ScreenReport(screen: screen, viewer: viewer, isExpanded: false)
        #expect(report.text(in: narrow).hasSuffix("News stopped working and is tried again\nby itself."))
    }

    @Test func scheduledNotifications() throws {
        let pending = PendingNotification(
            app: AppID("org.today.ShoppingList"),
            appTitle: "Shopping List",
            identifier: "reminder",
            title: "Time to shop",
            due: date,
            repeats: true
        )
        var once = pending
        once.identifier = "once"
        once.repeats = false
        try expect(PendingListReport(notifications: [pending, once]), "pending")
        try expect(PendingListReport(notifications: []), "pending-empty")
    }

    @Test func settings() throws {
        func app(
            _ title: String,
            _ authorization: NotificationSettings.Authorization,
            _ wanted: Set<NotificationAuthorizationOption>,
            _ allowed: Set<NotificationAuthorizationOption>
        ) -> AppNotificationDescription {
            AppNotificationDescription(
                title: title,
                settings: AppNotificationSettings(
                    app: AppID("com.example.\(title.lowercased())"),
                    authorization: authorization,
                    wanted: wanted,
                    allowed: allowed
                )
            )
        }
        func styled(_ title: String, _ style: NotificationAlertStyle, isQuiet: Bool) -> AppNotificationDescription {
            var styled = app(title, .authorized, [.alert], [.alert])
            styled.settings.alertStyle = style
            styled.settings.isQuiet = isQuiet
            return styled
        }
        let apps = [
            app("Chess", .notDetermined, [], []), app("News", .notDetermined, [.alert], []),
            app("Shopping", .authorized, [.alert, .sound, .badge], [.alert, .badge]),
            app("Weather", .denied, [.alert], [.alert]),
            styled("Alarms", .alert, isQuiet: false), styled("Mail", .alert, isQuiet: true),
        ]
        try expect(SettingsReport(apps: apps), "settings")
        try expect(SettingsReport(apps: []), "settings-empty")
        let nights = QuietHours(isOn: true, from: 22 * 60, to: 7 * 60)
        #expect(
            SettingsReport(apps: [], quietHours: nights).text
                == "No app has asked to notify you.\nQuiet hours: 22:00-07:00"
        )
        try expect(AppSettingsReport(app: apps[2]), "settings-of-app")
        try Golden.expect(SettingsReport(apps: apps).text(in: narrow) + "\n", "settings-narrow.txt")
    }

    @Test func answer() {
        #expect(AnswerReport().text.isEmpty)
        #expect(AnswerReport().json.safeText == #"{"outcome":"done"}"#)
        #expect(!AnswerReport(opens: "a://\u{1B}[2J").text.contains("\u{1B}"))
        #expect(AnswerReport(opens: "a://").text == "a://")
        #expect(AnswerReport(opens: "a://").json.safeText == #"{"outcome":"open","url":"a://"}"#)
    }

    @Test(arguments: [nil, "two\nlines"])
    func responseIsData(text: String?) throws {
        let request = NotificationRequest(identifier: "deploy", content: NotificationContent(title: "Deploy?"))
        let response = NotificationResponse(
            id: "r1",
            notification: DeliveredNotification(request: request, date: date),
            actionIdentifier: "yes",
            text: text
        )
        let json = response.json
        var wanted: [String: JSONValue] = ["id": "r1", "identifier": "deploy", "action": "yes"]
        wanted["text"] = text.map(JSONValue.string)
        #expect(json == .object(wanted))
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
        try expect(SceneReport(scene: scene, viewer: viewer), "open")
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
