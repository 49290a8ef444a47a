import HostModel
import JSON
import Notifications
import Testing
import TodayProtocol

/// Reasons of failures, which are coded in English.
@Suite struct CodedReasonTests {
    private static let english: LocalizableText = "The app is no longer installed."

    @Test func theReasonOfAnOutcomeIsCodedInEnglish() throws {
        let json = try JSONValue(encoding: AnswerOutcome.failed(reason: .appNoLongerInstalled))
        #expect(json == ["failed": ["reason": "The app is no longer installed."]])
        #expect(try json.decode(AnswerOutcome.self) == .failed(reason: Self.english))
    }

    private static let others: [(AnswerOutcome, JSONValue)] = [
        (.done, ["done": [:]]), (.gone, ["gone": [:]]), (.open(url: "a:b"), ["open": ["url": "a:b"]]),
    ]

    @Test(arguments: others) func theOtherOutcomesAreCoded(outcome: AnswerOutcome, json: JSONValue) throws {
        #expect(try JSONValue(encoding: outcome) == json)
        #expect(try json.decode(AnswerOutcome.self) == outcome)
    }

    @Test func theReasonOfAResponseIsCodedInEnglish() throws {
        var failure = NotificationSummary.Failure(
            id: "1",
            app: AppID("org.example.App"),
            title: "App",
            action: "Done",
            reason: .appNoLongerInstalled
        )
        let json = try JSONValue(encoding: failure)
        #expect(json["reason"] == "The app is no longer installed.")
        failure.reason = Self.english
        #expect(try json.decode(NotificationSummary.Failure.self) == failure)
    }
}
