import Foundation
import HTTPTypes
import Host
import HostModel
import SurfaceTestSupport
import Testing

@testable import TodayWeb

/// How browsers get in and out.
@Suite struct SignInTests {
    @Test(arguments: ["/", "/app?url=weather://", "/open?url=weather://"])
    func withoutASessionAPageSaysHowToGetIn(path: String) async throws {
        let browser = TestBrowser()
        let answer = try await browser.send(.get, path)
        #expect(answer.status == .unauthorized)
        #expect(answer.text.contains("today link"))
        #expect(browser.host.sent(GetScreenRequest.self).isEmpty)
        #expect(browser.host.sent(OpenURLRequest.self).isEmpty)
    }

    @Test(arguments: [
        "/events", "/app/card?url=weather://", "/editor", "/image?url=https://example.com/a.png", "/api/screen",
    ])
    func withoutASessionTheScriptIsRefused(path: String) async throws {
        let answer = try await TestBrowser().send(.get, path)
        #expect(answer.status == .unauthorized)
        #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
    }

    @Test func aLinkSignsInAndLeadsToTheScreen() async throws {
        let browser = TestBrowser()
        let answer = try await browser.send(
            .get,
            "/link/\(browser.links.make().text)",
            headers: ["Sec-Fetch-Site": "none"]
        )
        #expect(answer.status == .seeOther)
        #expect(answer.headers[.location] == "/")
        let cookie = try #require(answer.headers[.setCookie])
        for property in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"] {
            #expect(cookie.contains("; \(property)"))
        }
        let screen = try await browser.send(.get, "/", headers: ["Sec-Fetch-Site": "none"])
        #expect(screen.status == .ok)
        #expect(screen.text.contains("Weather"))
    }

    @Test func aLinkWorksOnce() async throws {
        let browser = TestBrowser()
        let token = browser.links.make()
        #expect(try await browser.send(.get, "/link/\(token.text)").status == .seeOther)
        let again = try await browser.send(.get, "/link/\(token.text)")
        #expect(again.status == .gone)
        #expect(again.headers[.setCookie] == nil)
        #expect(again.text.contains("This Link Has Been Used"))
    }

    @Test(
        arguments: [
            ["Sec-Purpose": "prefetch"], ["Sec-Purpose": "prefetch;prerender"], ["Purpose": "prefetch"],
            ["X-Purpose": "preview"], ["X-Moz": "prefetch"], ["Sec-Fetch-Dest": "iframe"], ["Sec-Fetch-Dest": "embed"],
            ["Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"],
            ["Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"],
        ] as [[String: String?]]
    )
    func whatIsNoNavigationOfAPersonGetsAButton(fields: [String: String?]) async throws {
        let browser = TestBrowser()
        let link = "/link/\(browser.links.make().text)"
        let navigation: [String: String?] = [
            "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
        ]
        let page = try await browser.send(.get, link, headers: navigation.merging(fields) { $1 })
        #expect(page.status == .ok && page.headers[.setCookie] == nil, "the link was used")
        #expect(page.text.contains("<form method=\"post\" action=\"\(link)\"><button"))
        #expect(browser.host.sent(ChangeSessionRequest.self).isEmpty)
        // Only the page's own button uses it, once.
        for origin in ["https://a.example", "null", nil] {
            let headers = ["Sec-Fetch-Site": origin == nil ? nil : "cross-site", "Origin": origin]
            #expect(try await browser.send(.post, link, headers: headers).status == .forbidden)
        }
        let pressed = try await browser.send(.post, link)
        #expect(pressed.status == .seeOther && pressed.headers[.location] == "/")
        #expect(try await browser.send(.get, "/").status == .ok)
        #expect(try await browser.send(.post, link).status == .gone)
        #expect(try await browser.send(.get, link, headers: navigation.merging(fields) { $1 }).status == .gone)
    }

    @Test func aLinkThatAPersonOpensSignsInAtOnce() async throws {
        let browser = TestBrowser()
        let headers = ["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]
        let answer = try await browser.send(.get, "/link/\(browser.links.make().text)", headers: headers)
        #expect(answer.status == .seeOther && answer.headers[.setCookie] != nil)
    }

    @Test func aLinkOnAnotherSiteLeadsByWayOfAPage() async throws {
        let browser = TestBrowser()
        let answer = try await browser.send(
            .get,
            "/link/\(browser.links.make().text)",
            headers: ["Sec-Fetch-Site": "cross-site"]
        )
        #expect(answer.status == .ok)
        #expect(answer.headers[.setCookie] != nil)
        #expect(answer.text.contains("http-equiv=\"refresh\" content=\"0;url=/\""))
    }

    @Test(arguments: ["none", "cross-site"])
    func aLinkLeadsToThePageThatItWasMadeFor(site: String) async throws {
        let browser = TestBrowser()
        let page = try #require(PagePath("/notifications?answer=7&action=edit"))
        let answer = try await browser.send(
            .get,
            "/link/\(browser.links.make(to: page).text)",
            headers: ["Sec-Fetch-Site": site]
        )
        if site == "none" {
            #expect(answer.headers[.location] == page.text)
        } else {
            #expect(answer.text.contains("content=\"0;url=/notifications?answer=7&amp;action=edit\""))
        }
    }

    @Test(arguments: ["/link/", "/link/x", "/link/\(String(repeating: "A", count: 43))", "/link/../"])
    func whatIsNoLinkSignsNobodyIn(path: String) async throws {
        let answer = try await TestBrowser().send(.get, path)
        #expect(answer.status == .gone || answer.status == .notFound)
        #expect(answer.headers[.setCookie] == nil)
    }

    @Test func theHostKeepsNoToken() async throws {
        let browser = try await TestBrowser.signedIn()
        let token = try #require(browser.cookies["today_session"])
        let kept = browser.host.with { Array($0.sessions.keys) }
        #expect(kept.count == 1)
        #expect(!kept.contains(token))
        #expect(kept.first?.utf8.count == 64)
    }

    @Test func signingOutEndsTheSession() async throws {
        let browser = try await TestBrowser.signedIn()
        let token = try #require(browser.cookies["today_session"])
        let answer = try await browser.send(.post, "/sign-out")
        #expect(answer.status == .seeOther)
        #expect(browser.cookies["today_session"] == nil)
        let stolen = try await browser.send(.get, "/", headers: ["Cookie": "today_session=\(token)"])
        #expect(stolen.status == .unauthorized)
    }

    @Test func aNewLinkEndsTheBrowsersFormerSession() async throws {
        let browser = try await TestBrowser.signedIn()
        _ = try await browser.send(.get, "/link/\(browser.links.make().text)")
        #expect(browser.host.with(\.sessions).count == 1)
    }

    @Test func aSessionIsRefusedHalfAYearAfterItWasSeen() async throws {
        let browser = try await TestBrowser.signedIn()
        let old = Date(timeIntervalSinceNow: -181 * 86_400)
        browser.host.with { state in for key in state.sessions.keys { state.sessions[key] = old } }
        #expect(try await browser.send(.get, "/").status == .unauthorized)
    }

    @Test func beingSeenIsNotedEveryFiveMinutes() async throws {
        let browser = try await TestBrowser.signedIn()
        _ = try await browser.send(.get, "/")
        #expect(!browser.host.sent(ChangeSessionRequest.self).contains { $0.change == .touch })
        let lately = Date(timeIntervalSinceNow: -240)
        browser.host.with { state in for key in state.sessions.keys { state.sessions[key] = lately } }
        _ = try await browser.send(.get, "/")
        #expect(!browser.host.sent(ChangeSessionRequest.self).contains { $0.change == .touch })
        let before = Date(timeIntervalSinceNow: -301)
        browser.host.with { state in for key in state.sessions.keys { state.sessions[key] = before } }
        for _ in 0..<3 { _ = try await browser.send(.get, "/") }
        #expect(browser.host.sent(ChangeSessionRequest.self).count { $0.change == .touch } == 1)
    }
}
