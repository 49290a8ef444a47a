import Foundation
import Testing
import WebPush

@Suite struct PushOutcomeTests {
    private static let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [
        (200, PushOutcome.accepted(location: "/1")), (201, .accepted(location: "/1")), (202, .accepted(location: "/1")),
        (404, .gone), (410, .gone), (413, .tooLarge), (408, .retry(after: nil, reason: "why")),
        (429, .retry(after: nil, reason: "why")), (500, .retry(after: nil, reason: "why")),
        (503, .retry(after: nil, reason: "why")), (400, .refused(status: 400, reason: "why")),
        (401, .refused(status: 401, reason: "why")), (403, .refused(status: 403, reason: "why")),
        (301, .refused(status: 301, reason: "why")), (204, .refused(status: 204, reason: "why")),
    ])
    func anAnswerIsClassified(status: Int, outcome: PushOutcome) {
        let found = PushOutcome(status: status, location: "/1", retryAfter: nil, reason: "why", now: Self.now)
        #expect(found == outcome)
    }

    @Test(arguments: [
        ("120", Duration.seconds(120)), ("0", .zero), ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)),
        ("Sun, 06 Nov 1994 08:00:00 GMT", .zero),
    ])
    func theTimeToWaitIsReadAsSecondsOrAsADate(text: String, wait: Duration) {
        let outcome = PushOutcome(status: 429, location: nil, retryAfter: text, reason: "", now: Self.now)
        #expect(outcome == .retry(after: wait, reason: "status 429"))
    }

    @Test(arguments: ["", "-1", "1.5", "soon", "99999999999999999999", "1e3", "٣"])
    func anotherTimeToWaitIsIgnored(text: String) {
        let outcome = PushOutcome(status: 503, location: nil, retryAfter: text, reason: "busy", now: Self.now)
        #expect(outcome == .retry(after: nil, reason: "busy"))
    }

    @Test func theWaitDoublesUpToAnHourAndIsNeverShorterThanAsked() {
        #expect((1...4).map { RetryDelay.wait(after: $0, jitter: 1) } == [10, 20, 40, 80].map { .seconds($0) })
        #expect(RetryDelay.wait(after: 1, jitter: 0) == .seconds(5))
        #expect(RetryDelay.wait(after: 100, jitter: 1) == .seconds(3600))
        #expect(RetryDelay.wait(after: .max, jitter: 1) == .seconds(3600))
        #expect(RetryDelay.wait(after: 0, jitter: 1) == .seconds(10))
        #expect(RetryDelay.wait(after: 1, retryAfter: .seconds(120), jitter: 1) == .seconds(120))
        #expect(RetryDelay.wait(after: 1, retryAfter: .seconds(999_999_999), jitter: 1) == RetryDelay.longest)
    }

    @Test func aTopicHasOneTo32CharactersOfBase64URL() {
        #expect(MessageTopic("dinner_-7")?.description == "dinner_-7")
        for text in ["", String(repeating: "a", count: 33), "a b", "ä", "a/b", "a\r\n"] {
            #expect(MessageTopic(text) == nil, "\(text)")
        }
        let topic = MessageTopic(hashing: String(repeating: "identifier", count: 1000))
        #expect(MessageTopic(topic.description) == topic)
        #expect(topic != MessageTopic(hashing: "another"))
    }
}
