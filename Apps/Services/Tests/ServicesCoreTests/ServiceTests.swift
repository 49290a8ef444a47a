import Testing
import TodayKit

@testable import ServicesCore

/// What a check means, and what people see of it.
@Suite struct ServiceTests {
    private let now = Date(timeIntervalSince1970: 1_795_248_000)  // 2026-11-21 08:00:00 UTC
    private let service = SavedService(address: "https://example.org/health")

    private func status(_ outcome: Result<Int, FetchError>, after old: ServiceState? = nil) -> ServiceStatus {
        ServiceChecker.status(service, outcome, milliseconds: 12, at: now, after: old)
    }

    @Test(
        arguments: [
            (200, nil), (204, nil), (401, nil), (403, nil), (404, .status(404)), (500, .status(500)),
            (503, .status(503)),
            (304, .status(304)),
        ] as [(Int, ServiceFailure?)]
    )
    func aStatusIsUpOrDown(code: Int, failure: ServiceFailure?) {
        #expect(status(.success(code)).state?.finding == failure.map { .down($0) } ?? .up(milliseconds: 12))
    }

    @Test func aFailureOfTheServerIsDownAndOneOfTheRightsIsNot() {
        #expect(status(.failure(FetchError(.failed, ""))).state?.finding == .down(.unreachable))
        #expect(status(.failure(FetchError(.timedOut, ""))).state?.finding == .down(.tooSlow))
        #expect(status(.failure(FetchError(.tooLarge, ""))).state?.finding == .up(milliseconds: 12))
        let refused = status(.failure(FetchError(.notAllowed, "", server: "example.org")))
        #expect(refused == ServiceStatus(service, failure: .notAllowed(server: "example.org")))
        #expect(status(.failure(FetchError(.notAllowed, "Revoked."))).failure == .refused("Revoked."))
    }

    @Test func aServiceIsUpOrDownSinceTheFirstCheckThatFoundIt() {
        let earlier = now.addingTimeInterval(-3600)
        let up = ServiceState(.up(milliseconds: 5), at: earlier, after: nil)
        #expect(status(.success(200), after: up).state?.since == earlier)
        let down = ServiceState(.down(.unreachable), at: earlier, after: up)
        #expect(down.since == earlier)
        #expect(status(.success(503), after: down).state?.since == earlier)
        #expect(status(.success(200), after: down).state?.since == now)
        // After the clock was set back, nothing can have been so since the future.
        let future = ServiceState(.up(milliseconds: 5), at: now.addingTimeInterval(60), after: nil)
        #expect(status(.success(200), after: future).state?.since == now)
        #expect(!future.isFresh(at: now) && up.isFresh(at: earlier.addingTimeInterval(59)))
        #expect(!up.isFresh(at: earlier.addingTimeInterval(60)))
    }

    @Test func statesAreKeptAndADamagedFileIsNone() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "states-\(UUID())").path()
        defer { try? FileManager.default.removeItem(atPath: file) }
        let store = StateStore(file: file)
        #expect(store.states().isEmpty)
        let states = [
            "https://a.org/": ServiceState(.up(milliseconds: 5), at: now, after: nil),
            "https://b.org/": ServiceState(.down(.status(503)), at: now, after: nil),
        ]
        try store.save(states)
        #expect(store.states() == states)
        try Data("{".utf8).write(to: URL(filePath: file))
        #expect(store.states().isEmpty)
    }

    @Test func theWidgetShowsWhatNeedsAttentionFirst() throws {
        let up = (0..<4).map { number in
            ServiceStatus(
                SavedService(address: "https://\(number).org/", name: "Up \(number)"),
                state: ServiceState(.up(milliseconds: 5), at: now, after: nil)
            )
        }
        let down = ServiceStatus(
            SavedService(address: "https://down.org/", name: "[Down](x)"),
            state: ServiceState(.down(.status(503)), at: now.addingTimeInterval(-86_400), after: nil)
        )
        let cards = WidgetCards(Texts("en"), StateDates(now: now))
        let content = cards.content(up + [down], family: .small)
        let compact = try JSONValue(encoding: content.compact).jsonText
        #expect(compact.contains("Problems: 1 of 5") && compact.contains(#"\\[Down\\]"#))
        #expect(
            compact.contains(
                "Down since {{DATE(2026-11-20T08:00:00Z,DAY)}} {{TIME(2026-11-20T08:00:00Z)}}: status 503"
            )
        )
        #expect(compact.contains("Up 2") && !compact.contains("Up 3"))
        #expect(try JSONValue(encoding: #require(content.expanded)).jsonText.contains("Up 3"))
        #expect(content.refresh == .after(seconds: 300))
        let calm = try JSONValue(encoding: cards.content(up, family: .large).compact).jsonText
        #expect(calm.contains("All 4 services are up"))
    }

    @Test func whatMayHaveBeenInAnotherYearHasTheYear() {
        let dates = StateDates(now: now)
        #expect(
            dates.text(now.addingTimeInterval(-301 * 86_400))
                == "{{DATE(2026-01-24T08:00:00Z,SHORT)}} {{TIME(2026-01-24T08:00:00Z)}}"
        )
    }

    @Test(arguments: [("en", "Add the address of one."), ("de", "Füge die Adresse"), ("ja", "アドレスを追加")])
    func withoutServicesTheWidgetSaysWhatToDo(language: String, text: String) throws {
        let content = WidgetCards(Texts(language), StateDates(now: now)).content([], family: .small)
        #expect(content.refresh == nil)
        #expect(try JSONValue(encoding: content.compact).jsonText.contains(text))
    }

    @Test func aFullPageIsWithinTheLimitsOfCards() throws {
        let statuses = (0..<SavedService.limit).map {
            ServiceStatus(
                SavedService(
                    address: "https://\($0).org/" + String(repeating: "x", count: 950),
                    name: String(repeating: "😀", count: 60)
                ),
                failure: .notAllowed(server: "\($0).org")
            )
        }
        let dates = StateDates(now: now)
        let widget = WidgetCards(Texts("ja"), dates).content(statuses, family: .small)
        let cards = try [ServicesPage(Texts("ja"), dates).page(statuses).card, #require(widget.expanded)]
        // Reading a card checks its limits.
        for card in cards { _ = try Card(json: JSONValue(encoding: card)) }
        #expect(
            try JSONValue(encoding: cards[0]).jsonText.contains(
                #""codeSnippet":"today allow org.today.Services 0.org""#
            )
        )
    }
}
