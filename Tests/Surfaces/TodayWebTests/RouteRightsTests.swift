import Foundation
import HTTPTypes
import Host
import HostModel
import HostStorage
import Hummingbird
import LocalAPI
import Notifications
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// What devices may do that may not do everything: every route, so that none is forgotten.
@Suite struct RouteRightsTests {
    /// The routes that need no session.
    static let open: Set<String> = [
        "GET /assets/{version}/{name}", "GET /later/{version}", "GET /icon/{name}", "GET /worker.js", "GET /away",
        "GET /link/{token}", "POST /link/{token}", "GET /pair/{token}", "POST /pair/{token}", "POST /sign-out",
        "POST /passkeys/challenge", "POST /passkeys/sign-in",
    ]

    /// The routes of the web surface, as the table names them.
    static let routes: [String] = {
        let host = StubHost(screen: Samples.screen)
        let dependencies = WebDependencies(
            host: host,
            version: "1.0",
            origin: TestBrowser.origin,
            links: OneTimeLinks(),
            sessions: Sessions(host: host),
            viewers: ViewerReader(fallback: Samples.viewer)
        )
        return WebRouter.build(dependencies).routes.map { "\($0.method.rawValue) \($0.path)" }
    }()

    /// The routes that need more than the right to view.
    static let refused: [(route: String, needed: DeviceRights)] = routes.compactMap { route in
        guard let needed = RouteRights.table[route], needed > .view else { return nil }
        return (route, needed)
    }

    /// A browser whose device has these rights.
    private func browser(_ rights: DeviceRights) async throws -> TestBrowser {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { state in
            for hash in state.sessions.keys { state.devices[hash] = StubDevice(rights: rights) }
        }
        return browser
    }

