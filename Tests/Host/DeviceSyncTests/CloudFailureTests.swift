import DeviceSync
import Foundation
import HostModel
import JSON
import Testing
import TodayProtocol

/// The sentences of failures, alone and in others, and their JSON.
@Suite struct CloudFailureTests {
    private static let reason = LocalizableText.cloudUnreachablePhrase
    private static let date = Date(timeIntervalSinceReferenceDate: 0)

    @Test func aSentenceHasAPhraseThatFollowsAColon() throws {
        let failure = CloudFailure(.unreachable, .cloudUnreachable, phrase: Self.reason)
        #expect(failure.text.english == "The cloud cannot be reached.")
        #expect(failure.message == "the cloud cannot be reached.")
        #expect(CloudFailure(.refused, "Ada is not here.").phrase == "Ada is not here.")
        let notice = try #require(CloudStatus(.offline(since: Self.date, reason: failure.phrase)).notice)
        #expect(notice.english == "Messages may be out of date: the cloud cannot be reached.")
    }

    private static let states: [(CloudStatus.State, JSONValue)] = [
        (.notLinked, ["notLinked": [:]]), (.connecting, ["connecting": [:]]),
        (.connected(since: date), ["connected": ["since": JSONValue(date)]]), (.unregistered, ["shutOut": [:]]),
        (
            .offline(since: date, reason: "the cloud cannot be reached."),
            ["offline": ["since": JSONValue(date), "reason": "the cloud cannot be reached."]]
        ),
    ]

    @Test(arguments: states) func aStateIsCoded(state: CloudStatus.State, json: JSONValue) throws {
        #expect(try JSONValue(encoding: state) == json)
        #expect(try json.decode(CloudStatus.State.self) == state)
    }

    @Test func theReasonIsCodedInEnglish() throws {
        let json = try JSONValue(encoding: CloudStatus.State.offline(since: Self.date, reason: Self.reason))
        #expect(json["offline"]?["reason"] == "the cloud cannot be reached.")
    }
}
