import Foundation
import HTTPTypes
import Host
import HostModel
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@testable import TodayWeb

/// Images that are too large to be shared: they are kept for a short time, until the page's script has made them smaller.
@Suite struct ShareImageTests {
    private static let large = "GIF89a" + String(repeating: "x", count: SharedContent.imageBytes)
    private static let small = "GIF89a" + "small"

    /// A browser whose host has an app that takes text and images.
    private func browser(takesImages: Bool = true) async throws -> TestBrowser {
        let browser = try await TestBrowser.signedIn()
        var album = Samples.weatherApp
        album.id = AppID("com.example.album")
        album.title = "Album"
        album.share = ShareRule(takesText: true, urls: 1, images: takesImages ? 10 : 0)
        browser.host.with { [album] in $0.apps += [album] }
        browser.host.answer(ShareRequest.self) { _, _ in .done(open: nil) }
        return browser
    }

    private static func form(_ images: [String], _ fields: [String: String] = [:]) -> String {
        let texts = fields.sorted { $0.key < $1.key }.map { "name=\"\($0)\"\r\n\r\n\($1)" }
        let files = images.enumerated().map { "name=\"images\"; filename=\"\($0).gif\"\r\n\r\n\($1)" }
        return (texts + files).map { "--B\r\nContent-Disposition: form-data; \($0)\r\n" }.joined() + "--B--\r\n"
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ form: String,
        _ browser: TestBrowser
    ) async throws -> TestBrowser.Answer {
        let headers = ["Content-Type": "multipart/form-data; boundary=B"]
        return try await browser.send(method, path, body: form, headers: headers)
    }

    /// Shares images.
    ///
    /// - Returns: The path of the page on which the person chooses an app.
    private func draft(
        _ browser: TestBrowser,
        _ images: [String] = [large],
        _ fields: [String: String] = [:]
    ) async throws -> String {
        try #require(try await send(.post, ShareForm.path, Self.form(images, fields), browser).headers[.location])
    }

    @Test func theScriptGetsThemAndReplacesThem() async throws {
        let browser = try await browser()
        let path = try await draft(browser, [Self.small, Self.large], ["title": "Cake", "text": "Look"])
        let page = try await browser.send(.get, path).text
        #expect(page.contains("data-path=\"\(path)/images\" data-bytes=\"524288\"") && page.contains("<noscript>"))
        #expect(page.contains("data-bytes=\"\(Self.large.utf8.count)\" data-name=\"1.gif\""))
        #expect(!page.contains("Share with Album"))
        let image = try await browser.send(.get, path + "/images/1")
        #expect(image.text == Self.large)
        #expect(image.headers[.contentType] == "image/gif" && image.headers[.cacheControl] == "no-store")
        #expect(image.headers[try #require(HTTPField.Name("X-Content-Type-Options"))] == "nosniff")
        for number in ["2", "-1", "x"] {
            #expect(try await browser.send(.get, path + "/images/\(number)").status == .notFound)
        }

        // What else the form says changes nothing.
        let others = ["title": "Other", "text": "Other", "url": "https://a.example"]
        let smaller = Self.form([Self.small, Self.small], others)
        #expect(try await send(.put, path + "/images", smaller, browser).status == .noContent)
        let after = try await browser.send(.get, path).text
        #expect(after.contains("Share with Album") && !after.contains("shrinking") && !after.contains("data-name"))
        #expect(try await browser.send(.get, path + "/images/1").status == .notFound)
        #expect(try await send(.put, path + "/images", smaller, browser).status == .notFound)
        _ = try await browser.send(.post, path, body: "app=com.example.album")
        let images = ["0.gif", "1.gif"].map {
            SharedImage(name: $0, mediaType: "image/gif", data: Data(Self.small.utf8))
        }
        let shared = browser.host.sent(ShareRequest.self).map(\.content)
        #expect(shared == [SharedContent(title: "Cake", text: "Look", images: images)])
    }

    @Test func theyAreNotSharedBefore() async throws {
        let browser = try await browser()
        let path = try await draft(browser)
        let answer = try await browser.send(.post, path, body: "app=com.example.album")
        #expect(answer.status == .seeOther && answer.headers[.location] == path)
        #expect(browser.host.sent(ShareRequest.self).isEmpty)
    }

    @Test func theyAreNotMadeSmallerForNoApp() async throws {
        let browser = try await browser(takesImages: false)
        let page = try await browser.send(.get, draft(browser)).text
        #expect(page.contains("No installed app takes this.") && !page.contains("shrinking"))
    }

    @Test func anotherSessionDoesNotSeeThem() async throws {
        let browser = try await browser()
        let path = try await draft(browser)
        let other = try await TestBrowser.signedIn(host: browser.host, shareDrafts: browser.shareDrafts)
        #expect(try await other.send(.get, path + "/images/0").status == .notFound)
        #expect(try await send(.put, path + "/images", Self.form([Self.small]), other).status == .notFound)
        #expect(try await browser.send(.get, path + "/images/0").status == .ok)
    }

    @Test func imagesThatAreSmallEnoughAreNotReplaced() async throws {
        let browser = try await browser()
        let path = try await draft(browser, [Self.small])
        #expect(try await browser.send(.get, path + "/images/0").status == .notFound)
        #expect(try await send(.put, path + "/images", Self.form(["GIF89aother"]), browser).status == .notFound)
        _ = try await browser.send(.post, path, body: "app=com.example.album")
        let images = browser.host.sent(ShareRequest.self).flatMap { $0.content.images }
        #expect(images.map(\.data) == [Data(Self.small.utf8)])
    }

