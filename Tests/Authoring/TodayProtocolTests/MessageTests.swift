import AdaptiveCards
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

    private static let card = #"{"type":"AdaptiveCard","version":"1.5","body":[]}"#
    private static let long = String(repeating: "a", count: 4_097)

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

    /// A widget's answer with everything that it may have, or with other members instead or as well.
    private func answer(_ more: String, content: String = "") throws -> WidgetUpdateRequest.Reply {
        let card = #"{"type":"AdaptiveCard","version":"1.5","body":[]}"#
        let (date, sides) = (#""date":{"$date":"2026-11-21T08:00:00.000Z"}"#, #""top":1,"leading":1,"bottom":1"#)
        return try JSONValue(
            parsing: """
                {"content":{"compact":\(card),"expanded":\(card),"compactHeight":1,"expandedHeight":1,
                "margins":{\(sides),"trailing":1\(content.isEmpty ? "" : #","righ":1"#)},
                "refresh":{"after":900\(content.isEmpty ? "" : #","nextday":true"#)},
                "setUp":{"title":"Add","url":"a:"\(content.isEmpty ? "" : #","ulr":0"#)},
                "entries":[{\(date),"compact":\(card),"expanded":\(card)\(content)}]\(content)}\(more)}
                """
        ).decode()
    }

    @Test func mistypedMembersOfAWidgetsAnswerAreFound() throws {
        #expect(try answer("").mistakes.isEmpty)
        let found = try answer(#","contnet":{}"#, content: #","expandd":{}"#).mistakes
        #expect(
            found.map(\.path)
                == ["contnet", "expandd", "margins.righ", "refresh.nextday", "setUp.ulr", "entries[0].expandd"],
            "\(found)"
        )
        let message = "“expandd” is no property of the content; it is ignored. Did you mean “expanded”?"
        #expect(found.dropFirst().first?.message == message)
        // They are for the host alone.
        #expect(try JSONValue(encoding: answer(#","contnet":{}"#)) == JSONValue(encoding: answer("")))
    }

    @Test(
        arguments: [
            ("{}", []), (#"{"contnet":{"compact":{}}}"#, ["contnet"]),
            (#"{"compact":{},"refrsh":{}}"#, ["compact", "refrsh"]),
            (#"{"type":"AdaptiveCard","version":"1.5","body":[]}"#, ["body", "version"]),
        ] as [(String, [String])]
    )
    func anAnswerWithoutContentSaysWhatItHasInstead(text: String, paths: [String]) throws {
        let reply: WidgetUpdateRequest.Reply = try JSONValue(parsing: text).decode()
        #expect(reply.content == nil)
        #expect(reply.mistakes.map(\.path) == paths, "\(reply.mistakes)")
    }

    @Test(arguments: [
        (#"{"compat":\#(card)}"#, #"content: "compact" is missing; "compat" may be a misspelling of "compact""#),
        (#"{"compact":{"type":"AdaptivCard"}}"#, "type is “AdaptiveCard”, not “AdaptivCard”."),
        (#"{"compact":{"typ":"AdaptiveCard"}}"#, #""typ" may be a misspelling of "type"."#),
        (#"{"compact":\#(card),"refresh":{"afer":900}}"#, #"true; "afer" may be a misspelling of "after""#),
        (#"{"compact":\#(card),"margins":{"left":0}}"#, #"content.margins: "top" is missing"#),
        (#"{"compact":\#(card),"setUp":{"titel":""}}"#, #"content.setUp: "title" is missing; "titel" may be"#),
        (#"{"compact":\#(card),"setUp":{"title":"","url":"a:"}}"#, "a title has 1 to 100 characters"),
        (#"{"compact":\#(card),"setUp":{"title":"A","url":"\#(long)"}}"#, "a url 1 to 4096 bytes"),
        (#"{"compact":\#(card),"entries":[{"dat":0}]}"#, #"content.entries[0]: "date" is missing; "dat" may be"#),
    ])
    func aFailureNamesTheMemberThatIsMistyped(content: String, words: String) throws {
        let json = try JSONValue(parsing: #"{"content":\#(content)}"#)
        let error = #expect(throws: DecodingError.self) { try json.decode(WidgetUpdateRequest.Reply.self) }
        #expect(error?.sentence.contains(words) == true, "\(error?.sentence ?? "")")
    }

    @Test func mistakesOfAHostileAnswerAreFew() throws {
        let names = (0..<5_000).map { #""x\#($0)":0"# }.joined(separator: ",")
        let reply: WidgetUpdateRequest.Reply = try JSONValue(parsing: "{\(names)}").decode()
        #expect(reply.mistakes.map(\.message) == ["5000 members are no properties of an answer; they are ignored."])
        let card = #"{"type":"AdaptiveCard"}"#
        let entry = #"{"date":{"$date":"2026-11-21T08:00:00.000Z"},"compact":\#(card),"x1":0,"x2":0,"x3":0}"#
        let entries = Array(repeating: entry, count: 1_000).joined(separator: ",")
        let many: WidgetUpdateRequest.Reply = try JSONValue(
            parsing: #"{"content":{"compact":\#(card),"entries":[\#(entries)]}}"#
        ).decode()
        #expect((20..<60).contains(many.mistakes.count))
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
