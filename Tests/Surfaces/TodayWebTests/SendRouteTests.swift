import DeviceSync
import Foundation
import HTTPTypes
import Host
import HostModel
import HostStorage
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayWeb

/// The form by which a person sends a message, as a signed-in browser sees and sends it, without scripts.
@Suite struct SendRouteTests {
    private static let app = Samples.weatherApp.id
    private static let dinner = "app=com.example.weather&title=Dinner&text=Soup%0D%0A%26+bread"

    private func browser(
        _ status: CloudStatus = CloudStatus(.connected(since: Samples.now), url: "http://127.0.0.1:1", isLocal: true)
    ) async throws -> TestBrowser {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { $0.messages.status = status }
        return browser
    }

    @Test func anAppLeadsToItsOwnForm() async throws {
        #expect(PageLink.ownPage(at: "today://send", from: Self.app) == "/send?app=com.example.weather")
        #expect(PageLink.ownPage(at: "today://send", from: nil) == "/send")
        let page = try await browser().send(.get, "/send?app=com.example.weather")
        #expect(page.status == .ok)
        for part in [
            "<h1>Send a Message</h1>", "name=\"app\" value=\"com.example.weather\"", "name=\"title\"", "<textarea",
            "name=\"to\"", "name=\"silent\"", "<span>Weather</span>",
        ] {
            #expect(page.text.contains(part), "\(part)")
        }
        #expect(try await browser().send(.get, "/send?app=com.example.nothing").status == .notFound)
        #expect(try await browser().send(.get, "/send").status == .ok)
    }

    @Test(arguments: [
        ("", OutgoingMessage.Audience.all, false), ("&to=&silent=true", .all, true),
        ("&to=+ada+", .person("ada"), false),
        ("&to=ada&silent=true", .person("ada"), true), ("&silent=false&tag=x", .all, false),
    ])
    func whatThePersonWroteIsSent(more: String, audience: OutgoingMessage.Audience, isSilent: Bool) async throws {
        let browser = try await browser()
        let answer = try await browser.send(.post, "/send", body: Self.dinner + more)
        #expect(answer.status == .seeOther)
        #expect(answer.headers[.location] == "/send?app=com.example.weather&sent=1")
        let message = OutgoingMessage(
            title: "Dinner",
            content: .init(type: .plain, text: "Soup\n& bread"),
            audience: audience,
            isSilent: isSilent
        )
        #expect(browser.host.sent(SendMessageRequest.self) == [SendMessageRequest(message, to: Self.app)])
        let sent = try await browser.send(.get, "/send?app=com.example.weather&sent=1").text
        #expect(sent.contains("role=\"status\">The message was sent."))
    }

    @Test(arguments: [
        ("title=+&text=x", "Enter a title"), ("text=x", "Enter a title"), ("title=x&text=%0D%0A", "Enter a text"),
        ("title=" + String(repeating: "t", count: 201) + "&text=x", "at most 200"),
        ("title=x&text=" + String(repeating: "t", count: 20_001), "at most 20000"),
        ("title=x&text=x&to=" + String(repeating: "t", count: 129), "at most 128"), ("{}", "Enter a title"),
    ])
    func whatIsNoMessageStaysInTheFormWithTheReason(form: String, reason: String) async throws {
        let browser = try await browser()
        let page = try await browser.send(.post, "/send", body: form + "&silent=true")
        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("role=\"alert\"") && page.text.contains(reason))
        #expect(page.text.contains(" checked"))
        #expect(browser.host.sent(SendMessageRequest.self).isEmpty)
    }

    @Test(arguments: [
        ("en", "The cloud refuses the message: &lt;title&gt;"),
        ("de", "Die Cloud nimmt die Nachricht nicht an: &lt;title&gt;"),
        ("ja", "クラウドがメッセージを受け付けませんでした：&lt;title&gt;"),
    ])
    func aRefusalIsShownInTheLanguageOfThePersonAndNothingIsLost(language: String, words: String) async throws {
        let browser = try await browser()
        browser.host.with {
            $0.messages.sendFailure = HostError(.invalid, .cloudRefusedMessage("<title>"))
        }
        let headers = ["Accept-Language": language]
        let form = Self.dinner + "&to=%3Cscript%3E"
        let page = try await browser.send(.post, "/send", body: form, headers: headers)
        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("role=\"alert\">" + words))
        #expect(page.text.contains("value=\"Dinner\"") && page.text.contains("Soup\n&amp; bread</textarea>"))
        #expect(page.text.contains("value=\"&lt;script&gt;\"") && !page.text.contains("<script>"))
    }

    @Test(arguments: [
        (CloudStatus.notLinked, "today link CLOUD-URL"),
        (CloudStatus(.connecting, url: "https://push.example.org"), "today send --cloud https://push.example.org"),
    ])
    func aHostThatUsesAnotherCloudSaysHowToSend(status: CloudStatus, command: String) async throws {
        let browser = try await browser(status)
        for page in [
            try await browser.send(.get, "/send"), try await browser.send(.post, "/send", body: Self.dinner),
        ] {
            #expect(page.text.contains(command) && !page.text.contains("<form method=\"post\" action=\"/send\""))
        }
        #expect(browser.host.sent(SendMessageRequest.self).isEmpty)
    }

    @Test func hugeFormsOtherSitesAndStrangersAreRefused() async throws {
        let browser = try await browser()
        let huge = "text=" + String(repeating: "x", count: SendController.bodyLimit)
        #expect(try await browser.send(.post, "/send", body: huge).status == .contentTooLarge)
        let elsewhere = ["Sec-Fetch-Site": "cross-site", "Origin": "https://example.org"]
        #expect(try await browser.send(.post, "/send", body: Self.dinner, headers: elsewhere).status == .forbidden)
        let stranger = TestBrowser(host: browser.host)
        #expect(try await stranger.send(.get, "/send").status == .unauthorized)
        #expect(try await stranger.send(.post, "/send", body: Self.dinner).status == .unauthorized)
        browser.host.with { state in
            for hash in state.sessions.keys { state.devices[hash] = StubDevice(rights: .act) }
        }
        #expect(try await browser.send(.get, "/send").status == .forbidden)
        #expect(try await browser.send(.post, "/send", body: Self.dinner).status == .forbidden)
        #expect(browser.host.sent(SendMessageRequest.self).isEmpty)
    }
}
