import FoundationEssentials
import JSON
import JSONRPC
import Testing
import TodayProtocol

/// What messages may leave out, and what they may not; `ProtocolDocumentTests` has the form of each.
@Suite struct MessageTests {
    static let moment = RequestContext(
        now: Date(timeIntervalSince1970: 1_795_248_000),
        day: CivilDay(year: 2026, month: 11, day: 21),
        zone: "Europe/Berlin",
        language: "en-US"
    )

    private func expect(_ value: some Codable & Sendable, _ text: String) throws {
        #expect(try JSONValue(encoding: value).jsonText == text)
        #expect(try JSONValue(encoding: decoded(like: value, text)).jsonText == text)
    }

    private func decoded<Value: Codable>(like value: Value, _ text: String) throws -> Value {
        try JSONValue(parsing: text).decode(Value.self)
    }

    @Test func aMemberThatMayBeNullMustBeThere() throws {
        let time = #expect(throws: DecodingError.self) {
            _ = try JSONValue(parsing: #"{"dat":null}"#).decode(WakeScheduleRequest.self)
        }
        #expect(time?.sentence == #""date" is missing; null removes the time"#)
        #expect(try JSONValue(parsing: #"{"date":null}"#).decode(WakeScheduleRequest.self).date == nil)
        let complication = #expect(throws: DecodingError.self) {
            _ = try JSONValue(parsing: #"{"shortText":"3"}"#).decode(ComplicationSetRequest.self)
        }
        #expect(complication?.sentence == #""complication" is missing; null removes the complication"#)
        let opened = #expect(throws: DecodingError.self) {
            _ = try JSONValue(parsing: "{}").decode(AppOpenRequest.Reply.self)
        }
        #expect(opened?.sentence == #""url" is missing; null says that the app does not take it"#)
        try expect(AppOpenRequest.Reply(url: nil), #"{"url":null}"#)
        // A value of another shape is named as everywhere else.
        let shape = #expect(throws: DecodingError.self) {
            _ = try JSONValue(parsing: #"{"complication":{"shortText":3}}"#).decode(ComplicationSetRequest.self)
        }
        #expect(shape?.sentence.hasPrefix("complication.shortText: a string is wanted") == true)
    }

    @Test(arguments: [
        (RefreshPolicy.after(seconds: 900), #"{"after":900.0}"#), (.nextDay, #"{"nextDay":true}"#),
        (.at(moment.now), #"{"at":{"$date":"2026-11-21T08:00:00.000Z"}}"#),
    ])
    func aRefreshIsNamed(policy: RefreshPolicy, text: String) throws { try expect(policy, text) }

    @Test(arguments: ["{}", #"{"nextDay":false}"#, #"{"after":"soon"}"#, "900", #"{"at":"2026"}"#])
    func whatIsNoRefreshIsRefused(text: String) {
        #expect(throws: DecodingError.self) { try JSONValue(parsing: text).decode(RefreshPolicy.self) }
    }

    @Test func aDictionaryByIdentifierIsAnObject() throws {
        #expect(try JSONValue(encoding: [AppID("a"): 1]) == ["a": 1])
    }

    @Test func theErrorCodesAreApartFromOneAnother() {
        let codes: [RPCError.Code] = [
            .failed, .notEntitled, .unavailableInExtensions, .limitExceeded, .transactionOver, .notFound,
            .fetchNotAllowed, .fetchFailed, .fetchTimedOut, .fetchTooLarge, .parseError, .invalidRequest,
            .methodNotFound, .invalidParams, .internalError, .cancelled, .timedOut, .closed,
        ]
        #expect(Set(codes).count == codes.count)
    }
}
