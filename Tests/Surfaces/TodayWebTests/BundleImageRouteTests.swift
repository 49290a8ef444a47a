import AdaptiveCards
import Foundation
import HTTPTypes
import Host
import HostModel
import Notifications
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// The images of bundles on pages: icons, pictures of cards, and the route that serves them.
@Suite struct BundleImageRouteTests {
    private static let app = AppID("com.example.weather")
    private static let icon = "AAAAAAAAAAAAAAAAAAAAAA"

    private static func browser(_ card: Card? = nil) async throws -> TestBrowser {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { state in
            state.images.set(
                icon: icon,
                pictures: [
                    "sun": .init(
                        light: [.init(digest: "l1", scale: 1)],
                        dark: [.init(digest: "d2", scale: 2)],
                        width: 20,
                        height: 10
                    )
                ],
                of: app
            )
            state.images.set(icon: icon, of: Samples.shopping)
            state.imageFiles[icon] = ImageFile(mediaType: "image/svg+xml", bytes: Array("<svg/>".utf8))
            if let card {
                for index in state.screen.widgets.indices { state.screen.widgets[index].compact = card }
            }
        }
        return browser
    }

    @Test func anImageIsKeptForEverAndDoesNothingByItself() async throws {
        let answer = try await Self.browser().send(
            .get,
            "/bundle/\(Self.icon)",
            headers: ["Sec-Fetch-Site": "same-origin"]
        )
        #expect(answer.status == .ok)
        #expect(answer.text == "<svg/>")
        #expect(answer.headers[.contentType] == "image/svg+xml")
        #expect(answer.headers[.cacheControl] == "private, max-age=31536000, immutable")
        let policy = try #require(answer.headers[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; style-src 'unsafe-inline'; sandbox;"))
        #expect(answer.headers[try #require(.init("X-Content-Type-Options"))] == "nosniff")
    }

    @Test func anImageNeedsASessionAndAPageOfToday() async throws {
        let stranger = try await TestBrowser().send(.get, "/bundle/\(Self.icon)")
        #expect(stranger.status == .unauthorized)
        let browser = try await Self.browser()
        for site in ["cross-site", "same-site", "none"] {
            let answer = try await browser.send(.get, "/bundle/\(Self.icon)", headers: ["Sec-Fetch-Site": site])
            #expect(answer.status == .forbidden)
        }
    }

    @Test(arguments: ["/bundle/x", "/bundle/..", "/bundle/%2E%2E%2FInfo.plist", "/bundle/", "/bundle/a/b"])
    func onlyADigestNamesAnImage(path: String) async throws {
        #expect(try await Self.browser().send(.get, path).status == .notFound)
    }

    @Test(arguments: ["/", "/notifications", "/settings", "/outbox", "/complications"])
    func anIconTakesThePlaceOfTheLetter(path: String) async throws {
        let browser = try await Self.browser()
        browser.host.with { state in
            state.notifications.delivered = [Samples.reminder(id: 1)]
            state.notifications.settings = Samples.permissions
            state.outbox.entries = [Samples.queued(1, .waiting)]
            for app in state.outbox.entries.map(\.app) { state.images.set(icon: Self.icon, of: app) }
            state.complications.complications = [Samples.habitsComplication]
            state.images.set(icon: Self.icon, of: Samples.habitsComplication.app)
        }
        let html = try await browser.send(.get, path).text
        #expect(html.contains("<img class=\"icon\" alt=\"\" src=\"/bundle/\(Self.icon)\">"))
        // An icon is an address, so that the first paint stays one small request.
        if path == "/" { #expect(html.utf8.count < 50_000) }
        browser.host.with { $0.images = .empty }
        let letters = try await browser.send(.get, path).text
        #expect(!letters.contains("<img class=\"icon\""))
        #expect(letters.contains("<span class=\"icon hue-"))
    }

    @Test func aBannerHasTheIconOfItsApp() {
        var images = BundleImageIndex.empty
        let notification = Samples.reminder()
        images.set(icon: Self.icon, of: notification.app)
        let banner = NotificationBanner(notification: notification, images: images).page.text
        #expect(banner.contains("<img class=\"icon\" alt=\"\" src=\"/bundle/\(Self.icon)\">"))
    }

    @Test func aCardShowsAPictureOfItsBundleInBothThemes() async throws {
        let browser = try await Self.browser(Card { Image(url: "bundle:sun", altText: "Sun") })
        let html = try await browser.send(.get, "/").text
        #expect(html.contains("<source media=\"(prefers-color-scheme:dark)\" srcset=\"/bundle/d2 2x\">"))
        #expect(html.contains(" src=\"/bundle/l1\" width=\"20\" height=\"10\" alt=\"Sun\""))
    }

    @Test(arguments: [
        "bundle:../../x", "bundle:s%75n", "bundle:moon",
        "data:image/png;base64," + String(repeating: "A", count: 1024 * 1024),
        "data:image/svg+xml;base64,PHN2Zy8+",
    ])
    func anImageThatCannotBeShownIsItsText(address: String) async throws {
        let browser = try await Self.browser(Card { Image(url: address, altText: "Sun in words") })
        let html = try await browser.send(.get, "/").text
        #expect(html.contains(">Sun in words</span>"))
        #expect(!html.contains("ac-picture\""))
        #expect(html.utf8.count < 60_000)
    }

    @Test func anImageInTheCardIsShownAsItIs() async throws {
        let address = "data:image/png;base64,iVBORw0KGgo="
        let browser = try await Self.browser(Card { Image(url: address) })
        #expect(try await browser.send(.get, "/").text.contains("src=\"\(address)\""))
    }
}
