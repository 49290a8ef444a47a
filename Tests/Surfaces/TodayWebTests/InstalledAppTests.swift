import HTTPTypes
import HostModel
import JSON
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// What lets a browser install the screen as an app: the manifest, the icons and the service worker.
@Suite struct InstalledAppTests {
    private func manifest(_ browser: TestBrowser, language: String = "en") async throws -> JSONValue {
        let answer = try await browser.send(.get, WebAppManifest.path, headers: ["Accept-Language": language])
        #expect(answer.status == .ok && answer.headers[.contentType] == "application/manifest+json")
        return try JSONValue(parsing: Array(answer.text.utf8))
    }

    @Test func theManifestHasAShortcutForEachApp() async throws {
        let manifest = try await manifest(.signedIn())
        let shortcuts = try #require(manifest["shortcuts"]?.arrayValue)
        #expect(shortcuts.compactMap { $0["name"]?.stringValue } == ["Habits", "News", "Stocks & Funds", "Weather"])
        #expect(shortcuts.first?["url"] == "/open?url=habits%3A%2F%2F")
        #expect(manifest["start_url"] == "/?app" && manifest["id"] == "/")
    }

    @Test func aScreenWithManyAppsHasTheFirstTen() async throws {
        var screen = Samples.emptyScreen
        screen.apps = (0..<200).map { .init(id: AppID("a\($0)"), title: "\"</script>\($0)", url: "a\($0)://") }
        let manifest = try await manifest(.signedIn(screen: screen))
        let shortcuts = try #require(manifest["shortcuts"]?.arrayValue)
        #expect(shortcuts.count == 10 && shortcuts[3]["name"] == "\"</script>3")
    }

    @Test func theManifestIsInTheLanguageOfThePage() async throws {
        let browser = try await TestBrowser.signedIn()
        try await #expect(manifest(browser, language: "de")["name"] == "Heute")
        try await #expect(manifest(browser, language: "ja")["lang"] == "ja")
    }

    @Test func aStrangerLearnsNothingOfTheApps() async throws {
        let answer = try await TestBrowser().send(.get, WebAppManifest.path)
        #expect(answer.status == .unauthorized)
        #expect(!answer.text.contains("Habits"))
    }

    @Test func theWorkerKeepsThisVersionAndMayAskThisServerOnly() async throws {
        let answer = try await TestBrowser().send(.get, "/worker.js")
        #expect(answer.status == .ok && answer.headers[.cacheControl] == "no-cache")
        #expect(
            answer.headers[.contentSecurityPolicy]
                == "default-src 'none'; script-src 'self'; img-src 'self'; connect-src 'self'"
        )
        #expect(answer.text.hasPrefix("const version = \"\(Assets.version)\";\n"))
        #expect(answer.text.contains("].map((name) => `/assets/${version}/${name}`);\n"))
        for name in Assets.bundles.keys { #expect(answer.text.contains("\"\(name)\"")) }
        // What a browser loads beside the first page.
        #expect(answer.text.utf8.count < 14_000)
    }

    @Test func thePageWithoutTheHostOpensItsAddressAgain() async throws {
        let page = try await TestBrowser().send(.get, "/away").text
        #expect(page.contains("<button type=\"button\" class=\"pill\" data-again>Try Again</button>"))
        #expect(page.contains("src=\"\(Assets.awayScriptPath)\""))
        #expect(try await TestBrowser().send(.get, Assets.awayScriptPath).status == .ok)
    }

    @Test(arguments: WebAppIcon.allCases)
    func everyIconIsServed(icon: WebAppIcon) async throws {
        let answer = try await TestBrowser().send(.get, icon.path)
        #expect(answer.status == .ok && answer.headers[.contentType] == icon.mediaType)
    }

    @Test func signingOutClearsWhatTheBrowserKeeps() async throws {
        let browser = try await TestBrowser.signedIn()
        let field = try #require(HTTPField.Name("Clear-Site-Data"))
        let answer = try await browser.send(.post, "/sign-out")
        #expect(answer.headers[field] == "\"cache\", \"storage\"")
    }
}
