import AdaptiveCards
import Foundation
import HTTPTypes
import Host
import HostModel
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayWeb

/// The form that configures a widget, as a signed-in browser sees and sends it, without scripts.
@Suite struct ConfigurationRouteTests {
    private static let widget = WidgetID("com.example.weather.widget:2")
    private static let path = "/widgets/com.example.weather.widget%3A2/configuration"

    private func browser(refusing problem: LocalizableText? = nil) async throws -> TestBrowser {
        let browser = try await TestBrowser.signedIn()
        browser.host.answer(GetWidgetConfigurationRequest.self) { request, _ in
            guard request.widget == Self.widget else { throw HostError(.notFound, "There is no widget.") }
            return WidgetConfiguration(
                widget: request.widget,
                app: AppID("com.example.weather"),
                title: "Weather <2>",
                card: Card { TextInput(id: "place", label: "Place", value: request.values?["place"] ?? "Tokyo") }
            )
        }
        browser.host.answer(ConfigureWidgetRequest.self) { _, _ in
            if let problem { throw HostError(.invalid, problem) }
        }
        return browser
    }

    @Test func theFormShowsWhatIsInForce() async throws {
        let page = try await browser().send(.get, Self.path)
        #expect(page.status == .ok)
        #expect(page.text.contains("<h1 id=\"title\">Weather &lt;2&gt;</h1>"))
        #expect(page.text.contains("name=\"place\""))
        #expect(page.text.contains("value=\"Tokyo\""))
        #expect(!page.text.contains("role=\"alert\" hidden"))
        #expect(try await browser().send(.get, "/widgets/other/configuration").status == .notFound)
    }

    @Test func whatIsSentIsSavedAndTheScreenFollows() async throws {
        let browser = try await browser()
        let answer = try await browser.send(.post, Self.path, body: "place=S%C3%A3o+Paulo&days=1&days=2&=x&y")
        #expect(answer.status == .seeOther)
        #expect(answer.headers[.location] == "/")
        #expect(
            browser.host.sent(ConfigureWidgetRequest.self).map(\.values) == [["place": "São Paulo", "days": "1,2"]]
        )
    }

    @Test func whatIsRefusedStaysInTheFormWithTheReason() async throws {
        let browser = try await browser(refusing: "“Place” is <too> long.")
        let page = try await browser.send(.post, Self.path, body: "place=Oslo")
        #expect(page.text.contains("role=\"alert\">“Place” is &lt;too&gt; long."))
        #expect(page.text.contains("value=\"Oslo\""))
    }

    @Test func hugeFormsAndOtherSitesAreRefused() async throws {
        let browser = try await browser()
        let huge = "place=" + String(repeating: "x", count: ConfigurationController.bodyLimit)
        #expect(try await browser.send(.post, Self.path, body: huge).status == .contentTooLarge)
        let elsewhere = ["Sec-Fetch-Site": "cross-site", "Origin": "https://example.org"]
        let small = "place=Oslo"
        #expect(try await browser.send(.post, Self.path, body: small, headers: elsewhere).status == .forbidden)
        let stranger = TestBrowser(host: browser.host)
        #expect(try await stranger.send(.get, Self.path).status == .unauthorized)
        #expect(try await stranger.send(.post, Self.path, body: small).status == .unauthorized)
        #expect(browser.host.sent(ConfigureWidgetRequest.self).isEmpty)
    }
}
