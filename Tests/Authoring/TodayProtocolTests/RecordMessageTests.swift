import FoundationEssentials
import JSON
import Testing
import TodayProtocol

/// Values of records; `ProtocolDocumentTests` has the form of each message.
@Suite struct RecordMessageTests {
    private func expect<Value: Codable & Sendable>(_ value: Value, _ text: String) throws {
        #expect(try JSONValue(encoding: value).jsonText == text)
        #expect(try JSONValue(encoding: try JSONValue(parsing: text).decode(Value.self)).jsonText == text)
    }

    @Test func subscriptionsLeaveOutWhatIsUsual() throws {
        try expect(
            RecordSubscription.query("s", type: "Glass", firesOn: [.deleted, .created]),
            #"{"firesOn":["created","deleted"],"id":"s","kind":"query","notification":{"startsApp":true},"type":"Glass"}"#
        )
        try expect(
            RecordSubscription.zone("z", "cellar", notification: .alert("New")),
            #"{"id":"z","kind":"zone","notification":{"alertBody":"New","startsApp":true},"zone":"cellar"}"#
        )
        let least = try JSONValue(parsing: #"{"id":"s","type":"Glass"}"#).decode(RecordSubscription.self)
        #expect(least == .query("s", type: "Glass"))
    }

    @Test func anErrorSaysWhenToTryAgain() throws {
        try expect(
            RecordError(.throttled, "Wait.", retryAfter: .seconds(2)),
            #"{"code":"THROTTLED","message":"Wait.","retryAfter":2.0}"#
        )
    }

    @Test func everyValueHasOneForm() throws {
        let values: [(RecordValue, String)] = [
            ("a", #""a""#), (3, "3"), (3.0, "3.0"), (["a", "b"], #"["a","b"]"#), (.removed, #"{"$removed":true}"#),
            (.date(MessageTests.moment.now), #"{"$date":"2026-11-21T08:00:00.000Z"}"#),
            (.data(Data([1, 2])), #"{"$data":"AQI="}"#),
            (.reference(RecordReference("x")), #"{"$reference":{"action":"none","name":"x"}}"#),
            (.location(RecordLocation(latitude: 1, longitude: 2)), #"{"$location":{"latitude":1.0,"longitude":2.0}}"#),
        ]
        for (value, text) in values { try expect(value, text) }
    }

    @Test(arguments: [
        "null", "true", "{}", #"{"a":1}"#, #"{"$removed":false}"#, #"{"$reference":{}}"#, #"{"$date":"now"}"#, "[[1]]",
        #"[{"$removed":true}]"#, #"{"$location":{"latitude":"x"}}"#, #"{"$date":"x","$data":"y"}"#,
    ])
    func whatIsNoValueIsRefused(text: String) throws {
        let json = try JSONValue(parsing: text)
        #expect(throws: DecodingError.self) { try json.decode(RecordValue.self) }
    }

    @Test func namesHaveLimits() {
        for name in ["", "a\u{0}", "a\n", String(repeating: "ä", count: 128)] {
            #expect(!RecordName(name).isWellFormed && !ZoneName(name).isWellFormed)
        }
        for name in ["a", "_x", "a b/c", String(repeating: "a", count: 255)] { #expect(RecordName(name).isWellFormed) }
        for field in ["", "1", "_a", "a-b", "ä", String(repeating: "a", count: 256)] {
            #expect(!RecordLimits.isFieldName(field))
        }
        #expect(RecordLimits.isFieldName("a_1"))
    }
}
