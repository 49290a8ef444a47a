import Foundation
import HTTPTypes
import Host
import HostModel
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayWeb

/// The page of what an app may do, and its switches.
@Suite struct AppRightsRouteTests {
    private let page = "/settings/apps?app=com.example.weather"
    private let right = "/api/apps/com.example.weather/rights/group%3Agroup.com.example.weather"

    @Test func settingsLeadToEveryAppAndItsRights() async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { $0.apps = [Samples.weatherApp] }
        #expect(try await browser.send(.get, "/settings").text.contains("href=\"\(page)\""))

        let html = try await browser.send(.get, page).text
        #expect(html.contains("<h1>Weather</h1>"))
        #expect(html.contains("data-right=\"group:group.com.example.weather\" checked"))
        #expect(html.contains("data-right=\"network\">"))
        #expect(html.contains("Not supported by this version of Today"))
        // What runs at all has no switch.
        #expect(!html.contains("data-right=\"program\""))
        #expect(html.utf8.count < 50_000)
    }

    @Test func thePageSaysWhatTheAppMayUseAndHowThatIsEnforced() async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.with {
            $0.rights.limits = [
                .memoryLimits(64, app: 256), .databaseSpace(64, used: 3),
                .todayMeasuresApps(LocalizableText.noOwnControlGroupPhrase),
            ]
        }
        let page = try await browser.send(.get, page, headers: ["Accept-Language": "de"]).text
        #expect(page.contains("Ein Widget darf 64 MiB Speicher belegen, die App mit allen Widgets 256 MiB."))
        #expect(page.contains("Die App darf in der Datenbank von Today 64 MiB belegen; sie belegt 3 MiB."))
        #expect(page.contains("ohne Control Groups: Today hat keine eigene Control Group."))
    }

    @Test func aSwitchRevokesAndGivesBack() async throws {
        let browser = try await TestBrowser.signedIn()
        #expect(try await browser.send(.delete, right).status == .noContent)
        #expect(try await browser.send(.get, page).text.contains("data-right=\"group:group.com.example.weather\">"))
        #expect(try await browser.send(.put, right).status == .noContent)
        #expect(
            browser.host.sent(SetAppRightRequest.self) == [
                SetAppRightRequest("group:group.com.example.weather", false, of: Samples.weatherApp.id),
                SetAppRightRequest("group:group.com.example.weather", true, of: Samples.weatherApp.id),
            ]
        )
    }

    @Test(arguments: [
        ("/api/apps/nobody/rights/network", HTTPResponse.Status.notFound),
        ("/api/apps/com.example.weather/rights/nothing", .notFound),
        ("/api/apps/com.example.weather/rights/%FF", .badRequest),
        ("/api/apps/com.example.weather/rights/\(String(repeating: "x", count: 5000))", .badRequest),
        ("/api/apps/\(String(repeating: "x", count: 5000))/rights/network", .badRequest),
    ])
    func whatIsUnknownIsRefused(path: String, status: HTTPResponse.Status) async throws {
        let browser = try await TestBrowser.signedIn()
        let rights = browser.host.with(\.rights)
        for method in [HTTPRequest.Method.put, .delete] {
            let answer = try await browser.send(method, path, body: String(repeating: "a", count: 200_000))
            #expect(answer.status == status)
        }
        #expect(browser.host.with(\.rights) == rights)
    }

    @Test(arguments: [
        "/settings/apps", "/settings/apps?app=", "/settings/apps?app=\(String(repeating: "x", count: 5000))",
    ])
    func aPageNeedsAnApp(path: String) async throws {
        #expect(try await TestBrowser.signedIn().send(.get, path).status == .badRequest)
        #expect(try await TestBrowser.signedIn().send(.get, "/settings/apps?app=nobody").status == .notFound)
    }

    @Test func anotherSiteMayRevokeNothing() async throws {
        let browser = try await TestBrowser.signedIn()
        for method in [HTTPRequest.Method.put, .delete] {
            let answer = try await browser.send(
                method,
                right,
                headers: ["Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"]
            )
            #expect(answer.status == .forbidden)
        }
        #expect(browser.host.sent(SetAppRightRequest.self).isEmpty)
        #expect(try await TestBrowser().send(.delete, right).status == .unauthorized)
        #expect(try await TestBrowser().send(.get, page).status == .unauthorized)
    }

    @Test func textOfAppsStaysText() async throws {
        let bad = PageSafetyTests.hostile
        let browser = try await TestBrowser.signedIn()
        browser.host.with { state in
            state.rights.title = bad
            state.rights.version = bad
            state.rights.rights = [.init(identifier: bad, sentence: .text(bad), isGranted: true)]
            state.rights.unsupported = [.text(bad)]
        }
        let html = try await browser.send(.get, page).text
        #expect(!html.contains(bad))
        #expect(html.matches(of: #/<script/#).count == 2)
    }
}
