import Foundation
import HTTPTypes
import Host
import HostModel
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayWeb

/// The outbox as a signed-in browser sees and uses it, without scripts.
@Suite struct OutboxRouteTests {
    private func browser(_ states: PendingAction.State...) async throws -> TestBrowser {
        let browser = try await TestBrowser.signedIn()
        browser.host.changeOutbox { outbox in
            outbox.entries = states.enumerated().map { Samples.queued(Int64($0 + 1), $1) }
        }
        return browser
    }

    @Test func theLinkIsHiddenWhileTheOutboxIsEmpty() async throws {
        for path in ["/", "/notifications"] {
            let empty = try await browser().send(.get, path).text
            #expect(empty.contains("id=\"outbox-link\" href=\"/outbox\" aria-label=\"Outbox, 0 changes\" hidden>"))
            let full = try await browser(.waiting).send(.get, path).text
            #expect(full.contains("id=\"outbox-link\" href=\"/outbox\" aria-label=\"Outbox, 1 change\">"))
        }
    }

    @Test func everyStateShowsWithWhatCanBeDone() async throws {
        let page = try await browser(.failed, .retrying, .waiting, .delivered).send(.get, "/outbox")
        #expect(page.status == .ok)
        for title in ["Could Not Be Done", "Being Retried", "Pending"] { #expect(page.text.contains(">\(title)</h2>")) }
        #expect(page.text.contains("Weather &lt;1&gt;"))
        #expect(page.text.contains("It &lt;b&gt;failed&lt;/b&gt;."))
        #expect(page.text.contains("8 attempts"))
        #expect(page.text.contains("2 attempts, the next at"))
        #expect(page.text.contains("Being done now"))
        let forms = page.text.matches(of: #/action="([^"]+)"/#).map { String($0.1) }
        #expect(
            forms.filter { $0.hasPrefix("/outbox") }
                == [
                    "/outbox/1/retry", "/outbox/1/discard", "/outbox/2/retry", "/outbox/2/discard", "/outbox/3/discard",
                ]
        )
        #expect(!page.text.contains(" style="))
        let empty = try await browser().send(.get, "/outbox").text
        #expect(empty.contains("Nothing Here"))
    }

    @Test func formsRetryAndDiscardAndShowTheOutboxAgain() async throws {
        let browser = try await browser(.failed, .retrying)
        let retried = try await browser.send(.post, "/outbox/1/retry")
        #expect(retried.status == .seeOther)
        #expect(retried.headers[.location] == "/outbox")
        #expect(try await browser.send(.post, "/outbox/2/discard").status == .seeOther)
        #expect(browser.host.sent(RetryActionRequest.self) == [RetryActionRequest(1)])
        #expect(browser.host.sent(DiscardActionRequest.self) == [DiscardActionRequest(2)])
        // One that was processed meanwhile is no error.
        #expect(try await browser.send(.post, "/outbox/9/retry").status == .seeOther)
        #expect(try await browser.send(.post, "/outbox/x/retry").status == .notFound)
    }

    @Test func otherSitesAndStrangersCannotUseIt() async throws {
        let browser = try await browser(.failed)
        let elsewhere = ["Sec-Fetch-Site": "cross-site", "Origin": "https://example.org"]
        #expect(try await browser.send(.post, "/outbox/1/discard", headers: elsewhere).status == .forbidden)
        let stranger = TestBrowser(host: browser.host)
        #expect(try await stranger.send(.get, "/outbox").status == .unauthorized)
        #expect(try await stranger.send(.post, "/outbox/1/discard").status == .unauthorized)
        #expect(try await stranger.send(.delete, "/api/outbox/1").status == .unauthorized)
        #expect(browser.host.sent(DiscardActionRequest.self).isEmpty)
    }
}
