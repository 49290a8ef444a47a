import Foundation
import HTTPTypes
import Host
import HostModel
import HostStorage
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayWeb

/// The audit log as a signed-in browser sees it.
@Suite struct AuditLogRouteTests {
    private func entries(_ numbers: some Sequence<Int64>, detail: String = "") -> [AuditEntry] {
        numbers.map { number in
            AuditEntry(
                number: number,
                date: Samples.now,
                kind: .callDenied,
                app: AppID("com.example.weather"),
                appName: "Weather",
                detail: detail,
                hash: ""
            )
        }
    }

    @Test func settingsLeadToTheLog() async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { $0.audit = entries([1], detail: "location/get: <b>may not</b>") }
        #expect(try await browser.send(.get, "/settings").text.contains("href=\"/settings/audit\""))
        let html = try await browser.send(.get, "/settings/audit").text
        #expect(html.contains("<h1>Audit Log</h1>"))
        #expect(html.contains("<b>Refused: not allowed to do this</b><p dir=\"auto\">Weather</p>"))
        #expect(html.contains("location/get: &lt;b&gt;may not&lt;/b&gt;"))
        #expect(!html.contains("Older Entries"))
    }

    @Test func olderEntriesFollowOnFurtherPages() async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { $0.audit = entries((1...150).reversed()) }
        let first = try await browser.send(.get, "/settings/audit").text
        #expect(first.contains("href=\"/settings/audit?before=51\""))
        let second = try await browser.send(.get, "/settings/audit?before=51").text
        #expect(second.components(separatedBy: "<li class").count == 51)
        #expect(!second.contains("before="))
        #expect(browser.host.sent(GetAuditRequest.self).map(\.isChecked) == [true, false])
    }

    @Test func aLogThatWasChangedIsSaidFirst() async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { state in
            state.audit = entries([7, 6])
            state.firstBrokenAuditEntry = 6
        }
        let html = try await browser.send(.get, "/settings/audit").text
        #expect(html.contains("role=\"alert\">Somebody changed this log: entry 6 does not follow"))
    }

    @Test(arguments: ["x", "-1", "99999999999999999999", "%FF"])
    func aStrangeNumberIsNoFailure(number: String) async throws {
        let browser = try await TestBrowser.signedIn()
        #expect(try await browser.send(.get, "/settings/audit?before=\(number)").status == .ok)
    }

    @Test func nobodyElseReadsTheLog() async throws {
        let browser = TestBrowser()
        #expect(!(try await browser.send(.get, "/settings/audit").text.contains("Refused: not allowed to do this")))
        #expect(try await browser.send(.get, "/api/audit").status == .unauthorized)
    }
}
