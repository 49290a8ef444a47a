import APNs
import Foundation
import Testing

@Suite struct APNsOutcomeTests {
    /// Every answer that Apple documents, with its status and what it means for a sender.
    static let answers: [(status: Int, reason: String, meaning: String)] = [
        (400, "BadCollapseId", "refused"), (400, "BadDeviceToken", "gone"), (400, "BadExpirationDate", "refused"),
        (400, "BadMessageId", "refused"), (400, "BadPriority", "refused"), (400, "BadTopic", "misconfigured"),
        (400, "DeviceTokenNotForTopic", "gone"), (400, "DuplicateHeaders", "refused"), (400, "IdleTimeout", "retry"),
        (400, "InvalidPushType", "refused"), (400, "MissingDeviceToken", "refused"),
        (400, "MissingTopic", "misconfigured"), (400, "PayloadEmpty", "refused"),
        (400, "TopicDisallowed", "misconfigured"), (403, "BadCertificate", "misconfigured"),
        (403, "BadCertificateEnvironment", "misconfigured"), (403, "ExpiredProviderToken", "misconfigured"),
        (403, "Forbidden", "misconfigured"), (403, "InvalidProviderToken", "misconfigured"),
        (403, "MissingProviderToken", "misconfigured"), (403, "UnrelatedKeyIdInToken", "misconfigured"),
        (403, "BadEnvironmentKeyIdInToken", "misconfigured"), (404, "BadPath", "refused"),
        (405, "MethodNotAllowed", "refused"), (410, "Unregistered", "gone"), (410, "ExpiredToken", "gone"),
        (413, "PayloadTooLarge", "refused"), (429, "TooManyProviderTokenUpdates", "retry"),
        (429, "TooManyRequests", "retry"), (500, "InternalServerError", "retry"), (503, "ServiceUnavailable", "retry"),
        (503, "Shutdown", "retry"),
    ]

    @Test func everyReasonIsKnown() {
        #expect(Set(Self.answers.map(\.reason)) == Set(APNsReason.allCases.map(\.rawValue)))
    }

    @Test(arguments: answers)
    func anAnswerIsClassified(status: Int, reason: String, meaning: String) {
        let outcome = APNsOutcome(status: status, id: nil, body: Array("{\"reason\":\"\(reason)\"}".utf8))
        #expect(outcome == APNsOutcomeTests.outcome(meaning, reason))
    }

    /// Apple may add reasons: then the status decides.
    @Test(arguments: [
        (400, "refused"), (403, "misconfigured"), (404, "refused"), (410, "gone"), (418, "refused"), (429, "retry"),
        (500, "retry"), (502, "retry"), (301, "refused"), (204, "refused"),
    ])
    func anUnknownReasonIsClassifiedByItsStatus(status: Int, meaning: String) {
        let outcome = APNsOutcome(status: status, id: nil, body: Array("{\"reason\":\"New\"}".utf8))
        #expect(outcome == Self.outcome(meaning, "New"))
    }

    @Test(arguments: ["", "not JSON", "[]", "{\"reason\": 7}", String(repeating: "[", count: 100)])
    func aBodyWithoutReasonIsNoMistake(body: String) {
        #expect(APNsOutcome(status: 503, id: nil, body: Array(body.utf8)) == .retry(reason: "status 503"))
    }

    @Test func successHasTheID() {
        #expect(APNsOutcome(status: 200, id: "ID", body: []) == .accepted(id: "ID"))
    }

    @Test func theTimeOfTheEndIsInMilliseconds() {
        let body = Array("{\"reason\":\"Unregistered\",\"timestamp\":1800000000500}".utf8)
        let outcome = APNsOutcome(status: 410, id: nil, body: body)
        #expect(outcome == .unregistered(reason: "Unregistered", since: Date(timeIntervalSince1970: 1_800_000_000.5)))
    }

    private static func outcome(_ meaning: String, _ reason: String) -> APNsOutcome {
        switch meaning {
        case "gone": .unregistered(reason: reason, since: nil)
        case "misconfigured": .misconfigured(reason: reason)
        case "retry": .retry(reason: reason)
        default: .refused(reason: reason)
        }
    }
}
