import DeviceSync
import Foundation
import HTTPTypes
import Host
import HostModel
import HostStorage
import JSON
import LocalAPI
import ServerSentEvents
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// The line that says that the link to the cloud is down.
@Suite struct CloudNoticeTests {
    private static let offline = CloudStatus(
        .offline(since: Samples.now, reason: "push.example.org cannot be reached."),
        url: "https://push.example.org"
    )
    private static let unregistered = CloudStatus(.unregistered, url: "https://push.example.org")

    private func screen(_ notices: [LocalizableText]) -> ScreenState {
        var screen = Samples.screen
        screen.notices = notices
        return screen
    }

    private func line(_ html: String) -> String? {
        html.firstMatch(of: /<p class="link-state" role="status">(.*?)<\/p>/).map { String($0.1) }
    }

    @Test(arguments: [
        (offline, "Messages may be out of date: push.example.org cannot be reached."),
        (unregistered, "This host was shut out of its cloud; join it again with “today link”."),
    ])
    func aLinkThatIsDownIsSaidAboveTheWidgets(status: CloudStatus, sentence: String) async throws {
        let browser = try await TestBrowser.signedIn(screen: screen([try #require(status.notice)]))
        let html = try await browser.send(.get, "/").text
        #expect(line(html) == sentence)
        let place = try #require(html.firstRange(of: "class=\"link-state\""))
        let widget = try #require(html.firstRange(of: "class=\"widget"))
        #expect(place.lowerBound < widget.lowerBound)
        // A screen reader says it when it comes; what is there stays in sight.
        #expect(html.contains("61°"))
    }

    @Test(arguments: [CloudStatus.State.notLinked, .connecting, .connected(since: Samples.now)])
    func whileAllIsWellThereIsNoLine(state: CloudStatus.State) async throws {
        #expect(CloudStatus(state, url: "https://push.example.org").notice == nil)
        let browser = try await TestBrowser.signedIn(screen: screen([]))
        #expect(line(try await browser.send(.get, "/").text) == nil)
    }

    @Test func anOpenPageGetsTheLineAndLosesItAgain() async throws {
        let host = StubHost(screen: Samples.screen)
        let renderer = EventRenderer(
            host: host,
            viewer: Samples.viewer,
            now: { Samples.now },
            epoch: Samples.screen.epoch,
            rights: .change,
            expanded: [],
            list: nil
        )
        for (notices, sentence) in [([try #require(Self.offline.notice)], Self.offline.notice), ([], nil)] {
            let screen = screen(notices)
            let event = try await renderer.render(ScreenEvent(position: screen.position, change: .screen(screen)))
            let data = try JSONValue(parsing: try #require(event?.data))
            #expect(line(try #require(data["html"]?.stringValue)) == sentence?.english)
        }
    }

    @Test func whatACloudSaysStaysText() async throws {
        let reason = "<script>alert(1)</script>\" & co."
        let notice = try #require(CloudStatus(.offline(since: Samples.now, reason: .text(reason))).notice)
        let html = try await TestBrowser.signedIn(screen: screen([notice])).send(.get, "/").text
        #expect(!html.contains("<script>alert"))
        #expect(line(html)?.contains("&lt;script&gt;") == true)
    }
}
