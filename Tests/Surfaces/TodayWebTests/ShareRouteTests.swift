import AsyncPrimitives
import Foundation
import HTTPServing
import HTTPTypes
import Host
import HostModel
import HostStorage
import JSON
import SurfaceTestSupport
import Synchronization
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// What the browser sends to be shared: it is kept, changes nothing by itself, and is shared once the person says so.
@Suite struct ShareRouteTests {
    /// A browser whose host has two apps that take text, of which one takes links too, and ends shares as `outcome` says.
    private func browser(_ outcome: TapOutcome = .done(open: nil)) async throws -> TestBrowser {
        let browser = try await TestBrowser.signedIn()
        var list = Samples.weatherApp
        list.id = AppID("com.example.list")
        list.title = "List & More"
        list.urlSchemes = ["list"]
        list.share = ShareRule(takesText: true, urls: 1)
        var notes = list
        notes.id = AppID("com.example.notes")
        notes.title = "Notes"
        notes.share = ShareRule(takesText: true)
        browser.host.with { [list, notes] in $0.apps += [list, notes] }
        browser.host.answer(ShareRequest.self) { _, _ in outcome }
        return browser
    }

    private static func form(_ fields: [String: String]) -> String {
        fields.sorted { $0.key < $1.key }.map { name, value in
            "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }.joined() + "--B--\r\n"
    }

    /// What Chromium sends when something is shared with the installed app.
    private static let headers: [String: String?] = [
        "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Origin": "null",
        "Content-Type": "multipart/form-data; boundary=B",
    ]

    private func send(
        _ form: String,
        _ browser: TestBrowser,
        headers: [String: String?] = [:]
    ) async throws -> TestBrowser.Answer {
        try await browser.send(
            .post,
            "/share",
            body: form,
            headers: Self.headers.merging(headers, uniquingKeysWith: { $1 })
        )
    }

    /// Sends a text to be shared.
    ///
    /// - Returns: The path of the page on which the person chooses an app.
    private func draft(_ browser: TestBrowser, _ fields: [String: String] = ["text": "Milk"]) async throws -> String {
        let answer = try await send(Self.form(fields), browser)
        #expect(answer.status == .seeOther)
        return try #require(answer.headers[.location])
    }

    @Test func theManifestSaysWhatCanBeShared() async throws {
        let answer = try await TestBrowser.signedIn().send(.get, WebAppManifest.path)
        let target = try #require(try JSONValue(parsing: Array(answer.text.utf8))["share_target"])
        #expect(target["action"] == "/share" && target["method"] == "POST")
        #expect(target["enctype"] == "multipart/form-data")
        #expect(target["params"]?["files"]?.arrayValue?.first?["name"] == "images")
    }

    @Test func whatIsSentIsKeptAndThePersonChoosesAnApp() async throws {
        let browser = try await browser()
        let path = try await draft(browser, ["title": "<b>", "text": "Milk & eggs", "url": "https://example.org/a"])
        #expect(browser.host.sent(ShareRequest.self).isEmpty)
        let page = try await browser.send(.get, path)
        #expect(page.text.contains("&lt;b&gt;") && page.text.contains("Milk &amp; eggs"))
        #expect(page.text.contains("Share with List &amp; More"))
        // It takes no links, and the third app takes nothing.
        #expect(!page.text.contains("Share with Notes") && !page.text.contains("Share with Weather"))
        #expect(browser.host.sent(ShareRequest.self).isEmpty)
    }

    @Test func itIsSharedOnceHoweverOftenTheFormIsSent() async throws {
        let browser = try await browser(.done(open: nil, message: "Milk & more were added."))
        let path = try await draft(browser)
        for _ in 1...2 {
            let answer = try await browser.send(.post, path, body: "app=com.example.list")
            #expect(answer.status == .seeOther && answer.headers[.location] == path)
        }
        let sent = browser.host.sent(ShareRequest.self)
        #expect(sent.map(\.content) == [SharedContent(text: "Milk")])
        #expect(sent.map(\.app.rawValue) == ["com.example.list"])
        let page = try await browser.send(.get, path)
        #expect(page.text.contains("Shared with List &amp; More") && page.text.contains("Milk &amp; more were added."))
        #expect(!page.text.contains("/undo"))
    }

    @Test func twoRequestsAtTheSameTimeHaveOneID() async throws {
        let browser = try await browser(.failed(reason: "No."))
        let path = try await draft(browser)
        for _ in 1...2 { _ = try await browser.send(.post, path, body: "app=com.example.list") }
        let ids = browser.host.sent(ShareRequest.self).map(\.id.rawValue)
        let draft = path.dropFirst("/share/".count)
        // What an app has refused is another share when the person tries again.
        #expect(ids == ["\(draft).0", "\(draft).1"])
    }

    @Test func whatTheAppSaysIsShownAndCanBeTriedAgain() async throws {
        let browser = try await browser(.failed(reason: "The list is <full>."))
        let path = try await draft(browser)
        let answer = try await browser.send(.post, path, body: "app=com.example.list")
        #expect(answer.status == .unprocessableContent)
        #expect(answer.text.contains("The list is &lt;full&gt;.") && answer.text.contains("Share with Notes"))
    }

    @Test func whatTheHostRefusesIsShownInTheLanguageOfThePage() async throws {
        let browser = try await browser()
        browser.host.answer(ShareRequest.self) { _, _ in throw HostError(.invalid, .doesNotTakeAll("List")) }
        let path = try await draft(browser)
        let answer = try await browser.send(
            .post,
            path,
            body: "app=nowhere",
            headers: ["Accept-Language": "de"]
        )
        #expect(answer.status == .unprocessableContent && answer.text.contains("List nimmt nicht alles davon an."))
    }

    @Test func anAddressThatTheAppOpensIsOpened() async throws {
        let browser = try await browser(.done(open: "list://new"))
        let answer = try await browser.send(.post, draft(browser), body: "app=com.example.list")
        #expect(answer.headers[.location] == "/open?url=list%3A%2F%2Fnew&from=com.example.list")
    }

    @Test func whatWasDoneCanBeUndoneOnce() async throws {
        let offer = UndoOffer(message: "Added.", data: ["action": "undo"], verb: "undo", seconds: 10)
        let browser = try await browser(.done(open: nil, undo: offer, message: "Added."))
        let path = try await draft(browser)
        _ = try await browser.send(.post, path, body: "app=com.example.list")
        #expect(try await browser.send(.get, path).text.contains("action=\"\(path)/undo\""))
        for _ in 1...2 { #expect(try await browser.send(.post, path + "/undo").headers[.location] == path) }
        let taps = browser.host.sent(PerformTapRequest.self).map(\.tap)
        #expect(taps.map(\.id.rawValue) == ["\(path.dropFirst("/share/".count)).0.undo"])
        #expect(taps.map(\.target) == [.scene(url: "list://")] && taps.map(\.data) == [["action": "undo"]])
        let page = try await browser.send(.get, path)
        #expect(page.text.contains("Undone") && !page.text.contains("/undo"))
    }

    @Test func whatIsCancelledIsGone() async throws {
        let browser = try await browser()
        let path = try await draft(browser)
        #expect(try await browser.send(.get, path).text.contains("formaction=\"\(path)/cancel\""))
        #expect(try await browser.send(.post, path + "/cancel").headers[.location] == "/")
        #expect(try await browser.send(.get, path).status == .notFound)
        #expect(browser.host.sent(ShareRequest.self).isEmpty)
    }

    // MARK: - What the fields hold

    @Test(arguments: [
        (
            ["text": "Read https://example.org/a"],
            SharedContent(text: "Read", urls: ["https://example.org/a"])
        ),
        (
            ["title": "T", "text": "https://example.org/a\n"],
            SharedContent(title: "T", urls: ["https://example.org/a"])
        ),
        (
            ["title": "T", "text": "T", "url": "https://a.example"],
            SharedContent(title: "T", urls: ["https://a.example"])
        ),
        (
            ["text": "https://a.example", "url": "https://a.example"],
            SharedContent(urls: ["https://a.example"])
        ),
        (["title": " Milk "], SharedContent(text: "Milk")),
        (["title": "Milk", "text": "Milk"], SharedContent(text: "Milk")),
        (["text": "a", "url": "javascript:b"], SharedContent(text: "a\njavascript:b")),
        (
            ["title": String(repeating: "t", count: 500), "text": "a"],
            SharedContent(title: String(repeating: "t", count: 200), text: "a")
        ),
    ])
    func theFieldsBecomeWhatTheyAre(fields: [String: String], content: SharedContent) throws {
        let form = try MultipartForm(Array(Self.form(fields).utf8), contentType: "multipart/form-data; boundary=B")
        #expect(ShareForm.content(of: form) == content)
    }

    @Test func anImageIsWhatItsFirstBytesAre() throws {
        let head = "--B\r\nContent-Disposition: form-data; name=\"images\"; filename=\"../a.png\"\r\n"
        let body =
            Array((head + "Content-Type: text/html\r\n\r\n").utf8)
            + [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array("\r\n--B--".utf8)
        let form = try MultipartForm(body, contentType: "multipart/form-data; boundary=B")
        let images = ShareForm.content(of: form).images
        #expect(images.map(\.mediaType) == ["image/png"] && images.map(\.name) == ["../a.png"])
    }

    // MARK: - What is refused

    @Test(
        arguments: [
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": nil],
            ["Sec-Fetch-Mode": "no-cors"], ["Sec-Fetch-Mode": nil], ["Origin": "https://evil.example"],
        ] as [[String: String?]]
    )
    func aFormOfAnotherSiteIsRefusedAndNotKept(headers: [String: String?]) async throws {
        let browser = try await browser()
        let kept = try await draft(browser, ["text": "own"])
        for _ in 0..<ShareDrafts.sessionLimit {
            #expect(try await send(Self.form(["text": "evil"]), browser, headers: headers).status == .forbidden)
        }
        #expect(try await browser.send(.get, kept).text.contains("own"))
    }

    @Test(arguments: ["cross-site", "none"])
    func onlyTheOwnPageShares(site: String) async throws {
        let browser = try await browser()
        let path = try await draft(browser)
        let answer = try await browser.send(
            .post,
            path,
            body: "app=com.example.list",
            headers: ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Origin": "null"]
        )
        #expect(answer.status == .forbidden)
        #expect(browser.host.sent(ShareRequest.self).isEmpty)
    }

    @Test func aStrangerSharesNothing() async throws {
        let browser = TestBrowser()
        #expect(try await send(Self.form(["text": "a"]), browser).status == .unauthorized)
    }

    @Test func anotherSessionDoesNotSeeIt() async throws {
        let browser = try await browser()
        let path = try await draft(browser)
        let other = try await TestBrowser.signedIn(host: browser.host, shareDrafts: browser.shareDrafts)
        #expect(try await other.send(.get, path).status == .notFound)
        #expect(try await other.send(.post, path, body: "app=com.example.list").status == .notFound)
        _ = try await other.send(.post, path + "/cancel")
        #expect(try await browser.send(.get, path).status == .ok)
        #expect(browser.host.sent(ShareRequest.self).isEmpty)
    }

    @Test func aDeviceThatMayOnlyLookSharesNothing() async throws {
        let browser = try await browser()
        browser.host.with { state in
            for hash in state.sessions.keys { state.devices[hash] = StubDevice(rights: .view) }
        }
        #expect(try await send(Self.form(["text": "a"]), browser).status == .forbidden)
    }

    @Test(arguments: [
        ("text=a", "application/x-www-form-urlencoded"), ("", "multipart/form-data; boundary=B"),
        ("--B--", "multipart/form-data; boundary=B"), (form(["other": "a"]), "multipart/form-data; boundary=B"),
    ])
    func whatCannotBeSharedIsRefused(body: String, type: String) async throws {
        let answer = try await send(body, browser(), headers: ["Content-Type": type])
        #expect((400..<500).contains(answer.status.code))
        #expect(answer.headers[.location] == nil)
    }

    @Test(arguments: [
        ("x", SharedContent.textBytes + 1, "32 KiB"), (" ", 2 * 1024 * 1024, "32 KiB"),
        ("x", ShareForm.limit, "32 MiB"),
    ])
    func whatIsTooLargeIsRefused(text: String, count: Int, limit: String) async throws {
        let answer = try await send(Self.form(["text": "a" + String(repeating: text, count: count)]), browser())
        #expect((400..<500).contains(answer.status.code) && answer.text.contains("t most \(limit)"))
        #expect(answer.headers[.location] == nil)
    }

    @Test func onlyAFewFormsThatMayBeLargeAreReadAtATime() async throws {
        let browser = try await browser()
        let reading = browser.shareDrafts.reading
        let permits = [try await reading.acquire(), try await reading.acquire()]
        for _ in 1...4 {
            reading.enqueue { permit in
                permit.release()
                return true
            }
        }
        let refused = try await send(Self.form(["text": "a"]), browser)
        #expect(refused.status == .badRequest && refused.text.contains("Too much waits to be shared already."))
        let small = try await send(Self.form(["text": "a"]), browser, headers: ["Content-Length": "100"])
        #expect(small.status == .seeOther)
        for permit in permits { permit.release() }
        #expect(try await send(Self.form(["text": "a"]), browser).status == .seeOther)
    }

    // MARK: - The drafts

    @Test func aSessionKeepsTheLastFewAndAllTogetherKeepABoundedNumber() {
        let drafts = ShareDrafts()
        let own = (0...ShareDrafts.sessionLimit).map { drafts.add(SharedContent(text: "\($0)"), session: "a") }
        #expect(drafts.draft(own[0], session: "a") == nil)
        #expect(own.dropFirst().allSatisfy { drafts.draft($0, session: "a") != nil })
        for number in 0..<ShareDrafts.limit { _ = drafts.add(SharedContent(text: "x"), session: "s\(number)") }
        #expect(own.allSatisfy { drafts.draft($0, session: "a") == nil })
    }

    @Test func itIsGoneAfterAWhile() {
        let time = Mutex(Date(timeIntervalSince1970: 0))
        let drafts = ShareDrafts { time.withLock(\.self) }
        let id = drafts.add(SharedContent(text: "a"), session: "a")
        time.withLock { $0 += ShareDrafts.lifetime - 1 }
        #expect(drafts.draft(id, session: "a") != nil)
        time.withLock { $0 += 1 }
        #expect(drafts.draft(id, session: "a") == nil)
    }

    @Test func thePageOfAUseEndsItWithoutTheScript() async throws {
        let browser = try await browser()
        browser.host.answer(EndUseRequest.self) { _, _ in }
        let (url, query) = ("today-extension://a", "url=today-extension%3A%2F%2Fa")
        var scene = Samples.scene()
        scene.url = url
        scene.hasEnded = false
        browser.host.with { [scene] in $0.scenes[url] = scene }
        let form = """
            <form method="post" action="/uses/end"><input type="hidden" name="url" value="today-extension://a">\
            <button class="pill">Cancel</button></form>
            """
        #expect(try await browser.send(.get, "/app?\(query)").text.contains(form))
        let answer = try await browser.send(.post, "/uses/end", body: query)
        #expect(answer.status == .seeOther && answer.headers[.location] == "/")
        #expect(browser.host.sent(EndUseRequest.self).map(\.url) == [url])

        browser.host.with { $0.scenes[url]?.hasEnded = true }
        let ended = try await browser.send(.get, "/app?\(query)").text
        #expect(!ended.contains("/uses/end") && ended.contains("<a class=\"pill strong\" href=\"/\">Done</a>"))
        // Over the page that a text comes from, its ids are not those of the page.
        let card = try await browser.send(.get, "/app/card?\(query)&use=1").text
        #expect(card.contains("<form id=\\\"use-card\\\"") && card.contains("id=\\\"u-") && !card.contains("id=\\\"s-"))
    }
}
