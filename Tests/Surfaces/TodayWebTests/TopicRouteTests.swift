import DeviceSync
import Foundation
import HTTPTypes
import Host
import HostModel
import HostStorage
import SurfaceTestSupport
import Testing

@testable import TodayWeb

/// Topics, their feeds and their forms as a signed-in browser uses them, without scripts.
@Suite struct TopicRouteTests {
    private func message(
        _ number: Int64,
        title: String? = nil,
        text: String = "Text",
        isMarkdown: Bool = false,
        priority: Int = 3,
        tags: [String] = [],
        click: String? = nil,
        file: TopicMessage.Attachment? = nil,
        picture: ShownTopicMessage.Picture? = nil,
        isFileExpired: Bool = false,
        actions: [ShownTopicMessage.Action] = []
    ) -> ShownTopicMessage {
        ShownTopicMessage(
            number: number,
            message: TopicMessage(
                topic: "home",
                sequence: "s\(number)",
                sent: Samples.now,
                title: title,
                text: text,
                isMarkdown: isMarkdown,
                priority: priority,
                tags: tags,
                click: click,
                attachment: file
            ),
            picture: picture,
            isFileExpired: isFileExpired,
            actions: actions
        )
    }

    private func browser(_ messages: ShownTopicMessage...) async throws -> TestBrowser {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { state in
            state.messages.status = CloudStatus(.connected(since: Samples.now), url: "http://127.0.0.1:8765")
            state.messages.topics = ["home", "backups"]
            state.messages.feeds["home"] = messages
        }
        return browser
    }

    // MARK: - The list and the feed

    @Test func theListLeadsToEachTopic() async throws {
        let page = try await browser().send(.get, "/topics").text
        #expect(page.contains("href=\"/topics/backups\"") && page.contains("href=\"/topics/home\""))
        let none = try await TestBrowser.signedIn().send(.get, "/topics").text
        #expect(none.contains("No Topics") && none.contains("href=\"/settings#topics\""))
    }

    @Test func everyTextOfASenderIsEscaped() async throws {
        let hostile = "<script>alert(1)</script>\" onload=\"x"
        let page = try await browser(
            message(
                1,
                title: hostile,
                text: hostile,
                tags: [hostile],
                file: .init(name: hostile, url: "https://h.example/a.png"),
                picture: .stored,
                actions: [.init(identifier: "http-1", label: hostile)]
            ),
            message(2, text: "<img src=x onerror=alert(1)> [a](javascript:alert%281%29)", isMarkdown: true)
        ).send(.get, "/topics/home").text
        #expect(!page.contains("<script>alert") && !page.contains("\" onload") && !page.contains("<img src=x"))
        #expect(!page.contains("javascript:") && !page.contains(" style="))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;x</h2>"))
    }

