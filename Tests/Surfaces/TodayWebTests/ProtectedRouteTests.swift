import Foundation
import HTTPTypes
import Host
import HostModel
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayWeb

/// What a page may do only with the passcode, if there is one: install and remove apps, and give them rights.
@Suite struct ProtectedRouteTests {
    static let app = "/api/apps/com.example.weather"
    static let protected: [(HTTPRequest.Method, String)] = [
        (.put, "/api/uploads/upload"), (.delete, app), (.put, app + "/rights/network"),
        (.put, app + "/hosts/example.com"),
    ]
    private static let body = #"{"digest":"x"}"#

    private func browserWithPasscode() async throws -> TestBrowser {
        let browser = try await TestBrowser.signedIn()
        #expect(try await browser.send(.post, "/settings/apps/uploads", body: "archive").status == .ok)
        browser.host.with { $0.notifications.passcode = "1234" }
        return browser
    }

    private func changes(_ host: StubHost) -> Int {
        host.sent(InstallUploadRequest.self).count + host.sent(UninstallAppRequest.self).count
            + host.sent(SetAppRightRequest.self).count + host.sent(SetAllowedServerRequest.self).count
    }

    @Test(arguments: protected.indices) func nothingIsDoneBeforeThePasscode(index: Int) async throws {
        let (method, path) = Self.protected[index]
        let browser = try await browserWithPasscode()
        let refused = try await browser.send(method, path, body: Self.body)
        #expect(refused.status == .forbidden && refused.text.contains("passcodeRequired"))
        #expect(changes(browser.host) == 0)

        let wrong = try await browser.send(.post, "/api/passcode/unlock", body: #"{"passcode":"4321"}"#)
        #expect(wrong.status == .forbidden)
        #expect(try await browser.send(method, path, body: Self.body).status == .forbidden)
        // Another browser that is unlocked unlocks this one not.
        let other = try await TestBrowser.signedIn(host: browser.host)
        #expect(try await other.send(.post, "/api/passcode/unlock", body: #"{"passcode":"1234"}"#).status == .noContent)
        #expect(try await browser.send(method, path, body: Self.body).status == .forbidden)
        #expect(changes(browser.host) == 0)

        #expect(
            try await browser.send(.post, "/api/passcode/unlock", body: #"{"passcode":"1234"}"#).status == .noContent
        )
        let status = try await browser.send(method, path, body: Self.body).status
        #expect(status == .ok || status == .noContent)
        #expect(changes(browser.host) == 1)
    }

    @Test(arguments: protected.indices) func withoutAPasscodeNothingIsAsked(index: Int) async throws {
        let (method, path) = Self.protected[index]
        let browser = try await TestBrowser.signedIn()
        #expect(try await browser.send(.post, "/settings/apps/uploads", body: "archive").status == .ok)
        let status = try await browser.send(method, path, body: Self.body).status
        #expect(status == .ok || status == .noContent)
        #expect(changes(browser.host) == 1)
    }

    @Test(arguments: [
        (HTTPRequest.Method.delete, app + "/rights/network"), (.delete, app + "/hosts/example.com"),
        (.delete, "/api/uploads/upload"),
    ])
    func whatTakesSomethingBackNeedsNoPasscode(method: HTTPRequest.Method, path: String) async throws {
        let browser = try await browserWithPasscode()
        #expect(try await browser.send(method, path).status == .noContent)
    }

    @Test(arguments: ["widget:a", "notifications"])
    func whatOtherPagesChangeWithoutAPasscodeNeedsNoneHereEither(right: String) {
        #expect(!SetAppRightRequest(right, true, of: Samples.weatherApp.id).needsPasscode)
        #expect(SetAppRightRequest("network", true, of: Samples.weatherApp.id).needsPasscode)
        #expect(SetAppRightRequest("no such right", true, of: Samples.weatherApp.id).needsPasscode)
    }
}
