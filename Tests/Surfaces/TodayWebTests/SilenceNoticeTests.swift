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
import TodayScreen

@testable import TodayWeb

/// What pages say of devices that have been silent for longer than expected.
@Suite struct SilenceNoticeTests {
    private static let phone = String(repeating: "f", count: 64)

    /// Adds a device that was last seen some days ago.
    private static func addPhone(to host: StubHost, named name: String? = "Phone", contact: DeviceContact? = nil) {
        host.with { state in
            state.devices.now = Date()
            let date = Date() - 9 * 86_400
            state.sessions[phone] = date
            state.devices[phone] = StubDevice(name: name)
            state.devices.contacts[phone] = contact ?? DeviceContact(lastSeen: date, usualGap: 100_000)
        }
    }

    private func browser(_ rights: DeviceRights = .change, named name: String? = "Phone") async throws -> TestBrowser {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { state in
            for hash in state.sessions.keys { state.devices[hash] = StubDevice(rights: rights) }
        }
        Self.addPhone(to: browser.host, named: name)
        return browser
    }

    private func notice(_ html: String) -> String? {
        html.firstMatch(of: /<p role="status">(.*?)<\/p>/).map { String($0.1) }
    }

    @Test(arguments: [
        ("en", "“Phone” was not seen for longer than usual. It may miss notifications."),
        ("de", "„Phone“ wurde länger als sonst nicht gesehen. Dort fehlen vielleicht Mitteilungen."),
        ("ja", "「Phone」からのアクセスが普段より長く途絶えています。通知が届いていない可能性があります。"),
    ])
    func theScreenSaysThatADeviceIsSilent(language: String, sentence: String) async throws {
        let html = try await browser().send(.get, "/", headers: ["Accept-Language": language]).text
        #expect(notice(html) == sentence)
    }

    @Test func thereIsOneNoticeOfSeveralDevices() async throws {
        let browser = try await browser()
        browser.host.with { state in
            state.sessions["other"] = Date() - 20 * 86_400
        }
        let html = try await browser.send(.get, "/").text
        #expect(notice(html)?.hasPrefix("2 devices were not seen") == true)
    }

    @Test(arguments: [DeviceRights.view, .act]) func onlyWhoMayChangeSettingsIsTold(rights: DeviceRights) async throws {
        let browser = try await browser(rights)
        #expect(notice(try await browser.send(.get, "/").text) == nil)
        #expect(!(try await browser.send(.get, "/settings").text.contains("Not seen since")))
        #expect(try await SilenceNotice.devices(of: browser.host, for: rights).isEmpty)
    }

    @Test func aDismissedSilenceIsListedAlone() async throws {
        let browser = try await browser()
        #expect(try await browser.send(.post, "/silence/dismiss").status == .seeOther)
        #expect(browser.host.sent(DismissSilencesRequest.self).count == 1)
        let contact = DeviceContact(
            lastSeen: Date() - 9 * 86_400,
            usualGap: 100_000,
            isSilenceDismissed: true
        )
        Self.addPhone(to: browser.host, contact: contact)
        #expect(notice(try await browser.send(.get, "/").text) == nil)
        #expect(try await browser.send(.get, "/settings").text.contains("Not seen since"))
    }

    @Test(arguments: [
        ("en", "usually seen every 2 days. Open Today there", "its push service has ended its notifications. Open"),
        ("de", "sonst alle 2 Tage. Öffne Heute dort", "sein Push-Dienst hat die Mitteilungen beendet. Öffne"),
        ("ja", "（普段は2日以内）", "（プッシュサービスが通知を終了しました）"),
    ])
    func settingsSayWhyASilenceIsReported(language: String, usual: String, ended: String) async throws {
        let browser = try await browser()
        let headers = ["Accept-Language": language]
        #expect(try await browser.send(.get, "/settings", headers: headers).text.contains(usual))
        let contact = DeviceContact(lastSeen: Date() - 86_400, pushesEnded: Date() - 3600)
        Self.addPhone(to: browser.host, contact: contact)
        #expect(try await browser.send(.get, "/settings", headers: headers).text.contains(ended))
    }

    @Test func anOpenPageGetsTheNotice() async throws {
        let host = StubHost(screen: Samples.screen)
        Self.addPhone(to: host)
        for (rights, isTold) in [(DeviceRights.change, true), (.act, false)] {
            let renderer = EventRenderer(
                host: host,
                viewer: Samples.viewer,
                now: { Samples.now },
                epoch: Samples.screen.epoch,
                rights: rights,
                expanded: [],
                list: nil
            )
            let event = ScreenEvent(position: Samples.screen.position, change: .screen(Samples.screen))
            let data = try JSONValue(parsing: try #require(try await renderer.render(event)?.data))
            #expect((notice(try #require(data["html"]?.stringValue)) != nil) == isTold)
        }
    }

    @Test func theNameOfADeviceStaysText() async throws {
        let browser = try await browser(named: "<img src=x onerror=alert(1)>\" & co.")
        for path in ["/", "/settings"] {
            let html = try await browser.send(.get, path).text
            #expect(!html.contains("<img src=x") && html.contains("&lt;img src=x"))
        }
    }
}
