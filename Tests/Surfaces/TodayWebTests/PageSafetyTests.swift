import AdaptiveCards
import CardRendering
import Foundation
import HTTPTypes
import Host
import HostModel
import HostStorage
import Notifications
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// What a page allows the browser to do, whatever apps write.
@Suite struct PageSafetyTests {
    static let hostile = "\"><script>alert(1)</script><img src=x onerror=alert(1)>'&\u{0}"

    @Test func everyPageHasAStrictPolicyWithItsOwnNonce() async throws {
        let browser = try await TestBrowser.signedIn()
        var nonces: Set<String> = []
        for path in ["/", "/app?url=weather://", "/nothing", "/link/x"] {
            let answer = try await browser.send(.get, path)
            let policy = try #require(answer.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-"))
            #expect(!policy.contains("unsafe"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(policy.contains("form-action 'self'"))
            let nonce = try #require(policy.firstMatch(of: #/'nonce-([^']+)'/#)).1
            #expect(answer.text.contains("<style nonce=\"\(nonce)\">"))
            nonces.insert(String(nonce))
        }
        #expect(nonces.count == 4)
    }

    @Test(arguments: ["/", "/app?url=weather://", "/api/version", "/events", "/image?url=x", "/nothing", "/link/x"])
    func everyResponseHasTheSafetyHeaders(path: String) async throws {
        let browser = TestBrowser()
        let headers = try await browser.send(.get, path).headers
        for (name, value) in [
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "no-store", "Today-Answer": "1",
        ] {
            #expect(headers[try #require(.init(name))] == value, "\(name)")
        }
        #expect(headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
    }

    @Test func thePagesHaveNoInlineScriptsOrStyles() async throws {
        let browser = try await TestBrowser.signedIn()
        for path in ["/", "/app?url=weather://"] {
            let html = try await browser.send(.get, path).text
            #expect(!html.contains(" style="))
            #expect(html.firstMatch(of: #/<[^>]* on[a-z]+=/#) == nil)
            #expect(html.matches(of: #/<script/#).count == 2)
            #expect(html.contains("<script defer src=\"\(Assets.stringsPath(in: .english))\"></script>"))
            #expect(html.contains("<script type=\"module\" src=\"\(Assets.scriptPath)\" data-sheet=\"/later/"))
        }
    }

    @Test func theFirstPaintIsOneSmallRequest() async throws {
        let browser = try await TestBrowser.signedIn()
        let html = try await browser.send(.get, "/").text
        #expect(html.utf8.count < 50_000)
        #expect(!html.contains("rel=\"stylesheet\""))
        #expect(!html.contains("@import"))
    }

    @Test func textOfAppsStaysText() async throws {
        let bad = Self.hostile
        let card = Card { TextBlock(bad) }
        var screen = Samples.screen
        screen.warnings = [.text(bad)]
        screen.widgets = [
            ShownWidget(
                id: WidgetID(bad),
                app: AppID(bad),
                title: bad,
                appURL: bad,
                compact: card,
                expanded: card,
                freshness: .stale(reason: .text(bad), since: Samples.now),
                revision: Revision(1)
            ),
            ShownWidget(
                id: WidgetID("b"),
                app: AppID("b"),
                title: "b",
                freshness: .failed(reason: .text(bad)),
                revision: Revision(1)
            ),
            ShownWidget(
                id: WidgetID(bad),
                app: AppID(bad),
                title: bad,
                freshness: .fresh,
                setUp: WidgetSetUp(bad, url: "javascript:alert(1)"),
                revision: Revision(1)
            ),
        ]
        screen.chosen = [
            .init(
                id: WidgetID(bad),
                title: bad,
                app: AppID(bad),
                appTitle: "x",
                isConfigurable: true,
                next: WidgetID(bad)
            )
        ]
        screen.available = screen.chosen
        screen.apps = [.init(id: AppID(bad), title: bad, url: bad)]
        let browser = try await TestBrowser.signedIn(screen: screen)
        var scene = Samples.scene()
        scene.title = bad
        scene.card = card
        browser.host.with { $0.scenes["x:"] = scene }
        for path in ["/", "/app?url=x:"] {
            let html = try await browser.send(.get, path).text
            #expect(!html.contains("<script>"))
            #expect(!html.contains("<img"))
            #expect(!html.contains("\u{0}"))
            #expect(html.contains("&lt;script&gt;"))
        }
    }

