import AdaptiveCards
import Foundation
import Host
import HostModel
import HostStorage
import JSON
import Notifications
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import HostDaemon
@testable import TodayCommands

/// Text from apps, bundles, groups and the host cannot control the terminal, forge lines or change the writing
/// direction.
@Suite struct HostileTextTests {
    private static let hostile =
        "a\u{1B}]0;t\u{7}\u{1B}[2Jb\u{9B}31mc\rd\ne\r\nf\u{202E}g\u{2066}h\u{7F}i\u{2028}j\u{85}k"
    private static let cleaned = "a]0;t[2Jb31mc d e  fghi jk"

    private let date = Date(timeIntervalSince1970: 1_795_248_000)
    private let viewer = Viewer(language: "en-US", zone: "UTC")
    private let wide = RecordingConsole().context(environment: ["COLUMNS": "200"])

    private var app: AppDescription {
        AppDescription(
            id: AppID("com.example.weather"),
            title: Self.hostile,
            version: Self.hostile,
            widgets: [.init(id: WidgetID("com.example.weather.widget"), title: Self.hostile, isOnScreen: true)],
            groups: [],
            urlSchemes: [],
            declaredHosts: [Self.hostile],
            allowedHosts: []
        )
    }

    /// Expects a text to contain the cleaned form, at most a number of lines, and no harmful scalar.
    private func expectClean(_ text: String, lines: Int, _ location: SourceLocation = #_sourceLocation) {
        let harmful = text.unicodeScalars.filter { $0 != "\n" && TerminalScalars.isHarmful($0) }
        #expect(harmful.isEmpty, sourceLocation: location)
        #expect(text.contains(Self.cleaned), sourceLocation: location)
        #expect(text.split(separator: "\n").count == lines, sourceLocation: location)
    }

    @Test func apps() { expectClean(AppListReport(apps: [app]).text, lines: 3) }

    @Test func installedApp() { expectClean(InstallReport(app: app).text, lines: 1) }

    @Test func whatIsPrintedAlone() async throws {
        try await withLocalToday { today in
            today.host.with { $0.messages.topics = [Self.hostile] }
            let commands = [
                ["open", "https://\(Self.hostile)"], ["link", "--page", "/\(Self.hostile)"], ["topics"],
                ["notify", "Tea", "--id", Self.hostile],
            ]
            for command in commands {
                let console = RecordingConsole()
                _ = await CommandLineProgram.run(command + ["--state", today.state], in: console.context())
                expectClean(console.output, lines: 1)
            }
            // Programs get the text as it is, but nothing that steers the terminal of somebody who looks.
            for command in commands where command[0] != "notify" {
                let console = RecordingConsole()
                _ = await CommandLineProgram.run(command + ["--json", "--state", today.state], in: console.context())
                let output = console.output
                #expect(!output.unicodeScalars.contains { $0 != "\n" && TerminalScalars.isHarmful($0) })
                #expect(throws: Never.self) { try JSONValue(parsing: Array(output.utf8)) }
            }
        }
    }

    @Test func ledger() {
        let entry = LedgerEntry(
            date: date,
            reasons: [.opened],
            outcome: .failed,
            milliseconds: 1,
            message: Self.hostile
        )
        expectClean(LedgerReport(entries: [entry]).text, lines: 3)
    }

    @Test(arguments: [
        Freshness.stale(reason: .text(hostile), since: Date(timeIntervalSince1970: 0)), .failed(reason: .text(hostile)),
    ])
    func screen(freshness: Freshness) {
        let widget = ShownWidget(
            id: WidgetID("a.b"),
            app: AppID("a"),
            title: Self.hostile,
            freshness: freshness,
            revision: Revision(1)
        )
        let screen = ScreenState(
            epoch: "e",
            revision: Revision(1),
            widgets: [widget],
            chosen: [],
            available: [],
            apps: [],
            warnings: [.text(Self.hostile)]
        )
        expectClean(ScreenReport(screen: screen, viewer: viewer, isExpanded: false).text, lines: 3)
    }

    @Test func colorsAroundTextAreOursAlone() throws {
        var colored = wide
        colored.console.isTerminal = true
        let text = SceneReport(scene: try scene(), viewer: viewer).text(in: colored)
        #expect(text.hasPrefix("\u{1B}[1m\(Self.cleaned)\u{1B}[0m\n"))
    }

    @Test func page() throws {
        expectClean(SceneReport(scene: try scene(), viewer: viewer).text, lines: 2)
    }

    private func scene() throws -> SceneState {
        let card = #"{"type": "AdaptiveCard", "version": "1.5", "body": [{"type": "TextBlock", "text": "x"}]}"#
        return SceneState(
            app: AppID("a"),
            appTitle: "A",
            url: "a://",
            title: Self.hostile,
            card: try Card(parsing: card.utf8),
            epoch: "e",
            revision: Revision(1)
        )
    }

