import Foundation
import HTTPTypes
import Host
import HostModel
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// What Settings hold of browsers, the search, and the icon of pages.
@Suite struct BrowserSettingsTests {
    @Test(
        arguments: [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
                "Edge, Windows"
            ),
            ("Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Safari/604.1", "Safari, iPhone"),
            ("curl/8.5", nil), ("", nil),
        ] as [(String, String?)]
    )
    func aBrowserIsCalledWhatPeopleCallIt(userAgent: String, name: String?) {
        #expect(BrowserName.name(of: userAgent) == name)
    }

    @Test(arguments: [
        (0, "/icon/0.svg"), (3, "/icon/3.svg"), (99, "/icon/99.svg"), (250, "/icon/100.svg"), (-1, "/icon/0.svg"),
    ])
    func theIconHasTheNumberUpToALimit(number: Int, path: String) async throws {
        #expect(Favicon.path(of: number) == path)
        let browser = try await TestBrowser.signedIn()
        let icon = try await browser.send(.get, path)
        #expect(icon.status == .ok && icon.headers[.contentType] == "image/svg+xml")
        #expect(icon.text.contains("<text") == (number > 0))
        #expect(icon.text.contains(">99+<") == (number > 99))
    }

    @Test(arguments: ["/icon/101.svg", "/icon/03.svg", "/icon/x.svg", "/icon/-1.svg", "/icon/3.png"])
    func thereIsNoOtherIcon(path: String) async throws {
        let browser = try await TestBrowser.signedIn()
        #expect(try await browser.send(.get, path).status == .notFound)
    }

    @Test(arguments: [("light", "light"), ("dark", "dark"), ("", nil), ("\"><script>", nil)] as [(String, String?)])
    func everyPageHasTheThemeOfTheBrowser(cookie: String, theme: String?) async throws {
        let browser = try await TestBrowser.signedIn()
        let cookies = browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
        for path in ["/", "/settings", "/notifications", "/no-such-page"] {
            let answer = try await browser.send(.get, path, headers: ["Cookie": "\(cookies); today_theme=\(cookie)"])
            let tag = try #require(answer.text.firstMatch(of: #/<html[^>]*>/#)).0
            #expect(tag.contains("class=\"\(theme ?? "")") == (theme != nil))
            #expect(answer.text.split(separator: "name=\"theme-color\"").count == (theme == nil ? 3 : 2))
        }
    }

    @Test func theChosenLanguageComesBeforeThatOfTheBrowser() async throws {
        let browser = try await TestBrowser.signedIn()
        let cookies = browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
        for (language, expected) in [("ja", "ja"), ("../x", "de"), ("", "de")] {
            let headers = ["Cookie": "\(cookies); today_language=\(language)", "Accept-Language": "de-DE"]
            let answer = try await browser.send(.get, "/", headers: headers)
            #expect(answer.text.contains("<html lang=\"\(expected)\""))
        }
    }

    @Test(arguments: [
        ("ussystem", "h12", "de-DE-u-hc-h12-ms-ussystem"), ("metric", "", "de-DE-u-ms-metric"),
        ("", "h23", "de-DE-u-hc-h23"), ("\"><script>", "h12-x-y", "de-DE"),
    ])
    func theChosenUnitsAndClockExtendTheLanguage(units: String, clock: String, expected: String) async throws {
        let browser = try await TestBrowser.signedIn()
        let cookies = browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
        let headers = [
            "Cookie": "\(cookies); today_units=\(units); today_clock=\(clock)", "Accept-Language": "de-DE",
        ]
        let screen = try await browser.send(.get, "/", headers: headers)
        #expect(screen.text.contains("<h1 class=\"date\" lang=\"\(expected)\">"))
        let settings = try await browser.send(.get, "/settings", headers: headers).text
        #expect(settings.contains("value=\"ussystem\" selected") == (units == "ussystem"))
        #expect(settings.contains("value=\"h23\" selected") == (clock == "h23"))
    }

    @Test func aWordIsLookedForInAppsAndNotifications() async throws {
        let browser = try await TestBrowser.signedIn()
        let apps = try await browser.send(.get, "/search?q=WEATH", headers: ["Sec-Fetch-Site": "same-origin"])
        #expect(apps.status == .ok)
        #expect(apps.text.contains("\"kind\":\"app\""))
        let nothing = try await browser.send(.get, "/search?q=zzzz", headers: ["Sec-Fetch-Site": "same-origin"])
        #expect(nothing.text == "[]")
        let other = try await browser.send(.get, "/search?q=x", headers: ["Sec-Fetch-Site": "cross-site"])
        #expect(other.status == .forbidden)
    }

    @Test func aSearchFindsWhatAppsFindAndSectionsOfSettings() async throws {
        let browser = try await TestBrowser.signedIn()
        let entry = SearchEntry(title: "Bread \u{202E}kcab", detail: "Bakery", url: "shopping://item/1?a=b&c")
        browser.host.with { $0.found = [.init(app: Samples.shopping, entry: entry)] }
        let found = try await browser.send(.get, "/search?q=quiet%20h", headers: ["Sec-Fetch-Site": "same-origin"]).text
        #expect(found.contains("\"kind\":\"settings\"") && found.contains("/settings#quiet-title"))
        #expect(found.contains("\"title\":\"Bread kcab\"") && found.contains("\"detail\":\"Bakery\""))
        #expect(found.contains("shopping%3A%2F%2Fitem%2F1%3Fa%3Db%26c"))
    }
}
