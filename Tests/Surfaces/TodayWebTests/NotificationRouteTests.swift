import Foundation
import HTTPTypes
import Host
import HostModel
import HostStorage
import JSON
import Notifications
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// What a signed-in browser sees of notifications, and may do with them.
@Suite struct NotificationRouteTests {
    /// The body of an answer.
    private func answer(_ id: DeliveredID, _ action: String, _ more: String = "") -> String {
        #"{"notification":\#(id),"action":"\#(action)","waits":false\#(more)}"#
    }

    // MARK: - Pages

    @Test func theNotificationsAreAPage() async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.deliver(Samples.reminder())
        browser.host.changeNotifications { $0.badges = [Samples.shopping: 2] }
        let page = try await browser.send(.get, "/notifications")
        #expect(page.status == .ok)
        #expect(page.text.contains("<title>(2) Notifications</title>"))
        #expect(page.text.contains("data-position=\"e1.7\" data-zone=\"America/Los_Angeles\" data-list=\"new\""))
        #expect(page.text.contains("id=\"notices\""))
        #expect(page.text.contains("data-position=\"e1.9\" data-badge=\"2\" data-title=\"Notifications\""))
        #expect(page.text.contains("href=\"/notifications\" aria-current=\"page\""))
        #expect(page.text.contains("5 min ago"))
        #expect(page.text.utf8.count < 50_000)
        // Looking at notifications asks no widget for an update.
        #expect(!browser.host.sent(GetScreenRequest.self).contains { $0.opens })
    }

    @Test(arguments: ["/", "/notifications", "/settings", "/app?url=weather://"])
    func everyPageHasWhatSlidesInAndTheSheet(path: String) async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.changeNotifications { notifications in
            notifications.settings = Samples.permissions
            notifications.badges = [Samples.shopping: 12_345]
        }
        let html = try await browser.send(.get, path).text
        #expect(html.contains("<title>(9999+) "))
        let asks = path == "/" || path.hasPrefix("/app?")
        #expect(html.contains("“Habits” Would Like to Send You Notifications") == asks)
        #expect(html.contains("<dialog class=\"sheet\""))
        #expect(html.contains("id=\"announcer\" role=\"status\""))
        #expect(!html.contains(" style="))
        #expect(html.matches(of: #/<script/#).count == 2)
    }

    @Test func aFullPageIsStillSmall() async throws {
        let browser = try await TestBrowser.signedIn()
        for place in 0..<200 { browser.host.deliver(Samples.reminder(title: "Reminder \(place)")) }
        let size = try await browser.send(.get, "/notifications").text.utf8.count
        #expect(size < 54_000)
        let whole = try await browser.send(.get, "/notifications?all=1").text
        #expect(whole.matches(of: #/<li class="item"/#).count == 200)
        #expect(whole.contains("data-list=\"all\""))
    }

    @Test func theScreenShowsBadgesAndFailures() async throws {
        let browser = try await TestBrowser.signedIn()
        let weather = AppID("com.example.weather")
        browser.host.changeNotifications { notifications in
            notifications.badges = [weather: 3]
            notifications.failures = [Samples.failure]
        }
        let html = try await browser.send(.get, "/").text
        #expect(html.contains("<span class=\"badge\" data-badge=\"com.example.weather\">3</span>"))
        #expect(html.contains("<span class=\"badge\" data-badge=\"com.example.habits\" hidden></span>"))
        #expect(html.contains("data-response=\"r7\""))
        #expect(html.contains("Shopping List ended before it was done."))
    }

    @Test func settingsShowEveryAppAndThePasscode() async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.changeNotifications { $0.settings = Samples.permissions }
        let html = try await browser.send(.get, "/settings").text
        for name in ["Habits", "Shopping List", "Weather", "Set Passcode…"] { #expect(html.contains(name)) }
        browser.host.changeNotifications { $0.passcode = "1234" }
        let set = try await browser.send(.get, "/settings").text
        #expect(set.contains("Change Passcode…"))
        #expect(!set.contains("1234"))
    }

    // MARK: - What other surfaces leave to the page

    @Test(arguments: [
        ("trashAction", nil, "passcodeNotSet"), ("trashAction", "1234", "passcodeRequired"), ("justInform", nil, nil),
    ])
    func anActionThatAnotherSurfaceLeavesToThePageIsAskedFor(
        action: String,
        passcode: String?,
        error: String?
    ) async throws {
        let browser = try await TestBrowser.signedIn()
        let id = browser.host.deliver(Samples.reminder())
        browser.host.changeNotifications { $0.passcode = passcode }
        let html = try await browser.send(.get, "/notifications?answer=\(id)&action=\(action)").text
        let request = try #require(html.firstMatch(of: #/data-request="([^"]*)"/#)).1
        let body = try JSONValue(parsing: String(request).replacing("&quot;", with: "\""))
        #expect(body["action"]?.stringValue == action)
        #expect(body["id"] == .integer(Int(id.rawValue)))
        #expect(body["error"]?.stringValue == error)
        // The address alone does nothing.
        #expect(browser.host.with(\.notifications.answers).isEmpty)
    }

    @Test func anActionThatTakesTextIsAskedForItsText() async throws {
        let browser = try await TestBrowser.signedIn()
        let id = browser.host.deliver(Samples.reminder())
        let html = try await browser.send(.get, "/notifications?answer=\(id)&action=add").text
        #expect(html.contains("&quot;asks&quot;:&quot;Bread&quot;"))
    }

    @Test func aBrowserThatGaveThePasscodeIsOnlyAskedToConfirm() async throws {
        let browser = try await TestBrowser.signedIn()
        let id = browser.host.deliver(Samples.reminder())
        _ = try await browser.send(.put, "/api/passcode", body: #"{"passcode":"1234"}"#)
        let html = try await browser.send(.get, "/notifications?answer=\(id)&action=trashAction").text
        #expect(html.contains("data-request="))
        #expect(!html.contains("passcodeRequired"))
    }

    @Test(arguments: [
        ("999", "trashAction", "answered or dismissed already"), ("x", "trashAction", "answered or dismissed already"),
        ("-1", "y", "answered or dismissed already"), ("1", "nothing", "no longer offers that action"),
        ("1", "%22%3E%3Cscript%3E", "no longer offers that action"),
        ("99999999999999999999999", "a", "answered or dismissed already"),
    ])
    func whatCannotBeDoneAnyMoreIsSaid(answer: String, action: String, sentence: String) async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.deliver(Samples.reminder())
        let page = try await browser.send(.get, "/notifications?answer=\(answer)&action=\(action)")
        #expect(page.status == .ok)
        #expect(page.text.contains(sentence))
        #expect(!page.text.contains("data-request"))
        #expect(!page.text.contains("<script>"))
    }

    @Test(arguments: ["", "&action=today.default"]) func aNotificationToBeLookedAtIsOpen(action: String) async throws {
        let browser = try await TestBrowser.signedIn()
        let id = browser.host.deliver(Samples.reminder())
        browser.host.deliver(Samples.reminder())
        let html = try await browser.send(.get, "/notifications?answer=\(id)\(action)").text
        #expect(html.matches(of: #/<details name="item" open>/#).count == 1)
        #expect(!html.contains("data-request"))
    }

    // MARK: - What people do

    @Test func anActionIsAnswered() async throws {
        let browser = try await TestBrowser.signedIn()
        let id = browser.host.deliver(Samples.reminder())
        let done = try await browser.send(.post, "/api/notifications/answer", body: answer(id, "justInform"))
        #expect(done.text == #"{"done":{}}"#)
        let again = try await browser.send(.post, "/api/notifications/answer", body: answer(id, "justInform"))
        #expect(again.text == #"{"gone":{}}"#)
        let other = browser.host.deliver(Samples.reminder())
        let open = try await browser.send(.post, "/api/notifications/answer", body: answer(other, "today.default"))
        #expect(open.text == #"{"open":{"url":"shopping://list"}}"#)
    }

    @Test func thePasscodeHoldsInOneBrowser() async throws {
        let browser = try await TestBrowser.signedIn()
        let other = try await TestBrowser.signedIn(host: browser.host)
        _ = try await browser.send(.put, "/api/passcode", body: #"{"passcode":"1234"}"#)
        let id = browser.host.deliver(Samples.reminder())
        let body = answer(id, "trashAction")
        let refused = try await other.send(.post, "/api/notifications/answer", body: body)
        #expect(refused.status == .forbidden)
        #expect(refused.text.contains("\"code\":\"passcodeRequired\""))
        let wrong = answer(id, "trashAction", #","passcode":"0000""#)
        let guessed = try await other.send(.post, "/api/notifications/answer", body: wrong)
        #expect(guessed.status == .forbidden)
        #expect(guessed.text.contains("\"code\":\"passcodeWrong\""))
        #expect(try await browser.send(.post, "/api/notifications/answer", body: body).status == .ok)
        let surfaces = browser.host.with(\.notifications.answers).map(\.surface.name)
        let token = try #require(browser.cookies["today_session"])
        #expect(surfaces.count == 1)
        #expect(surfaces.first?.contains(token) == false)
    }

    @Test func notificationsAreDismissed() async throws {
        let browser = try await TestBrowser.signedIn()
        let id = browser.host.deliver(Samples.reminder())
        for _ in 0..<2 { browser.host.deliver(Samples.reminder()) }
        browser.host.deliver(Samples.forecast())
        for (body, left) in [
            (#"{"notifications":{"ids":[\#(id),77]}}"#, 3), (#"{"app":{"id":"com.example.shopping"}}"#, 1),
            (#"{"all":{}}"#, 0),
        ] {
            let answer = try await browser.send(.post, "/api/notifications/dismiss", body: body)
            #expect(answer.status == .noContent)
            #expect(browser.host.with(\.notifications.delivered.count) == left)
        }
    }

    @Test func aPersonDecides() async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.changeNotifications { $0.settings = Samples.permissions }
        let path = "/api/settings/notifications/com.example.habits"
        let body = #"{"authorization":"authorized","allowed":["alert"]}"#
        #expect(try await browser.send(.put, path, body: body).status == .noContent)
        #expect(browser.host.with(\.notifications.settings[0].settings.inForce.allowed) == [.alert])
        let unknown = try await browser.send(.put, "/api/settings/notifications/nobody", body: body)
        #expect(unknown.status == .notFound)
    }

    @Test func aPersonAnswersTheQuestionOfAnApp() async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.changeNotifications { $0.settings = Samples.permissions }
        let path = "/api/settings/notifications/com.example.habits/answer"
        let body = #"{"isAllowed":true,"options":["badge","sound"]}"#
        #expect(try await browser.send(.post, path, body: body).status == .noContent)
        #expect(browser.host.sent(AnswerAuthorizationRequest.self).map(\.options) == [[.badge, .sound]])
        let unknown = try await browser.send(.post, "/api/settings/notifications/nobody/answer", body: body)
        #expect(unknown.status == .notFound)
    }

    // MARK: - What is refused

    @Test(arguments: [
        "", "{", "[]", "{}", "null", #"{"notification":"1","action":"a","waits":false}"#,
        #"{"notification":1,"action":7,"waits":false}"#, #"{"notification":1.5,"action":"a","waits":false}"#,
        #"{"notification":1,"action":"a","waits":"no"}"#, #"{"notification":1,"action":"","waits":false}"#,
        #"{"notification":1,"action":"\#(String(repeating: "a", count: 65))","waits":false}"#,
        #"{"notification":1,"action":"add","text":"\#(String(repeating: "é", count: 2049))","waits":false}"#,
        #"{"notification":1,"action":"add","text":["a"],"waits":false}"#,
        #"{"notification":1,"action":"nothing","waits":false}"#, #"{"notification":1,"action":"add","waits":false}"#,
        #"{"notification":1,"action":"a","passcode":"\#(String(repeating: "1", count: 1025))","waits":false}"#,
        String(repeating: "[", count: 1000),
    ])
    func aMalformedAnswerIsRefused(body: String) async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.deliver(Samples.reminder())
        let answer = try await browser.send(.post, "/api/notifications/answer", body: body)
        #expect(answer.status == .badRequest)
        #expect(answer.text.contains("\"code\":\"invalid\""))
        #expect(browser.host.with(\.notifications.answers).isEmpty)
    }

    @Test(arguments: [
        ("POST", "/api/notifications/dismiss", "{}"), ("POST", "/api/notifications/dismiss", #"{"all":{},"app":{}}"#),
        ("POST", "/api/notifications/dismiss", #"{"notifications":{"ids":["a"]}}"#),
        (
            "POST", "/api/notifications/dismiss",
            #"{"notifications":{"ids":[\#((1...1001).map(String.init).joined(separator: ","))]}}"#
        ),
        ("PUT", "/api/settings/notifications/com.example.habits", #"{"authorization":"maybe","allowed":[]}"#),
        ("PUT", "/api/settings/notifications/com.example.habits", #"{"authorization":"denied","allowed":["all"]}"#),
        ("PUT", "/api/settings/notifications/com.example.habits", #"{"authorization":"denied"}"#),
        (
            "PUT", "/api/settings/notifications/com.example.habits",
            #"{"authorization":"authorized","allowed":[],"alertStyle":"loud"}"#
        ),
        ("POST", "/api/settings/notifications/com.example.habits/answer", "{}"),
        ("POST", "/api/settings/notifications/com.example.habits/answer", #"{"isAllowed":"yes","options":["alert"]}"#),
        ("POST", "/api/settings/notifications/com.example.habits/answer", #"{"isAllowed":true,"options":["all"]}"#),
        ("PUT", "/api/settings/quiet-hours", #"{"isOn":true,"from":"22:00","to":"24:00"}"#),
        ("PUT", "/api/settings/quiet-hours", #"{"isOn":true,"from":"7:00","to":"08:00"}"#),
        ("PUT", "/api/settings/quiet-hours", #"{"isOn":true,"from":"07:00","to":"07:00"}"#),
        ("PUT", "/api/settings/time-zone", #"{"zone":["Europe/Berlin"]}"#),
        ("PUT", "/api/settings/quiet-hours", #"{"isOn":1,"from":"07:00","to":"08:00"}"#),
        ("PUT", "/api/settings/quiet-hours", "{}"),
        (
            "PUT", "/api/settings/notifications/com.example.habits",
            #"{"authorization":"authorized","allowed":[],"isQuiet":"yes"}"#
        ),
        ("PUT", "/api/passcode", #"{"passcode":1234}"#),
        ("PUT", "/api/passcode", #"{"passcode":"123"}"#),
        ("PUT", "/api/passcode", #"{"passcode":"\#(String(repeating: "1", count: 129))"}"#),
        ("POST", "/api/passcode/unlock", "{}"), ("POST", "/api/passcode/unlock", #"{"passcode":null}"#),
    ])
    func whatMakesNoSenseIsRefused(method: String, path: String, body: String) async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.deliver(Samples.reminder())
        browser.host.changeNotifications { $0.settings = Samples.permissions }
        let answer = try await browser.send(try #require(.init(method)), path, body: body)
        #expect(answer.status == .badRequest)
        #expect(browser.host.with(\.notifications.delivered.count) == 1)
        #expect(browser.host.with(\.notifications.passcode) == nil)
        #expect(browser.host.with(\.notifications.settings) == Samples.permissions)
    }

    @Test func anOversizedBodyIsRefused() async throws {
        let browser = try await TestBrowser.signedIn()
        let body = answer(DeliveredID(rawValue: 1), "add", #","text":"\#(String(repeating: "a", count: 70_000))""#)
        let answer = try await browser.send(.post, "/api/notifications/answer", body: body)
        #expect(answer.status == .contentTooLarge)
    }

    @Test(arguments: [
        ("POST", "/api/notifications/answer"), ("POST", "/api/notifications/dismiss"),
        ("PUT", "/api/settings/notifications/com.example.habits"), ("PUT", "/api/passcode"),
        ("POST", "/api/settings/notifications/com.example.habits/answer"),
        ("POST", "/api/passcode/unlock"), ("POST", "/api/responses/r7/retry"), ("DELETE", "/api/responses/r7"),
        ("GET", "/api/notifications"), ("GET", "/api/passcode"), ("GET", "/api/settings/notifications"),
        ("GET", "/api/settings/quiet-hours"), ("PUT", "/api/settings/quiet-hours"),
    ])
    func anotherSiteMayDoNothing(method: String, path: String) async throws {
        let browser = try await TestBrowser.signedIn()
        let before = browser.host.log.count
        for (origin, site) in [
            ("http://evil.example", "cross-site"), ("http://other.localhost:4000", "same-site"), ("null", "cross-site"),
        ] {
            let answer = try await browser.send(
                try #require(.init(method)),
                path,
                body: #"{"all":{},"passcode":"1234","notification":1,"action":"a","waits":false}"#,
                headers: ["Origin": origin, "Sec-Fetch-Site": site]
            )
            #expect(answer.status == .forbidden)
        }
        #expect(browser.host.log.count == before)
    }

    @Test(arguments: [
        ("GET", "/notifications"), ("GET", "/settings"), ("GET", "/api/notifications"), ("GET", "/api/passcode"),
        ("POST", "/api/notifications/answer"), ("POST", "/api/passcode/unlock"), ("PUT", "/api/passcode"),
    ])
    func withoutASessionNothingIsShown(method: String, path: String) async throws {
        let browser = TestBrowser()
        browser.host.deliver(Samples.reminder())
        let answer = try await browser.send(try #require(.init(method)), path, body: #"{"passcode":"1234"}"#)
        #expect(answer.status == .unauthorized)
        #expect(!answer.text.contains("Time to go shopping"))
        #expect(browser.host.with(\.notifications.passcode) == nil)
    }

    @Test(arguments: [
        ("GET", "/api/notifications/events"), ("GET", "/api/notifications/pending"), ("POST", "/api/notifications"),
        ("POST", "/api/notifications/remove"), ("GET", "/api/notifications/scripts/a/response"),
    ])
    func aPageMayNotDoWhatIsForLocalTools(method: String, path: String) async throws {
        let browser = try await TestBrowser.signedIn()
        let answer = try await browser.send(try #require(.init(method)), path, body: "{}")
        #expect(answer.status == .notFound || answer.status == .methodNotAllowed)
        #expect(browser.host.log.allSatisfy { $0.contains("ession") })
    }

    @Test func aPageCannotNameItsSurface() async throws {
        let browser = try await TestBrowser.signedIn()
        let other = try await TestBrowser.signedIn(host: browser.host)
        let header = ["Today-Surface": "same"]
        _ = try await browser.send(.put, "/api/passcode", body: #"{"passcode":"1234"}"#, headers: header)
        let state = try await other.send(.get, "/api/passcode", headers: header)
        #expect(state.text == #"{"isSet":true,"isUnlocked":false}"#)
    }
}
