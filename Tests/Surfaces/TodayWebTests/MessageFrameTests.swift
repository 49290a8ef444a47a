import Foundation
import HTTPTypes
import Host
import HostModel
import JSON
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// The frame in which the body of a message stands.
@Suite struct MessageFrameTests {
    private static let folder = "/messages/com.example.weather/m-1/"
    private static let html = "<!DOCTYPE html><html><head></head><body><p>Storm</p></body></html>"

    private func reader() async throws -> TestBrowser {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { state in
            state.scenes["weather://message/m-1"] = Samples.messageScene("m-1")
            state.messages.messages = [Samples.message("m-1")]
            state.messages.bodies[MessageID("m-1")] = SanitizedMessageBody(html: Self.html, text: "Storm")
            state.messages.images["a1.png"] = [1, 2, 3]
        }
        return browser
    }

    private func policy(_ answer: TestBrowser.Answer) throws -> [String: String] {
        let text = try #require(answer.headers[.contentSecurityPolicy])
        let parts = text.split(separator: ";").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        return Dictionary(uniqueKeysWithValues: parts.map { ($0[0], $0.count > 1 ? $0[1] : "") })
    }

    @Test func thePageHoldsTheFrameBelowTheCard() async throws {
        let page = try await reader().send(.get, "/app?url=weather://message/m-1")
        let frame = try #require(page.text.firstMatch(of: #/<iframe[^>]*>/#)).0
        #expect(frame.contains("src=\"\(Self.folder)body\""))
        #expect(frame.contains("referrerpolicy=\"same-origin\""))
        let sandbox = try #require(frame.firstMatch(of: #/sandbox="([^"]*)"/#)).1
        #expect(
            Set(sandbox.split(separator: " "))
                == ["allow-same-origin", "allow-popups", "allow-popups-to-escape-sandbox"]
        )
        let card = try #require(page.text.range(of: "</form>"))
        #expect(page.text.range(of: "<iframe").map { $0.lowerBound > card.lowerBound } == true)
        #expect(try policy(page)["frame-src"] == "'self'")
    }

    @Test func aPageWithoutAMessageHasNoFrame() async throws {
        let browser = try await reader()
        let page = try await browser.send(.get, "/app?url=weather%3A%2F%2F")
        #expect(!page.text.contains("<iframe"))
        #expect(page.text.contains("id=\"message\" hidden"))
        // Only pages of apps may ever hold one.
        #expect(try policy(try await browser.send(.get, "/"))["frame-src"] == nil)
    }

    @Test func thePageThatIsDrawnAgainHasTheFrameToo() async throws {
        let browser = try await reader()
        let message = try await browser.send(.get, "/app/card?url=weather://message/m-1")
        let drawing = try JSONValue(parsing: Array(message.text.utf8))
        #expect(drawing["body"]?.stringValue?.contains("<iframe") == true)
        #expect(drawing["html"]?.stringValue?.contains("<iframe") == false)
        let other = try await browser.send(.get, "/app/card?url=weather%3A%2F%2F")
        let empty = try JSONValue(parsing: Array(other.text.utf8))["body"]?.stringValue
        #expect(empty?.contains("<iframe") == false)
    }

    @Test func theBodyMayDoNothing() async throws {
        let answer = try await reader().send(.get, Self.folder + "body")
        #expect(answer.status == .ok)
        #expect(answer.text.hasSuffix("</head><body><p>Storm</p></body></html>"))
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        #expect(answer.headers[.cacheControl] == "no-store")
        #expect(answer.headers[try #require(.init("X-Frame-Options"))] == "SAMEORIGIN")
        let policy = try policy(answer)
        #expect(policy["default-src"] == "'none'")
        #expect(policy["script-src"] == nil)
        #expect(policy["form-action"] == "'none'")
        #expect(policy["base-uri"] == "'none'")
        #expect(policy["frame-ancestors"] == "'self'")
        // Pictures of this message alone: no other address of this surface, which a picture could otherwise open.
        #expect(policy["img-src"] == "\(TestBrowser.origin.url)\(Self.folder)images/ data:")
        let sandbox = try #require(policy["sandbox"])
        for grant in ["allow-scripts", "allow-forms", "allow-top-navigation", "allow-modals", "allow-downloads"] {
            #expect(!sandbox.contains(grant))
        }
    }

    @Test func picturesOfTheBodyAreServed() async throws {
        let answer = try await reader().send(.get, Self.folder + "images/a1.png")
        #expect(answer.status == .ok)
        #expect(answer.headers[.contentType] == "image/png")
        #expect(answer.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; sandbox") == true)
    }

    @Test func aBodyThatIsNotThereIsASentenceInTheFrame() async throws {
        let answer = try await reader().send(.get, "/messages/com.example.weather/m-2/body")
        #expect(answer.status == .notFound)
        #expect(answer.text.contains("The body of this message is not here yet."))
        #expect(try policy(answer)["frame-ancestors"] == "'self'")
        #expect(answer.headers[try #require(.init("X-Frame-Options"))] == "SAMEORIGIN")
    }

    @Test(arguments: [
        "/messages/com.example.weather/../body", "/messages/com.example.weather/%2E%2E/body",
        "/messages/com.example.weather/m%2F1/body", "/messages/com.example.weather/m.1/body",
        "/messages/com.example.weather/m%001/body", "/messages/com.example.weather/%22onload/body",
        "/messages/com.example.weather/\(String(repeating: "a", count: 129))/body", "/messages/%2E%2E/m-1/body",
        "/messages/..%2F..%2Fetc/m-1/body", "/messages/a%20b/m-1/body", "/messages//m-1/body",
        "/messages/com.example.weather/m-1/images/..", "/messages/com.example.weather/m-1/images/%2E%2E%2Fbody.html",
        "/messages/com.example.weather/m-1/images/.hidden", "/messages/com.example.weather/m-1/images/a%2Fb.png",
        "/messages/com.example.weather/m-1/images/a%00.png",
        "/messages/com.example.weather/m-1/images/\(String(repeating: "a", count: 256))",
        "/messages/com.example.weather/m-1", "/messages", "/messages/com.example.weather/m-1/body/more",
    ])
    func hostileNamesAreNeverAskedFor(path: String) async throws {
        let browser = try await reader()
        let answer = try await browser.send(.get, path)
        #expect(answer.status == .notFound)
        #expect(browser.host.sent(GetMessageBodyRequest.self).isEmpty)
        #expect(browser.host.sent(GetMessageImageRequest.self).isEmpty)
    }

    @Test func messagesOfAnotherAppAreNotShown() async throws {
        let browser = try await reader()
        _ = try await browser.send(.get, "/messages/com.example.other/m-1/body")
        // The host is asked for the message of the app in the address, and of no other.
        #expect(browser.host.sent(GetMessageBodyRequest.self).map(\.app) == [AppID("com.example.other")])
    }

    @Test(arguments: [folder + "body", folder + "images/a1.png"])
    func whoIsNotSignedInSeesNothing(path: String) async throws {
        let signedIn = try await reader()
        let stranger = TestBrowser(host: signedIn.host)
        let answer = try await stranger.send(.get, path)
        #expect(answer.status == .unauthorized)
        #expect(!answer.text.contains("Storm"))
    }

    @Test(arguments: ["cross-site", "same-site", "none"])
    func anotherSiteCannotShowIt(site: String) async throws {
        let answer = try await reader().send(.get, Self.folder + "body", headers: ["Sec-Fetch-Site": site])
        #expect(answer.status == .forbidden)
    }

    @Test func theTitleOfTheFrameIsText() async throws {
        let browser = try await reader()
        var scene = Samples.messageScene("m-1")
        scene.title = PageSafetyTests.hostile
        browser.host.with { [scene] in $0.scenes["x:"] = scene }
        let page = try await browser.send(.get, "/app?url=x:")
        #expect(page.text.matches(of: #/<iframe/#).count == 1)
        #expect(!page.text.contains("<script>alert"))
    }
}