    @Test(arguments: [
        "", "--B--\r\n", "x", form([]), form(["<html>"]), form([large]), form([small, small]),
        form([large + large + large]), form([small], ["images": "GIF89a"]) + "x",
    ])
    func whatAFormWouldNotShareReplacesNothing(body: String) async throws {
        let browser = try await browser()
        let path = try await draft(browser)
        let answer = try await send(.put, path + "/images", body, browser)
        #expect((400..<500).contains(answer.status.code) && answer.text.contains("\"message\""))
        #expect(try await browser.send(.get, path + "/images/0").text == Self.large)
    }

    @Test func thePageAloneReplacesThem() async throws {
        let browser = try await browser()
        let path = try await draft(browser)
        for site in ["cross-site", "none"] {
            let answer = try await browser.send(
                .put,
                path + "/images",
                body: Self.form([Self.small]),
                headers: ["Sec-Fetch-Site": site, "Content-Type": "multipart/form-data; boundary=B"]
            )
            #expect(answer.status == .forbidden)
        }
        #expect(try await browser.send(.get, path + "/images/0").status == .ok)
    }

    @Test(arguments: [
        (Array(repeating: large, count: 11), [:]), ([large, "<html>"], [:]),
        ([large], ["text": String(repeating: "x", count: SharedContent.textBytes + 1)]),
    ])
    func whatHasAnotherProblemIsNotKept(images: [String], fields: [String: String]) async throws {
        let answer = try await send(.post, ShareForm.path, Self.form(images, fields), browser())
        #expect((400..<500).contains(answer.status.code))
        #expect(answer.headers[.location] == nil)
    }

    // MARK: - The drafts

    private static func content(_ bytes: Int) -> SharedContent {
        SharedContent(images: [SharedImage(mediaType: "image/gif", data: Data("GIF89a".utf8) + Data(count: bytes - 6))])
    }

    @Test func aSessionHasOneLargeDraftBesideOthers() {
        let drafts = ShareDrafts()
        let text = drafts.add(SharedContent(text: "a"), session: "a")
        let first = drafts.add(Self.content(SharedContent.imageBytes + 1), session: "a")
        let other = drafts.add(Self.content(SharedContent.imageBytes + 1), session: "b")
        #expect(drafts.draft(first, session: "a")?.isLarge == true)
        let small = drafts.add(Self.content(SharedContent.imageBytes), session: "a")
        let second = drafts.add(Self.content(SharedContent.imageBytes + 1), session: "a")
        #expect(drafts.draft(first, session: "a") == nil)
        for (id, session) in [(text, "a"), (small, "a"), (second, "a"), (other, "b")] {
            #expect(drafts.draft(id, session: session) != nil)
        }
    }

    @Test func allLargeDraftsTogetherHaveABoundedSize() throws {
        let drafts = ShareDrafts()
        let size = ShareDrafts.largeBytes / 2
        let text = drafts.add(SharedContent(text: "a"), session: "a")
        let ids = ["a", "b", "c"].map { (drafts.add(Self.content(size), session: $0), $0) }
        #expect(ids.map { drafts.draft($0, session: $1) != nil } == [false, true, true])
        // What has become small leaves room.
        let smaller = try #require(drafts.draft(ids[1].0, session: "b"))
        #expect(drafts.replaceImages(of: smaller, with: Self.content(10).images))
        let next = drafts.add(Self.content(size), session: "d")
        #expect(ids.map { drafts.draft($0, session: $1) != nil } == [false, true, true])
        #expect(drafts.draft(next, session: "d") != nil && drafts.draft(text, session: "a") != nil)
    }

    @Test func aLargeDraftIsSoonGoneAndASmallerOneIsKept() throws {
        let date = SettableDate()
        let drafts = ShareDrafts { date.value }
        let gone = drafts.add(Self.content(600_000), session: "a")
        let kept = drafts.add(Self.content(600_000), session: "b")
        date.advance(by: ShareDrafts.largeLifetime - 1)
        let old = try #require(drafts.draft(gone, session: "a"))
        let draft = try #require(drafts.draft(kept, session: "b"))
        #expect(drafts.replaceImages(of: draft, with: Self.content(10).images))
        #expect(!drafts.replaceImages(of: draft, with: Self.content(20).images))
        date.advance(by: 1)
        #expect(!drafts.replaceImages(of: old, with: Self.content(10).images))
        #expect(drafts.draft(gone, session: "a") == nil)
        date.advance(by: ShareDrafts.lifetime - 2)
        #expect(drafts.draft(kept, session: "b")?.content == Self.content(10))
        date.advance(by: 1)
        #expect(drafts.draft(kept, session: "b") == nil)
    }

    @Test func theMemoryIsFreedAlsoIfNobodyAsks() async {
        let (date, clock) = (SettableDate(), ManualClock())
        let drafts = ShareDrafts { date.value }
        let id = drafts.add(Self.content(600_000), session: "a")
        let task = Task { await drafts.run(clock: clock) }
        date.advance(by: ShareDrafts.largeLifetime)
        await clock.advanceWhenSleeping(by: .seconds(ShareDrafts.largeLifetime))
        await clock.waitUntilSleeping()
        task.cancel()
        await task.value
        // It would be found again if it were still there.
        date.advance(by: -ShareDrafts.largeLifetime)
        #expect(drafts.draft(id, session: "a") == nil)
    }
}
