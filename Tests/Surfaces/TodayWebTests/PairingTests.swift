import Foundation
import HTTPServing
import HTTPTypes
import Host
import HostModel
import HostStorage
import LocalAPI
import NetworkAddresses
import SurfaceTestSupport
import Testing

@testable import TodayWeb

/// How a link pairs another device.
@Suite struct PairingTests {
    private static let agent = "Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36"

    private func path(_ browser: TestBrowser, _ grant: DeviceGrant = DeviceGrant()) -> String {
        PairPage.path(of: browser.pairings.make(grant))
    }

    @Test func openingALinkUsesItNot() async throws {
        let browser = TestBrowser()
        let path = path(browser, DeviceGrant(rights: .act))
        for site in ["none", "cross-site"] {
            let page = try await browser.send(
                .get,
                path,
                headers: ["Sec-Fetch-Site": site, "User-Agent": Self.agent]
            )
            #expect(page.status == .ok && page.headers[.setCookie] == nil)
            #expect(page.text.contains("value=\"Chrome, Android\"") && page.text.contains("answer notifications"))
        }
        #expect(browser.host.sent(ChangeSessionRequest.self).isEmpty)
        let paired = try await browser.send(.post, path, body: "name=Phone")
        #expect(paired.status == .seeOther && paired.headers[.location] == "/")
        #expect(browser.host.with(\.sessions).count == 1)
        let session = try #require(browser.host.sent(ChangeSessionRequest.self).first)
        #expect(session.name == "Phone" && session.rights == .act)
        #expect(try await browser.send(.get, "/").headers[PageRights.field] == "act")
    }

    @Test func aLinkPairsOneDevice() async throws {
        let browser = TestBrowser()
        let path = path(browser)
        #expect(try await browser.send(.post, path, body: "").status == .seeOther)
        for method in [HTTPRequest.Method.get, .post] {
            let again = try await browser.send(method, path, body: "")
            #expect(again.status == .gone && again.headers[.setCookie] == nil)
            #expect(again.text.contains("today pair"))
        }
        #expect(browser.host.with(\.sessions).count == 1)
    }

    @Test(
        arguments: [
            ("cross-site", "https://a.example"), ("same-site", nil), (nil, "null"), (nil, nil),
        ] as [(String?, String?)]
    )
    func onlyTheLinksOwnPageUsesIt(site: String?, origin: String?) async throws {
        let browser = TestBrowser()
        let path = path(browser)
        let headers = ["Sec-Fetch-Site": site, "Origin": origin]
        #expect(try await browser.send(.post, path, body: "", headers: headers).status == .forbidden)
        #expect(try await browser.send(.post, path, body: "").status == .seeOther)
    }

    @Test func linksOfTheTwoKindsAreNotExchangeable() async throws {
        let browser = TestBrowser()
        let pairing = browser.pairings.make(DeviceGrant(rights: .view))
        #expect(try await browser.send(.get, "/link/\(pairing.text)").status == .gone)
        #expect(try await browser.send(.post, "/pair/\(browser.links.make().text)", body: "").status == .gone)
        #expect(browser.host.with(\.sessions).isEmpty)
    }

    @Test func aNameThatIsTooLongLeavesTheLinkUsable() async throws {
        let browser = TestBrowser()
        let path = path(browser)
        let long = String(repeating: "x", count: 129)
        #expect(try await browser.send(.post, path, body: "name=\(long)").status == .unprocessableContent)
        #expect(try await browser.send(.post, path, body: "name=Phone").status == .seeOther)
    }

    @Test func aLinkThatReachesThisMachineAloneIsShownWithoutACode() async throws {
        let browser = try await TestBrowser.signedIn()
        #expect(try await browser.send(.get, "/settings").text.contains("href=\"/settings/devices/pair\""))
        #expect(try await browser.send(.get, "/settings/devices/pair").text.contains("name=\"rights\""))
        let page = try await browser.send(.post, "/settings/devices/pair", body: "name=Wall&rights=view")
        let found = try #require(page.text.firstMatch(of: /<bdi>http:\/\/[^<]*(\/pair\/[\w-]{43})<\/bdi>/))
        #expect(!page.text.contains("<svg class=\"qr\""))
        #expect(page.text.contains("--public-url") && page.text.contains("data-copy"))
        let device = TestBrowser(host: browser.host)
        // The other browser's router has links of its own; the token is this one's.
        let token = try #require(Token(sent: String(found.1.dropFirst("/pair/".count))))
        #expect(browser.pairings.value(of: token) == DeviceGrant(name: "Wall", rights: .view))
        #expect(try await device.send(.get, String(found.1)).status == .gone)
    }

    @Test func aLinkNeedsThePasscode() async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { $0.notifications.passcode = "1234" }
        for body in ["rights=change", "rights=view&passcode=4321"] {
            let refused = try await browser.send(.post, "/settings/devices/pair", body: body)
            #expect(refused.status == .unprocessableContent && !refused.text.contains("/pair/"))
            #expect(refused.text.contains("name=\"passcode\""))
        }
        let made = try await browser.send(.post, "/settings/devices/pair", body: "rights=view&passcode=1234")
        #expect(made.status == .ok && made.text.contains("/pair/"))
    }

    @Test func aLinkThatReachesOtherMachinesIsShownAsACode() {
        let url = "https://a.example"
        let link = PairingLink(link: "\(url)/pair/x", url: url, seconds: 600, reachesOtherMachines: true)
        let page = PairingLinkPage(link: link, context: .sample)
        var writer = PageWriter(.english)
        page.write(to: &writer)
        #expect(writer.text.contains("<svg class=\"qr\"") && writer.text.contains("data-copy"))
        #expect(!writer.text.contains("--public-url"))
    }

    @Test func linksLeadToThePublicAddressIfThereIsOne() throws {
        let local = WebOrigin(instance: "abcdefgh", port: 4000)
        let link = PairingLinkMaker(pairings: PairingLinks(), origin: local).make(DeviceGrant())
        #expect(link.link.hasPrefix("http://abcdefgh.localhost:4000/pair/") && !link.reachesOtherMachines)
        #expect(link.seconds == 600)
        let address = PublicAddress(
            listen: ListenAddress(host: "127.0.0.1", port: 8090),
            url: try #require(PublicURL("https://today.example.org")),
            protection: .proxies([])
        )
        let far = PairingLinkMaker(pairings: PairingLinks(), origin: WebOrigin(address)).make(DeviceGrant())
        #expect(far.link.hasPrefix("https://today.example.org/pair/") && far.reachesOtherMachines)
    }
}