    @Test func defaults() {
        expectClean(DefaultsReport(values: [Self.hostile: .string("\u{9B}x\u{202E}")]).text, lines: 1)
    }

    @Test func oneDefaultKeepsItsLines() {
        #expect(DefaultReport(value: .string(Self.hostile)).text == "a]0;t[2Jb31mc d\ne\nfghi jk")
        let listed = DefaultReport(value: .array([.string("\u{9B}x\u{202E}y\u{7F}")])).text
        #expect(listed == #"["xy"]"# || listed.contains(#"\u"#))
    }

    @Test func bundle() {
        let bundle = AssembledBundle(path: Self.hostile, id: AppID("a.b"), version: "1", widgets: [], warnings: nil)
        expectClean(BundleReport(bundle: bundle).text, lines: 1)
    }

    private static let sheet = ConsentSheet(
        app: AppID("a.b"),
        title: hostile,
        version: hostile,
        rights: [.init(identifier: hostile, sentence: .text(hostile))],
        conflicts: [.text(hostile)]
    )

    @Test func consent() throws {
        let question = ConsentPrompt(sheet: Self.sheet)
        let console = RecordingConsole(answer: "y")

        try question.ask(on: console.console)

        expectClean(console.error, lines: 6)
    }

    @Test func refusedConsent() {
        let question = ConsentPrompt(sheet: Self.sheet)

        let error = #expect(throws: CommandError.self) { try question.ask(on: RecordingConsole().console) }

        expectClean(error?.message ?? "", lines: 1)
    }

    @Test func errorsKeepTheirLines() async {
        let console = RecordingConsole()

        console.console.printError("Two mistakes:\n\(Self.hostile)")

        #expect(console.error == "Two mistakes:\na]0;t[2Jb31mc d\ne\nfghi jk\n")
    }

    @Test(arguments: [["list", "--state", hostile], [hostile]])
    func errorsOfTheProgram(arguments: [String]) async {
        let console = RecordingConsole()

        _ = await CommandLineProgram.run(arguments, in: console.context())

        #expect(console.error.contains("a]0;t[2Jb31mc d"))
        #expect(!console.error.contains("\u{1B}"))
        #expect(!console.error.contains("\u{202E}"))
    }

    @Test func dataForProgramsIsExactAndSteersNoTerminal() throws {
        let text = DefaultReport(value: .string(Self.hostile)).json.safeText
        #expect(try JSONValue(parsing: Array(text.utf8)) == .string(Self.hostile))
        let harmful = text.unicodeScalars.filter { TerminalScalars.isHarmful($0) }
        #expect(harmful.isEmpty)
    }

    @Test func everyHarmfulScalarIsEscapedInData() throws {
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value), TerminalScalars.isHarmful(scalar) else { continue }
            let text = JSONValue.string(String(scalar)).safeText
            #expect(text.utf8.allSatisfy { $0 < 0x7F }, "U+\(String(value, radix: 16))")
            #expect(try JSONValue(parsing: Array(text.utf8)) == .string(String(scalar)))
        }
    }

    private func notification(title: String) -> ShownNotification {
        ShownNotification(
            id: DeliveredID(rawValue: 3),
            app: AppID("a"),
            appTitle: title,
            title: title,
            subtitle: title,
            date: date,
            actions: [ShownAction(identifier: title, title: title)],
            revision: Revision(1)
        )
    }

    @Test func notifications() {
        let state = NotificationsState(
            revision: Revision(1),
            groups: [.init(app: AppID("a"), title: Self.hostile, notifications: [notification(title: Self.hostile)])],
            older: 0,
            summary: NotificationSummary(
                badges: [:],
                count: 1,
                questions: [.init(app: AppID("a"), title: Self.hostile, wanted: [.alert])],
                failures: [
                    .init(
                        id: "r",
                        app: AppID("a"),
                        title: Self.hostile,
                        action: Self.hostile,
                        reason: .text(Self.hostile)
                    )
                ]
            )
        )
        expectClean(NotificationListReport(state: state).text(in: wide), lines: 7)
    }

    @Test func scheduledNotifications() {
        let pending = PendingNotification(
            app: AppID("a"),
            appTitle: Self.hostile,
            identifier: Self.hostile,
            title: Self.hostile,
            due: date,
            repeats: true
        )
        expectClean(PendingListReport(notifications: [pending]).text, lines: 2)
    }

    @Test func settings() {
        let settings = AppNotificationSettings(app: AppID("a"), authorization: .denied, wanted: [], allowed: [])
        let app = AppNotificationDescription(title: Self.hostile, settings: settings)
        expectClean(SettingsReport(apps: [app]).text(in: wide), lines: 2)
    }
}