    @Test(arguments: ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "https://user@h.example/"])
    func anAddressThatLeadsNowhereIsNoLink(address: String) async throws {
        let page = try await browser(
            message(1, click: address, actions: [.init(identifier: "view-1", label: "Look", url: address)])
        ).send(.get, "/topics/home").text
        #expect(!page.contains(address) && page.contains("<bdi>Look</bdi>"))
    }

    @Test func aMessageShowsWhatItHolds() async throws {
        let page = try await browser(
            message(
                1,
                title: "Dinner",
                text: "## Soup\n\n| a | b |\n|---|---|\n| 1 | 2 |",
                isMarkdown: true,
                priority: 5,
                tags: ["food"],
                click: "https://example.org/menu",
                actions: [
                    .init(identifier: "view-1", label: "Menu", url: "https://example.org/menu"),
                    .init(identifier: "http-2", label: "Coming"),
                ]
            )
        ).send(.get, "/topics/home").text
        #expect(page.contains("<h3>Soup</h3>") && page.contains("<td>1</td>"))
        #expect(page.contains("<b>Urgent</b>") && page.contains("<bdi>food</bdi>"))
        #expect(page.contains("rel=\"noopener noreferrer\">Open example.org</a>"))
        #expect(page.contains("action=\"/topics/home/messages/1/actions/http-2\""))
    }

    @Test func aFeedIsReadInPages() async throws {
        let messages = (1...35).reversed().map { message(Int64($0), text: "Text \($0).") }
        let browser = try await browser()
        browser.host.with { $0.messages.feeds["home"] = messages }
        let first = try await browser.send(.get, "/topics/home").text
        #expect(first.contains("Text 6.") && !first.contains("Text 5.") && first.contains("data-topic=\"home\""))
        #expect(first.contains("href=\"/topics/home?before=6\""))
        let second = try await browser.send(.get, "/topics/home?before=6").text
        #expect(second.contains("Text 5.") && second.contains("Text 1.") && !second.contains("Text 6."))
        #expect(second.contains("href=\"/topics/home\"") && !second.contains("data-topic"))
    }

    @Test(arguments: [
        "/topics/unknown", "/topics/a%20b", "/topics/..%2Fx", "/topics/home/messages/x/picture",
        "/topics/home/messages/x/actions/http-1", "/topics/a%20b/messages/1/actions/http-1",
    ])
    func whatDoesNotExistIsNotFound(path: String) async throws {
        #expect(try await browser().send(.get, path).status == .notFound)
    }

    // MARK: - Pictures

    @Test func aPictureOfAnotherServerWaitsForThePerson() async throws {
        let file = TopicMessage.Attachment(name: "a.png", url: "https://h.example/a.png")
        let browser = try await browser(
            message(2, file: file, picture: .remote(server: "h.example")),
            message(1, file: file, picture: .stored)
        )
        let page = try await browser.send(.get, "/topics/home").text
        #expect(page.contains("src=\"/topics/home/messages/1/picture\""))
        #expect(!page.contains("/messages/2/picture") && page.contains("Show the picture from h.example"))
        #expect(page.contains("href=\"/topics/home?picture=2#m-2\""))
        let shown = try await browser.send(.get, "/topics/home?picture=2").text
        #expect(shown.contains("src=\"/topics/home/messages/2/picture\""))
    }

    @Test func onlyAnOwnPageGetsAPictureAndOnlyPictures() async throws {
        let browser = try await browser()
        browser.host.with { state in
            state.messages.topicPictures[1] = ImageFile(mediaType: "image/png", bytes: [1, 2])
            state.messages.topicPictures[2] = ImageFile(mediaType: "image/svg+xml", bytes: [1, 2])
        }
        let path = "/topics/home/messages/1/picture"
        #expect(try await browser.send(.get, path).headers[.contentType] == "image/png")
        #expect(try await browser.send(.get, path, headers: ["Sec-Fetch-Site": "cross-site"]).status == .forbidden)
        #expect(try await browser.send(.get, "/topics/home/messages/2/picture").status == .unsupportedMediaType)
        #expect(try await TestBrowser(host: browser.host).send(.get, path).status == .unauthorized)
    }

    @Test func anExpiredFileIsNamed() async throws {
        let file = TopicMessage.Attachment(name: "a.png", url: "https://h.example/a.png")
        let page = try await browser(message(1, file: file, isFileExpired: true)).send(.get, "/topics/home").text
        #expect(page.contains("a.png is no longer stored."))
    }

    // MARK: - Forms

    @Test func aTopicIsSubscribedMutedAndLeftInSettings() async throws {
        let browser = try await browser()
        let added = try await browser.send(.post, "/settings/topics", body: "topic=+door-bell+")
        #expect(added.status == .seeOther && added.headers[.location] == "/settings#topics")
        _ = try await browser.send(.post, "/settings/topics/home/mute")
        _ = try await browser.send(.post, "/settings/topics/backups/leave")
        #expect(browser.host.with { $0.messages.topics } == ["door-bell", "home"])
        #expect(browser.host.with { $0.messages.mutedTopics } == ["home"])
        let page = try await browser.send(.get, "/settings").text
        #expect(page.contains("aria-label=\"Unmute: home\"") && page.contains("aria-label=\"Unsubscribe: door-bell\""))
        _ = try await browser.send(.post, "/settings/topics/home/unmute")
        #expect(browser.host.with { $0.messages.mutedTopics }.isEmpty)
    }

    @Test(arguments: [
        "topic=a+b", "topic=", "", "topic=%C3%A4", "topic=%22%3E%3Cscript%3E",
        "topic=\(String(repeating: "a", count: 65))",
    ])
    func aNameThatIsNoneIsShownWithWhatIsWrong(form: String) async throws {
        let browser = try await browser()
        let answer = try await browser.send(.post, "/settings/topics", body: form)
        #expect(answer.status == .unprocessableContent)
        #expect(
            answer.text.contains("is not a topic. A topic has 1 to 64 letters") && answer.text.contains("aria-invalid")
        )
        #expect(!answer.text.contains("\"><script>"))
        #expect(browser.host.sent(SetTopicRequest.self).isEmpty)
        #expect(try await browser.send(.get, "/settings/topics").headers[.location] == "/settings#topics")
    }

    @Test func aFormThatIsTooLargeIsRefused() async throws {
        let form = "topic=" + String(repeating: "a", count: WebForm.limit)
        #expect(try await browser().send(.post, "/settings/topics", body: form).status == .contentTooLarge)
    }

    @Test func aRefusalOfTheCloudIsShownBesideTheName() async throws {
        let browser = try await browser()
        browser.host.with { $0.messages.topicFailure = HostError(.cloudUnavailable, .cloudUnreachable) }
        let answer = try await browser.send(.post, "/settings/topics", body: "topic=door")
        #expect(answer.text.contains("The cloud cannot be reached.") && answer.text.contains("value=\"door\""))
    }

    @Test func withoutACloudSettingsSayHowToJoinOne() async throws {
        let page = try await TestBrowser.signedIn().send(.get, "/settings").text
        #expect(page.contains("<code>today link CLOUD-URL</code>"))
        #expect(!page.contains("action=\"/settings/topics\""))
    }

    @Test func anActionIsPerformedAndItsFailureShown() async throws {
        let browser = try await browser(message(1, actions: [.init(identifier: "http-1", label: "Coming")]))
        let done = try await browser.send(.post, "/topics/home/messages/1/actions/http-1")
        #expect(done.status == .seeOther && done.headers[.location] == "/topics/home?done=1.http-1#m-1")
        let confirmed = try await browser.send(.get, "/topics/home?done=1.http-1").text
        #expect(confirmed.contains("role=\"status\">“Coming” was sent.</p>"))
        for other in ["", "?done=", "?done=1", "?done=2.http-1", "?done=1.http-2", "?done=x.http-1"] {
            let page = try await browser.send(.get, "/topics/home" + other).text
            #expect(!page.contains("was sent"), "\(other)")
        }
        #expect(
            browser.host.sent(PerformTopicActionRequest.self)
                == [PerformTopicActionRequest("http-1", of: 1, in: "home")]
        )
        browser.host.with {
            $0.messages.topicFailure = HostError(.invalid, .serverRefusedAction("Coming", status: 500))
        }
        let failed = try await browser.send(.post, "/topics/home/messages/1/actions/http-1")
        #expect(failed.text.contains("The server answered “Coming” with 500."))
        // The address of that page leads back, and does nothing by itself.
        let again = try await browser.send(.get, "/topics/home/messages/1/actions/http-1")
        #expect(again.status == .seeOther && again.headers[.location] == "/topics/home#m-1")
        #expect(browser.host.sent(PerformTopicActionRequest.self).count == 2)
    }

    @Test(arguments: ["/settings/topics", "/settings/topics/home/leave", "/topics/home/messages/1/actions/http-1"])
    func otherSitesAndStrangersCanSendNoForm(path: String) async throws {
        let browser = try await browser(message(1))
        let elsewhere = ["Sec-Fetch-Site": "cross-site", "Origin": "https://example.org"]
        #expect(try await browser.send(.post, path, body: "topic=x", headers: elsewhere).status == .forbidden)
        #expect(try await TestBrowser(host: browser.host).send(.post, path, body: "topic=x").status == .unauthorized)
        #expect(browser.host.sent(SetTopicRequest.self).isEmpty)
        #expect(browser.host.sent(PerformTopicActionRequest.self).isEmpty)
    }

    @Test(arguments: [
        ("today://topics", "/topics"), ("today://topics/home", "/topics/home"), ("today://topics/a/b", nil),
        ("today://topics/../settings", nil), ("today://settings", nil), ("today://send/x", nil),
        ("today-weather://topics", nil),
    ])
    func anAppMayOpenTopics(address: String, path: String?) {
        #expect(PageLink.ownPage(at: address, from: nil) == path)
        #expect(PageLink.ownPage(at: address, from: Samples.weatherApp.id) == path)
    }
}
