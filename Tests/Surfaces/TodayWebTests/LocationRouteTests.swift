import Foundation
import HTTPTypes
import Host
import HostModel
import Notifications
import SurfaceTestSupport
import Testing

@testable import TodayWeb

/// The location in Settings and its routes.
@Suite struct LocationRouteTests {
    private static let shared = "/api/location/shared"
    private static let body = #"{"latitude":48.8584,"longitude":2,"accuracy":20,"begins":true}"#

    @Test func aBrowserSharesItsLocationUnderItsOwnName() async throws {
        let browser = try await TestBrowser.signedIn()
        #expect(!(try await browser.send(.get, "/").text.contains("data-shares-location")))
        #expect(try await browser.send(.put, Self.shared, body: Self.body).status == .noContent)
        let request = try #require(browser.host.sent(ShareLocationRequest.self).first)
        #expect(request.latitude == 48.8584 && request.longitude == 2 && request.accuracy == 20 && request.begins)
        #expect(request.surface.name.hasPrefix("web."))
        #expect(browser.host.sent(GetLocationRequest.self).map(\.surface) == [request.surface])

        #expect(try await browser.send(.get, "/").text.contains("data-shares-location"))
        let settings = try await browser.send(.get, "/settings").text
        #expect(settings.contains("data-location=\"share\" checked"))
        #expect(settings.contains("48.8584, 2"))
        #expect(try await browser.send(.delete, "/api/location").status == .noContent)
        #expect(!(try await browser.send(.get, "/settings").text.contains("48.8584")))
    }

    @Test(arguments: [
        "", "{}", "[]", "null", #"{"latitude":48}"#, #"{"latitude":"48","longitude":2,"accuracy":1}"#,
        #"{"latitude":NaN,"longitude":2,"accuracy":1}"#, #"{"latitude":null,"longitude":2,"accuracy":1}"#,
    ])
    func whatIsNoLocationIsRefused(body: String) async throws {
        let browser = try await TestBrowser.signedIn()
        #expect(try await browser.send(.put, Self.shared, body: body).status == .badRequest)
        #expect(browser.host.sent(ShareLocationRequest.self).isEmpty)
    }

    @Test func aBodyThatIsTooLargeIsRefused() async throws {
        let browser = try await TestBrowser.signedIn()
        let body = Self.body + String(repeating: " ", count: 200_000)
        #expect(try await browser.send(.put, Self.shared, body: body).status == .contentTooLarge)
        #expect(browser.host.sent(ShareLocationRequest.self).isEmpty)
    }

    @Test func anotherSiteAndAStrangerLearnAndChangeNothing() async throws {
        let browser = try await TestBrowser.signedIn()
        let foreign = ["Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"]
        for (method, path) in [
            (HTTPRequest.Method.put, Self.shared), (.delete, Self.shared), (.delete, "/api/location"),
            (.get, "/api/location"),
        ] {
            #expect(try await browser.send(method, path, body: Self.body, headers: foreign).status == .forbidden)
            #expect(try await TestBrowser().send(method, path, body: Self.body).status == .unauthorized)
        }
        // To set a location by hand is for the terminal alone.
        #expect(try await browser.send(.put, "/api/location", body: Self.body).status == .notFound)
        #expect(browser.host.sent(GetLocationRequest.self).isEmpty)
        #expect(browser.host.with(\.location) == LocationState())
    }

    @Test func onlyPagesMayAskTheBrowser() async throws {
        let browser = try await TestBrowser.signedIn()
        let name = try #require(HTTPField.Name("Permissions-Policy"))
        #expect(try await browser.send(.get, "/settings").headers[name]?.hasSuffix("geolocation=(self)") == true)
        for path in ["/api/location", Assets.scriptPath] {
            #expect(try await browser.send(.get, path).headers[name]?.hasSuffix("geolocation=()") == true)
        }
    }
}
