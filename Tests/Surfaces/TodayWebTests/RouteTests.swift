import Foundation
import HTTPTypes
import Host
import HostModel
import JSON
import LocalAPI
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// What the routes of a signed-in browser do.
@Suite struct RouteTests {
    @Test func theScreenIsTheViewers() async throws {
        let browser = try await TestBrowser.signedIn()
        let cookies = browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
        let answer = try await browser.send(
            .get,
            "/",
            headers: [
                "Accept-Language": "fr;q=0.5, de-DE, en;q=0.8",
                "Cookie": "\(cookies); today_zone=Europe%2FBerlin; today_expanded=com.example.weather.widget",
            ]
        )
        let viewer = Viewer(language: "de-DE", zone: "Europe/Berlin")
        #expect(browser.host.sent(GetScreenRequest.self).contains(GetScreenRequest(for: viewer, opens: true)))
        #expect(answer.text.contains("<span>Samstag,</span>"))
        #expect(answer.text.contains("data-zone=\"Europe/Berlin\""))
        #expect(answer.text.contains("data-expanded"))
        #expect(answer.text.contains("data-position=\"e1.7\""))
    }

    @Test func thePageLeavesWhatCanBeAddedToARequestOfItsOwn() async throws {
        let browser = try await TestBrowser.signedIn()
        let page = try await browser.send(.get, "/").text
        #expect(page.contains("<div class=\"editor\" id=\"editor\"></div>"))
        #expect(page.contains("edit-button"))
        let answer = try await browser.send(.get, "/editor")
        let markup = try #require(try JSONValue(parsing: Array(answer.text.utf8))["html"]?.stringValue)
        #expect(markup.hasPrefix("<div class=\"editor\" id=\"editor\"><h2"))
        for choice in Samples.screen.available { #expect(markup.contains("data-id=\"\(choice.id.rawValue)\"")) }
        for widget in Samples.screen.widgets {
            #expect(page.contains("aria-label=\"Options of \(widget.title.replacing("&", with: "&amp;")), Small\""))
        }
        // Looking at the lists updates no widget.
        #expect(browser.host.sent(GetScreenRequest.self).last == GetScreenRequest(for: Samples.viewer, opens: false))
    }

    @Test func anAppOpensAsAPage() async throws {
        let browser = try await TestBrowser.signedIn()
        let opened = try await browser.send(.get, "/open?url=weather%3A%2F%2F")
        #expect(opened.status == .seeOther)
        #expect(opened.headers[.location] == "/app?url=weather%3A%2F%2F")
        let page = try await browser.send(.get, "/app?url=weather%3A%2F%2F")
        #expect(page.status == .ok)
        #expect(page.text.contains("data-scene=\"weather://\""))
    }

    @Test(arguments: [
        ("&from=com.example.weather", "same-origin", "own", "com.example.weather"),
        ("&from=com.example.other", "same-origin", "otherApp", "com.example.other"), ("", "same-origin", "icon", nil),
        ("&from=com.example.weather", "none", "external", nil),
        ("&from=com.example.weather&outside=1", "same-origin", "external", nil),
    ])
    func theAppLearnsWhereItWasOpened(from: String, site: String, source: String, app: String?) async throws {
        let browser = try await TestBrowser.signedIn()
        _ = try await browser.send(.get, "/open?url=weather%3A%2F%2F\(from)", headers: ["Sec-Fetch-Site": site])
        let sent = browser.host.sent(OpenURLRequest.self)
        #expect(sent.contains { $0.url == "weather://" && $0.source.rawValue == source })
        #expect(sent.map(\.from?.rawValue) == [app])
        #expect(sent.map(\.opening) == [nil])
    }

    @Test func anOpeningKeepsItsIDOnTheWayThroughThePage() async throws {
        let browser = try await TestBrowser.signedIn()
        let path = OpenURLRequest.page("weather://", from: AppID("com.example.weather"), as: OpeningID("k2&x"))
        #expect(path == "/open?url=weather%3A%2F%2F&from=com.example.weather&opening=k2%26x")
        _ = try await browser.send(.get, path, headers: ["Sec-Fetch-Site": "same-origin"])
        #expect(browser.host.sent(OpenURLRequest.self).map(\.opening) == [OpeningID("k2&x")])
    }

    @Test(arguments: ["cross-site", "same-site"], ["weather://", "https://example.com/"])
    func whatAnotherSiteLinksToIsOpenedOnceThePersonAgrees(site: String, address: String) async throws {
        let browser = try await TestBrowser.signedIn()
        let path = "/open?url=\(PercentCoding.encode(address))"
        let asked = try await browser.send(.get, path + "&outside=1", headers: ["Sec-Fetch-Site": site])
        #expect(asked.status == .ok)
        #expect(asked.text.contains("href=\"\(path)&amp;outside=1\""))
        #expect(asked.text.contains(address))
        #expect(browser.host.sent(OpenURLRequest.self).isEmpty)
        #expect(asked.text.contains("href=\"/\">Cancel</a>"))
        let opened = try await browser.send(.get, path + "&outside=1")
        #expect(opened.status == .seeOther)
        #expect(browser.host.sent(OpenURLRequest.self).map(\.source) == [.external])
        #expect(browser.host.sent(OpenURLRequest.self).map(\.url) == [address])
    }

    @Test(arguments: ["javascript:alert(1)", "nope://x", "nope:", "https:", "file:///etc/passwd", "\"><script>"])
    func nobodyIsAskedAboutAnAddressThatNothingOpens(address: String) async throws {
        let browser = try await TestBrowser.signedIn()
        let path = "/open?url=\(PercentCoding.encode(address))"
        let answer = try await browser.send(.get, path, headers: ["Sec-Fetch-Site": "cross-site"])
        #expect(answer.status == .notFound)
        #expect(answer.text.contains("No installed app opens") && !answer.text.contains("<script>"))
        #expect(browser.host.sent(OpenURLRequest.self).isEmpty)
    }

    @Test(arguments: [
        ("en-US", "is a page of Today itself, which the cards of apps open."),
        ("de-DE", "ist eine Seite von Today selbst"),
        ("ja-JP", "はToday自体のページで"),
    ])
    func anAddressOfTodayItselfIsNotTakenForThatOfAMissingApp(language: String, sentence: String) async throws {
        let browser = try await TestBrowser.signedIn()
        let headers = ["Sec-Fetch-Site": "cross-site", "Accept-Language": language]
        let answer = try await browser.send(.get, "/open?url=today%3A%2F%2Fnowhere", headers: headers)
        #expect(answer.status == .notFound && answer.text.contains(sentence))
    }

    /// The page that was shown without the host has loaded itself again, so the browser no longer says who led to it.
    @Test func whatWasOpenedWhileTheHostWasAwayIsOpenedOnceThePersonAgrees() async throws {
        let browser = try await TestBrowser.signedIn()
        let asked = try await browser.send(.get, "/open?url=weather%3A%2F%2F&from=com.example.weather&ask=1")
        #expect(asked.status == .ok && asked.text.contains("opened while Today could not be reached"))
        #expect(asked.text.contains("href=\"/open?url=weather%3A%2F%2F&amp;outside=1\""))
        #expect(browser.host.sent(OpenURLRequest.self).isEmpty)
        let question = "/open?url=today%3A%2F%2Fhosts%2Fexample.com&from=com.example.weather"
        #expect(try await browser.send(.get, question).status == .seeOther)
        #expect(try await browser.send(.get, question + "&ask=1").status == .notFound)
    }

    @Test func anAddressOutsideIsOpenedFromOwnPagesAndShownOtherwise() async throws {
        let browser = try await TestBrowser.signedIn()
        let own = try await browser.send(.get, "/open?url=https%3A%2F%2Fexample.com%2F")
        #expect(own.headers[.location] == "https://example.com/")
        let other = try await browser.send(
            .get,
            "/open?url=https%3A%2F%2Fexample.com%2F",
            headers: ["Sec-Fetch-Site": "none"]
        )
        #expect(other.status == .ok)
        #expect(other.headers[.location] == nil)
        #expect(other.text.contains("Leaving Today"))
    }

    @Test(arguments: ["/open", "/open?url=", "/app", "/open?url=\(String(repeating: "a", count: 5000))"])
    func anAddressMustBeThere(path: String) async throws {
        let answer = try await TestBrowser.signedIn().send(.get, path)
        #expect(answer.status == .badRequest)
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
    }

    @Test func anUnknownAppIsAPageThatSaysSo() async throws {
        let answer = try await TestBrowser.signedIn().send(.get, "/app?url=nothing%3A%2F%2F")
        #expect(answer.status == .notFound)
        #expect(answer.text.contains("No installed app opens nothing://."))
    }

    @Test(arguments: [
        "/nothing", "/assets/main.js", "/assets/0123456789abcdef/main.js", "/assets/\(Assets.version)/nothing.js",
        "/assets/../main.js", "/api/nothing",
    ])
    func whatIsNotThereIsNotFound(path: String) async throws {
        #expect(try await TestBrowser.signedIn().send(.get, path).status == .notFound)
    }

    @Test(arguments: Assets.scripts.keys.sorted())
    func aModuleOfTheScriptMayBeKeptForEver(name: String) async throws {
        let answer = try await TestBrowser().send(.get, "/assets/\(Assets.version)/\(name)")
        #expect(answer.status == .ok)
        #expect(answer.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(answer.text.utf8.count == Assets.scripts[name]?.count)
    }

    /// Pages that were opened before the name changed still send `_0`.
    @Test(arguments: ["id", "_0"]) func aTapIsPerformedAndAnswered(name: String) async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { $0.outcome = .done(open: "weather://") }
        let body = """
            {"id":"tap-1","target":{"widget":{"\(name)":"com.example.weather.widget"}},\
            "verb":"v","data":{"a":1},"inputs":{}}
            """
        let answer = try await browser.send(.post, "/api/taps", body: body)
        #expect(answer.text == #"{"done":{"open":"weather://"}}"#)
        let tap = try #require(browser.host.sent(PerformTapRequest.self).first?.tap)
        let widget = WidgetID("com.example.weather.widget")
        #expect(tap == Tap(id: TapID("tap-1"), target: .widget(widget), verb: "v", data: ["a": 1], inputs: [:]))
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"id":"","target":{"scene":{"url":"x"}},"data":{},"inputs":{}}"#,
        #"{"id":"a b","target":{"scene":{"url":"x"}},"data":{},"inputs":{}}"#,
        #"{"id":"\#(String(repeating: "a", count: 65))","target":{"scene":{"url":"x"}},"data":{},"inputs":{}}"#,
        String(repeating: "[", count: 1000),
    ])
    func aMalformedTapIsRefused(body: String) async throws {
        let browser = try await TestBrowser.signedIn()
        let answer = try await browser.send(.post, "/api/taps", body: body)
        #expect(answer.status == .badRequest)
        #expect(answer.text.contains("\"code\":\"invalid\""))
        #expect(browser.host.sent(PerformTapRequest.self).isEmpty)
    }

    @Test func anOversizedBodyIsRefused() async throws {
        let body = "\"" + String(repeating: "a", count: 64 * 1024) + "\""
        let browser = try await TestBrowser.signedIn()
        #expect(try await browser.send(.post, "/api/taps", body: body).status == .contentTooLarge)
        let claimed = try await browser.send(.post, "/api/taps", body: "{}", headers: ["Content-Length": "9999999"])
        #expect(claimed.status == .contentTooLarge)
    }

    @Test(arguments: [
        ("POST", "/api/apps"), ("PUT", "/api/location"), ("POST", "/api/links"),
        ("POST", "/api/open"),
        ("GET", "/api/defaults/group.com.example.weather"),
        ("PUT", "/api/defaults/group/key"), ("GET", "/api/events"), ("GET", "/api/find/app?name=Weather"),
    ])
    func aPageMayNotDoWhatIsForLocalTools(method: String, path: String) async throws {
        let browser = try await TestBrowser.signedIn()
        let answer = try await browser.send(try #require(.init(method)), path, body: "{}")
        #expect(answer.status == .notFound)
        let asked = browser.host.log.filter { !$0.contains("ession") }
        #expect(asked.isEmpty)
    }

    @Test func theScreensOrderIsKept() async throws {
        let browser = try await TestBrowser.signedIn()
        let answer = try await browser.send(.put, "/api/screen", body: #"{"widgets":["com.example.habits.widget"]}"#)
        #expect(answer.status == .noContent)
        #expect(browser.host.with(\.screen.chosen).map(\.id.rawValue) == ["com.example.habits.widget"])
    }

    @Test func anImageKeepsToItsTypes() async throws {
        let browser = try await TestBrowser.signedIn()
        let good = try await browser.send(.get, "/image?url=https%3A%2F%2Fexample.com%2Fa.png")
        #expect(good.status == .ok)
        #expect(good.headers[.contentType] == "image/png")
        let bad = try await browser.send(.get, "/image?url=https%3A%2F%2Fexample.com%2Fa.svg")
        #expect(bad.status == .unsupportedMediaType)
        let none = try await browser.send(.get, "/image?url=file%3A%2F%2F%2Fetc%2Fpasswd")
        #expect(none.status == .badRequest)
    }

    @Test func aFailureOfTheHostIsASentence() async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { $0.outcome = .failed(reason: "x") }
        let page = try await browser.send(.get, "/app?url=gone%3A")
        #expect(page.text.contains("No installed app opens gone:."))
        let script = try await browser.send(.get, "/app/card?url=gone%3A")
        #expect(script.text == #"{"code":"notFound","message":"No installed app opens gone:."}"#)
    }
}
