import CardRendering
import Foundation
import HTTPTypes
import Host
import HostModel
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayWeb

/// The question whether an app may fetch from a host, and the answer.
@Suite struct AllowedHostRouteTests {
    private let page = "/settings/apps/hosts?app=com.example.weather&host=Example.com:8080"
    private let host = "/api/apps/com.example.weather/hosts/example.com%3A8080"

    @Test func aCardOfAnAppLeadsToTheQuestionAboutItself() async throws {
        let browser = try await TestBrowser.signedIn()
        let link = try #require(PageLink.target(of: "today://hosts/example.com%3A8080", from: Samples.weatherApp.id))
        let answer = try await browser.send(.get, link.href)
        let target = answer.headers[.location]
        #expect(target == "/settings/apps/hosts?app=com.example.weather&host=example.com%3A8080")
        // Who is not on a page of Today has no app to ask for.
        let elsewhere = ["Sec-Fetch-Site": "cross-site", "Origin": nil]
        #expect(try await browser.send(.get, link.href, headers: elsewhere).headers[.location] != target)
        #expect(browser.host.sent(SetAllowedServerRequest.self).isEmpty)
    }

    @Test func theQuestionNamesAppAndHostAndChangesNothing() async throws {
        let browser = try await TestBrowser.signedIn()
        let html = try await browser.send(.get, page).text
        #expect(html.contains("Allow “Weather” to Fetch from example.com:8080?"))
        #expect(html.contains("data-host=\"allow\""))
        #expect(html.utf8.count < 50_000)
        #expect(browser.host.sent(SetAllowedServerRequest.self).isEmpty)

        #expect(try await browser.send(.put, host).status == .noContent)
        #expect(
            browser.host.sent(SetAllowedServerRequest.self) == [
                SetAllowedServerRequest("example.com:8080", true, for: Samples.weatherApp.id)
            ]
        )
        let answered = try await browser.send(.get, page).text
        #expect(answered.contains("You have allowed this already."))
        #expect(!answered.contains("data-host=\"allow\""))
        #expect(try await browser.send(.delete, host).status == .noContent)
        #expect(try await browser.send(.get, page).text.contains("data-host=\"allow\""))
    }

    @Test func aFormThatNamesNoHostIsShownAgainWithTheReason() async throws {
        let browser = try await TestBrowser.signedIn()
        let answer = try await browser.send(.get, "/settings/apps/hosts?app=com.example.weather&host=bad+%22host%21")
        #expect(answer.status == .badRequest && answer.text.contains("is no host"))
        #expect(answer.text.contains("value=\"bad &quot;host!\" aria-invalid=\"true\""))
        let unknown = try await browser.send(.get, "/settings/apps/hosts?app=com.example.none&host=bad+host%21")
        #expect(unknown.status != .ok && !unknown.text.contains("aria-invalid"))
    }

    @Test(arguments: [
        "javascript:alert(1)", "https://example.com", "*.example.com", "a b", "example.com:0", "example.com:99999", ".",
        "[::1", "a..b", "%00", "%FF", String(repeating: "x", count: 300), String(repeating: "x", count: 5000),
    ])
    func whatIsNoHostIsRefused(name: String) async throws {
        let browser = try await TestBrowser.signedIn()
        let text = PercentEncoded.value(name)
        let question = try await browser.send(.get, "/settings/apps/hosts?app=com.example.weather&host=\(text)")
        #expect(question.status == .badRequest)
        #expect(try await browser.send(.put, "/api/apps/com.example.weather/hosts/\(text)").status == .badRequest)
        #expect(browser.host.with(\.allowedHosts).isEmpty)
    }

    @Test(arguments: ["", "?app=com.example.weather", "?app=com.example.weather&host=", "?host=example.com"])
    func aQuestionNeedsAnAppAndAHost(query: String) async throws {
        let browser = try await TestBrowser.signedIn()
        #expect(try await browser.send(.get, "/settings/apps/hosts" + query).status == .badRequest)
        #expect(try await browser.send(.get, "/settings/apps/hosts?app=nobody&host=a.org").status == .notFound)
    }

    @Test func anotherSiteAndAStrangerMayAllowNothing() async throws {
        let browser = try await TestBrowser.signedIn()
        let foreign = ["Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"]
        for method in [HTTPRequest.Method.put, .delete] {
            #expect(try await browser.send(method, host, headers: foreign).status == .forbidden)
            #expect(try await TestBrowser(host: browser.host).send(method, host).status == .unauthorized)
        }
        #expect(try await TestBrowser(host: browser.host).send(.get, page).status == .unauthorized)
        #expect(browser.host.sent(SetAllowedServerRequest.self).isEmpty)
    }

    @Test func textOfAppsStaysText() async throws {
        let bad = PageSafetyTests.hostile
        let browser = try await TestBrowser.signedIn()
        browser.host.with { $0.rights.title = bad }
        for language in ["en", "de", "ja"] {
            let html = try await browser.send(.get, page, headers: ["Accept-Language": language]).text
            #expect(!html.contains(bad))
            #expect(html.matches(of: #/<script/#).count == 2)
        }
    }

    @Test func theRightsOfAnAppWithTheNetworkHaveAFieldForAHost() async throws {
        let browser = try await TestBrowser.signedIn()
        let path = AppRightsPage.path(of: Samples.weatherApp.id)
        #expect(try await browser.send(.get, path).text.contains("action=\"/settings/apps/hosts\""))
        browser.host.with { $0.rights.rights.removeAll { $0.identifier == "network" } }
        #expect(try await browser.send(.get, path).text.contains("action=\"/settings/apps/hosts\"") == false)
    }
}

/// Text for one part of a URL of a test; what is escaped already stays so.
private enum PercentEncoded {
    static func value(_ text: String) -> String {
        text.contains("%") ? text : text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
