import Foundation
import HTTPTypes
import Host
import HostModel
import Logging
import NetworkAddresses
import SurfaceTestSupport
import Testing
import TodayTestSupport

@testable import TodayWeb

/// What happens to those who follow links that sign nobody in.
@Suite(.timeLimit(.minutes(5))) struct WrongLinkTests {
    private static let wrong = "/link/" + String(repeating: "A", count: 43)

    /// Follows wrong links of both kinds.
    private func follow(
        _ count: Int,
        on browser: TestBrowser,
        from peer: String,
        _ headers: [String: String?] = [:]
    ) async throws -> [HTTPResponse.Status] {
        var statuses: [HTTPResponse.Status] = []
        for number in 0..<count {
            let path = number.isMultiple(of: 2) ? Self.wrong : Self.wrong.replacing("link", with: "pair")
            statuses.append(try await browser.send(.get, path, from: peer, headers: headers).status)
        }
        return statuses
    }

    @Test func tooManyWrongLinksAreRefusedAndRightOnesGetThrough() async throws {
        let browser = TestBrowser()
        let statuses = try await follow(WrongLinks.limit, on: browser, from: "203.0.113.7")
        #expect(statuses.allSatisfy { $0 == .gone })
        let refused = try await browser.send(.get, Self.wrong, from: "203.0.113.7")
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "60")
        #expect(try await follow(1, on: browser, from: "203.0.113.8") == [.gone])
        let pairing = PairPage.path(of: browser.pairings.make(DeviceGrant()))
        #expect(try await browser.send(.get, pairing, from: "203.0.113.7").status == .ok)
        #expect(try await browser.send(.post, pairing, body: "", from: "203.0.113.7").status == .seeOther)
        #expect(try await browser.send(.post, pairing, body: "", from: "203.0.113.7").status == .tooManyRequests)
        let link = "/link/\(browser.links.make().text)"
        #expect(try await browser.send(.get, link, from: "203.0.113.7").status == .seeOther)
        // The next minute.
        #expect(browser.wrongLinks.takeEntries() == ["22, from 203.0.113.7", "1, from 203.0.113.8"])
        #expect(try await follow(1, on: browser, from: "203.0.113.7") == [.gone])
    }

    @Test func addressesOfOneNetworkCountTogether() async throws {
        let browser = TestBrowser()
        for number in 1...3 { _ = try await follow(1, on: browser, from: "2001:db8::\(number)") }
        _ = try await follow(1, on: browser, from: "2001:db8:0:1::1")
        let entries = browser.wrongLinks.takeEntries()
        #expect(entries.count == 2 && entries[0].hasPrefix("3, from 2001:db8:"))
    }

    @Test func behindProxiesTheLastAddressBeforeThemCounts() async throws {
        let proxies = [AddressRange("127.0.0.1"), AddressRange("10.0.0.0/8")].compactMap(\.self)
        let browser = TestBrowser(proxies: proxies)
        let chains = ["203.0.113.7", "198.51.100.1, 203.0.113.7", "x, 203.0.113.7, 10.0.0.2", "203.0.113.7,10.1.2.3"]
        for forwarded in chains {
            _ = try await follow(1, on: browser, from: "127.0.0.1", ["X-Forwarded-For": forwarded])
        }
        for forwarded in [nil, "unknown", "203.0.113.9, unknown", "10.0.0.2"] {
            _ = try await follow(1, on: browser, from: "127.0.0.1", ["X-Forwarded-For": forwarded])
        }
        #expect(browser.wrongLinks.takeEntries() == ["4, from 127.0.0.1", "4, from 203.0.113.7"])
    }

    @Test func whatAClientSaysItselfDoesNotCount() async throws {
        let browser = TestBrowser()
        for number in 1...3 {
            _ = try await follow(1, on: browser, from: "203.0.113.7", ["X-Forwarded-For": "198.51.100.\(number)"])
        }
        #expect(browser.wrongLinks.takeEntries() == ["3, from 203.0.113.7"])
    }

    @Test func aFloodFromManyNetworksMakesFewEntries() {
        let links = WrongLinks()
        for number in 0..<2 * WrongLinks.networkLimit { _ = links.add(from: "network \(number)") }
        _ = links.add(from: "network 7")
        let entries = links.takeEntries()
        #expect(entries.count == WrongLinks.entryLimit + 1)
        #expect(entries.first == "2, from network 7")
        #expect(entries.last == "\(2 * WrongLinks.networkLimit - WrongLinks.entryLimit), from other networks")
        #expect(links.takeEntries() == [])
    }

    @Test func eachMinuteIsRecordedOnceAndTheLastOneAtTheEnd() async throws {
        let (host, links, clock) = (StubHost(screen: Samples.screen), WrongLinks(), ManualClock())
        let task = Task { await links.run(on: host, logger: Logger(label: "test"), clock: clock) }
        _ = links.add(from: "a")
        _ = links.add(from: "a")
        await clock.advanceWhenSleeping(by: WrongLinks.period)
        await clock.advanceWhenSleeping(by: WrongLinks.period)
        await clock.waitUntilSleeping()
        _ = links.add(from: "b")
        task.cancel()
        await task.value
        #expect(host.sent(RecordWrongLinksRequest.self).map(\.details) == [["2, from a"], ["1, from b"]])
    }
}
