import Foundation
import HTTPTypes
import Host
import HostModel
import HostStorage
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayWeb

/// The trace of a notification as a signed-in browser sees it.
@Suite struct TraceRouteTests {
    private static let id = DeliveredID(rawValue: 7)
    /// Every hop that there can be, a second apart.
    private static let events: [TraceEvent] = {
        let plain = TraceEvent.Kind.allCases.filter { ![.stored, .sent, .withdrawn, .withheld].contains($0) }
        var parts: [(TraceEvent.Kind, String?)] = plain.map { ($0, nil) }
        parts += ["banner", "alert", "list"].map { (.stored, $0) }
        parts += TraceEvent.Answer.allCases.map { (.sent, $0.rawValue) }
        parts += TraceEvent.Withdrawal.allCases.map { (.withdrawn, $0.rawValue) }
        parts += TraceEvent.Reason.allCases.map { (.withheld, $0.rawValue) }
        return parts.enumerated().map { number, part in
            TraceEvent(part.0, date: Samples.now + Double(number), notification: id, detail: part.1)
        }
    }()

    private func browser(_ events: [TraceEvent]) async throws -> TestBrowser {
        let browser = try await TestBrowser.signedIn()
        let trace = DeliveryTrace(app: AppID("com.example.weather"), identifier: "rain", events: events)
        browser.host.changeNotifications { $0.traces = [trace] }
        return browser
    }

    private func hops(_ html: String) -> [String] {
        html.matches(of: /<li class="line"><div><b>(.*?)<\/b>/).map { String($0.1) }
    }

    @Test func everyHopHasAWordOfItsOwnInEachLanguage() async throws {
        let browser = try await browser(Self.events)
        var seen: Set<String> = []
        for language in ["en", "de", "fr", "ja"] {
            let html = try await browser.send(.get, "/trace/7", headers: ["Accept-Language": language]).text
            let found = hops(html)
            #expect(found.count == Self.events.count && Set(found).count == found.count, "\(language): \(found)")
            #expect(seen.isDisjoint(with: found), "\(language)")
            seen.formUnion(found)
        }
    }

    @Test func timesAndPlacesAreThereAndEscaped() async throws {
        let hostile = "<img src=x onerror=alert(1)>"
        let browser = try await browser([
            TraceEvent(.accepted, date: Samples.now),
            // The clock of the cloud is ahead of this one's.
            TraceEvent(.taken, date: Samples.now - 5),
            TraceEvent(
                .sent,
                date: Samples.now + 55,
                device: hostile,
                service: "push.example.org",
                detail: "refused",
                status: 403
            ),
            TraceEvent(.actedOn, date: Samples.now + 56, notification: Self.id, detail: hostile),
        ])
        let html = try await browser.send(.get, "/trace/7").text
        #expect(hops(html).suffix(2) == ["Refused by the push service (403)", "Answered"])
        #expect(html.contains("push.example.org") && html.contains("<p>1 min later</p>"))
        #expect(html.components(separatedBy: " later</p>").count == 3)
        #expect(!html.contains("<img src=x") && html.components(separatedBy: "&lt;img src=x").count == 3)
    }

    @Test(arguments: ["8", "x", "%FF", "..%2F", String(repeating: "a", count: 5000)])
    func aStrangeNameHasNoTrace(name: String) async throws {
        let browser = try await browser(Self.events)
        let answer = try await browser.send(.get, "/trace/\(name)")
        #expect([.notFound, .badRequest].contains(answer.status))
        #expect(hops(answer.text).isEmpty)
    }
}
