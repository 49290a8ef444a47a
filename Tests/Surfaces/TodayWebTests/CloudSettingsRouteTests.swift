import DeviceSync
import HTTPTypes
import Host
import HostModel
import SurfaceTestSupport
import Testing

@testable import TodayWeb

/// The cloud in Settings, as a signed-in browser uses it without scripts.
@Suite struct CloudSettingsRouteTests {
    private static let url = "https://cloud.example.org"

    private func browser(_ status: CloudStatus) async throws -> TestBrowser {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { $0.messages.status = status }
        return browser
    }

    @Test func withoutACloudTheCommandThatJoinsOneIsThere() async throws {
        let page = try await browser(.notLinked).send(.get, "/settings").text
        let command = "<code>today link CLOUD-URL</code> <button type=\"button\" class=\"quiet-button\" data-copy>"
        #expect(page.contains(command))
        #expect(!page.contains(CloudSection.leavePath))
    }

    @Test(arguments: [
        (CloudStatus.State.connected(since: Samples.now), "Connected", "Messages, topics, and what apps share"),
        (.connecting, "Connecting…", "Messages, topics, and what apps share"),
        (
            .offline(since: Samples.now, reason: .cloudNotAnsweringPhrase), "Not Connected",
            "Messages may be out of date: the cloud does not answer."
        ),
        (.unregistered, "No Longer Accepted", "<code>today link https://cloud.example.org</code>"),
    ])
    func theStateIsSaidWithItsRemedy(state: CloudStatus.State, title: String, hint: String) async throws {
        let page = try await browser(CloudStatus(state, url: Self.url, user: "ada")).send(.get, "/settings").text
        #expect(page.contains("<span>\(title)</span><span><bdi>https://<wbr>cloud.example.org</bdi>"))
        #expect(page.contains(hint))
        #expect(page.contains("action=\"\(CloudSection.leavePath)\""))
    }

    @Test func theCloudInsideCannotBeLeft() async throws {
        let status = CloudStatus(.connected(since: Samples.now), url: Self.url, user: "ada", isLocal: true)
        let page = try await browser(status).send(.get, "/settings").text
        #expect(page.contains("This cloud runs inside Today") && !page.contains(CloudSection.leavePath))
    }

    @Test func theCloudIsLeftWithAForm() async throws {
        let browser = try await browser(CloudStatus(.connecting, url: Self.url, user: "ada"))
        let answer = try await browser.send(.post, CloudSection.leavePath)
        #expect(answer.status == .seeOther && answer.headers[.location] == "/settings#cloud")
        #expect(browser.host.sent(UnlinkCloudRequest.self).count == 1)
    }

    @Test func otherSitesAndStrangersCannotLeaveIt() async throws {
        let browser = try await browser(CloudStatus(.connecting, url: Self.url, user: "ada"))
        let elsewhere = ["Sec-Fetch-Site": "cross-site", "Origin": "https://example.org"]
        let path = CloudSection.leavePath
        #expect(try await browser.send(.post, path, headers: elsewhere).status == .forbidden)
        #expect(try await TestBrowser(host: browser.host).send(.post, path).status == .unauthorized)
        #expect(browser.host.sent(UnlinkCloudRequest.self).isEmpty)
    }
}