    /// Sends a request to a route with some value for each parameter.
    private func send(_ route: String, from browser: TestBrowser) async throws -> TestBrowser.Answer {
        let parts = route.split(separator: " ").map(String.init)
        let method = try #require(HTTPRequest.Method(rawValue: parts[0]))
        let path = parts[1].replacing(/\{[^}]*\}/, with: "1")
        return try await browser.send(method, path, body: method == .get ? nil : "{}")
    }

    @Test func everyRouteIsInTheTable() {
        let icons = WebAppIcon.allCases.map { "GET \($0.path)" }
        let served = Set(Self.routes).subtracting(Self.open).subtracting(icons)
        #expect(served == Set(RouteRights.table.keys))
    }

    @Test func whatChangesSomethingNeedsMoreThanTheRightToLook() {
        for (route, rights) in RouteRights.table where rights == .view { #expect(route.hasPrefix("GET ")) }
    }

    @Test func aRouteThatIsNotInTheTableIsClosed() {
        #expect(RouteRights.refusal(of: .get, "/new", with: .act) != nil)
        #expect(RouteRights.refusal(of: .get, "/new", with: .change) == nil)
    }

    @Test(arguments: refused.indices) func aDeviceThatMayOnlyLookIsRefused(index: Int) async throws {
        let (route, needed) = Self.refused[index]
        let browser = try await browser(.view)
        let before = browser.host.with(\.sent.count)
        let answer = try await send(route, from: browser)
        #expect(answer.status == .forbidden, "\(route)")
        #expect(answer.text.contains(needed == .act ? "may only look" : "may not change settings"), "\(route)")
        #expect(answer.text.contains("today devices"), "\(route)")
        // Nothing but the session was read.
        let sent = browser.host.with { $0.sent.dropFirst(before).map { "\(type(of: $0))" } }
        #expect(sent.allSatisfy { $0 == "GetSessionRequest" }, "\(route): \(sent)")
    }

    @Test(arguments: refused.indices) func aDeviceThatMayActIsRefusedOnlyWhatChangesSettings(index: Int) async throws {
        let (route, needed) = Self.refused[index]
        let answer = try await send(route, from: try await browser(.act))
        #expect((answer.status == .forbidden) == (needed == .change), "\(route): \(answer.status)")
    }

    @Test(arguments: [("en", "may only look"), ("de", "darf nur ansehen"), ("ja", "表示のみ")])
    func theRefusalIsInTheLanguageOfThePerson(language: String, words: String) async throws {
        let browser = try await browser(.view)
        let headers = ["Accept-Language": language]
        let json = try await browser.send(.post, "/api/taps", body: "{}", headers: headers)
        #expect(json.text.contains(words) && json.text.contains("\"code\":\"notAllowed\""))
        #expect(try await browser.send(.post, "/outbox/1/retry", headers: headers).text.contains(words))
    }

    @Test(arguments: [DeviceRights.view, .act], ["/api/location", "/api/audit", "/api/storage", "/settings/audit"])
    func onlyWhoMayChangeSettingsLearnsMoreThanTheScreen(rights: DeviceRights, path: String) async throws {
        #expect(try await browser(rights).send(.get, path).status == .forbidden)
        #expect(try await TestBrowser.signedIn().send(.get, path).status == .ok)
    }

    @Test func pagesDoNotOfferWhatTheDeviceMayNotDo() async throws {
        let browser = try await browser(.act)
        let screen = try await browser.send(.get, "/")
        #expect(screen.headers[PageRights.field] == "act")
        #expect(screen.text.contains("data-rights=\"act\""))
        #expect(!screen.text.contains("class=\"edit-button") && !screen.text.contains("id=\"editor\""))
        let settings = try await browser.send(.get, "/settings")
        #expect(settings.status == .ok)
        let forms = [
            "/settings/audit",
            "data-passcode=", "data-permission=\"", "data-quiet=\"", "data-bundle", "settings/topics", "/sessions/",
        ]
        for form in forms {
            #expect(!settings.text.contains(form), "\(form)")
        }
        #expect(settings.text.contains("may not change settings"))
        #expect(settings.text.contains("action=\"/sign-out\""))
        let full = try await TestBrowser.signedIn().send(.get, "/")
        #expect(full.text.contains("class=\"edit-button") && !full.text.contains("data-rights=\""))
    }

    @Test(arguments: [DeviceRights.view, .act, .change]) func onlyWhoMayAnswerIsAsked(rights: DeviceRights) async throws
    {
        let browser = try await browser(rights)
        browser.host.changeNotifications { $0.settings = Samples.permissions }
        let screen = try await browser.send(.get, "/").text
        #expect(screen.contains("Would Like to Send You Notifications") == (rights == .change))
        let question = NotificationSummary.Question(app: Samples.shopping, title: "Q", wanted: [.alert])
        let summary = NotificationSummary(badges: [:], count: 0, questions: [question], failures: [])
        let event = NotificationEvent(revision: Revision(1), change: .summary(summary))
        let payload = NotificationEventPayload(event, epoch: "e1", rights: rights, language: .english)
        #expect(payload.beside?.question.contains("data-permit") == (rights == .change))
    }

    @Test func aDeviceIsNamedAndLimitedInSettings() async throws {
        let browser = try await TestBrowser.signedIn()
        let other = try await TestBrowser.signedIn(host: browser.host)
        let own = try #require(browser.cookies["today_session"].flatMap(Token.init(sent:))).hash
        let device = try #require(other.cookies["today_session"].flatMap(Token.init(sent:))).hash
        #expect(try await browser.send(.get, "/settings").text.contains("/settings/devices/\(device)"))
        let page = try await browser.send(.get, "/settings/devices/\(device)")
        #expect(page.text.contains("name=\"rights\"") && !page.text.contains("name=\"passcode\""))
        let saved = try await browser.send(.post, "/settings/devices/\(device)", body: "name=+K%C3%BCche+&rights=view")
        #expect(saved.headers[.location] == "/settings#sessions")
        #expect(browser.host.with { $0.devices[device] } == StubDevice(name: "Küche", rights: .view))
        #expect(try await other.send(.post, "/api/taps", body: "{}").status == .forbidden)
        // The own rights are not in the form, so that nobody locks themselves out by mistake.
        #expect(try await !browser.send(.get, "/settings/devices/\(own)").text.contains("name=\"rights\""))
        #expect(try await browser.send(.get, "/settings/devices/unknown").status == .notFound)
    }

    @Test func moreRightsNeedThePasscodeAndLessDoNot() async throws {
        let browser = try await TestBrowser.signedIn()
        let other = try await TestBrowser.signedIn(host: browser.host)
        let device = try #require(other.cookies["today_session"].flatMap(Token.init(sent:))).hash
        browser.host.with { $0.notifications.passcode = "1234" }
        let path = "/settings/devices/\(device)"
        #expect(try await browser.send(.post, path, body: "rights=view").status == .seeOther)
        for body in ["rights=change", "rights=change&passcode=4321"] {
            let refused = try await browser.send(.post, path, body: body)
            #expect(refused.status == .unprocessableContent && refused.text.contains("name=\"passcode\""))
            #expect(browser.host.with { $0.devices[device]?.rights } == .view)
        }
        #expect(try await browser.send(.post, path, body: "rights=change&passcode=1234").status == .seeOther)
        #expect(browser.host.with { $0.devices[device]?.rights } == .change)
    }
}