    @Test(arguments: [
        ("https://example.com/a?b=c", "https://example.com/a?b=c", true),
        ("http://example.com", "http://example.com", true),
        ("mailto:a@example.com", "mailto:a@example.com", true),
        ("geo:52.5,13.4?q=x", "geo:52.5,13.4?q=x", true), ("sms:+491", "sms:+491", true),
        ("tel:+49123", "tel:+49123", true),
        ("weather://place/1", "/open?url=weather%3A%2F%2Fplace%2F1&from=app", false),
        ("Weather://", "/open?url=Weather%3A%2F%2F&from=app", false),
    ])
    func linksLeadWhereTheyMay(address: String, href: String, opensNewWindow: Bool) throws {
        let target = try #require(PageLink.target(of: address, from: AppID("app")))
        #expect(target.href == href)
        #expect(target.opensNewWindow == opensNewWindow)
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)",
        "data:text/html,x",
        "vbscript:x", "file:///etc/passwd", "blob:x", "view-source:x", "//example.com", "/api/taps", "example.com", "",
        "https://", "https:///path", "https://user:password@example.com/", "https:\\\\example.com", "1a:x", ":x",
        "x\u{0}:y", "https://example.com/\u{7}", "https:" + String(repeating: "a", count: 5000),
    ])
    func otherLinksAreRefused(address: String) {
        #expect(PageLink.target(of: address, from: AppID("app")) == nil)
    }

    @Test(arguments: [
        ("https://example.com/a.png", "/image?url=https%3A%2F%2Fexample.com%2Fa.png"),
        ("data:image/png;base64,AA", nil),
        ("weather://a.png", nil), ("/a.png", nil),
    ])
    func imagesComeThroughTheProxyAlone(address: String, path: String?) {
        #expect(PageLink.image(address) == path)
    }

    @Test func imagesOfOtherSitesNeedTheRight() {
        let (address, app) = ("https://example.com/a.png", AppID("app"))
        var images = BundleImageIndex.empty
        #expect(PageLink.imageSource(address, of: app, widget: nil, in: images) == nil)
        images.set(icon: nil, mayShowRemoteImages: true, of: app)
        #expect(
            PageLink.imageSource(address, of: app, widget: nil, in: images)
                == CardImageSource("/image?url=https%3A%2F%2Fexample.com%2Fa.png")
        )
        #expect(PageLink.imageSource(address, of: AppID("other"), widget: nil, in: images) == nil)
        #expect(PageLink.imageSource("weather://a.png", of: app, widget: nil, in: images) == nil)
    }

    @Test(arguments: [
        (WidgetMargins(top: -5, leading: 1e9, bottom: .nan, trailing: 12.4), "tw-m-0-12_4-0-96"),
        (WidgetMargins.standard, "tw-m-8-16-16-16"),
    ])
    func marginsBecomeClampedRules(margins: WidgetMargins, className: String) {
        #expect(PageRule.margins(margins).className == className)
    }

    @Test(arguments: [
        (120.0, "120"), (-1.0, "0"), (.infinity, "0"), (9999.0, "640"), (60.5, "60.5"), (60.054, "60.05"),
        (60.999, "61"),
    ])
    func heightsBecomeClampedRules(height: Double, points: String) {
        let rule = PageRule.height(height)
        #expect(rule.className == "tw-h-" + points.replacing(".", with: "_"))
        #expect(rule.declarations == "--height:\(points)px")
    }

    @Test func textOfNotificationsStaysText() async throws {
        let bad = Self.hostile
        let browser = try await TestBrowser.signedIn()
        let actions = [
            ShownAction(
                identifier: bad,
                title: bad,
                isDestructive: true,
                textInput: .init(placeholder: bad, buttonTitle: bad)
            ),
            ShownAction(identifier: bad, title: bad),
        ]
        let id = browser.host.deliver(
            ShownNotification(
                id: DeliveredID(rawValue: 0),
                app: AppID(bad),
                appTitle: bad,
                title: bad,
                subtitle: bad,
                body: bad,
                date: Samples.now,
                due: Samples.now,
                deepLink: bad,
                actions: actions,
                minimalActions: actions,
                revision: Revision(1)
            )
        )
        browser.host.changeNotifications { notifications in
            notifications.settings = [
                AppNotificationDescription(
                    title: bad,
                    settings: AppNotificationSettings(
                        app: AppID(bad),
                        authorization: .notDetermined,
                        wanted: [.alert],
                        allowed: []
                    )
                )
            ]
            notifications.failures = [.init(id: bad, app: AppID(bad), title: bad, action: bad, reason: .text(bad))]
        }
        let action = "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%3Cimg%20src=x%20onerror=alert(1)%3E%27%26%00"
        for path in ["/", "/notifications", "/settings", "/notifications?answer=\(id)&action=\(action)"] {
            let html = try await browser.send(.get, path).text
            #expect(!html.contains("<script>"))
            #expect(!html.contains("<img"))
            #expect(!html.contains("\u{0}"))
            #expect(html.contains("&lt;script&gt;"))
        }
        let state = try #require(browser.host.with(\.notifications.delivered).first)
        let banner = NotificationBanner(notification: state).page.text
        #expect(!banner.contains("<script>"))
        #expect(!banner.contains("<img"))
    }
}
