import FoundationEssentials
import JSON
import Testing
import TodayProtocol

/// Every message about records in the form that `Documentation/Protocol.md` shows.
@Suite struct RecordMessageTests {
    private let container = "iCloud.org.example.Water"
    private let glass = Record("g1", type: "Glass", fields: ["drunk": 1, "note": "Mint"])
    private let glassText = #"{"fields":{"drunk":1,"note":"Mint"},"name":"g1","type":"Glass"}"#

    private func expect<Value: Codable & Sendable>(_ value: Value, _ text: String) throws {
        #expect(try JSONValue(encoding: value).jsonText == text)
        #expect(try JSONValue(encoding: try JSONValue(parsing: text).decode(Value.self)).jsonText == text)
    }

    @Test func whatAProcessAsks() throws {
        let begin = #"{"container":"iCloud.org.example.Water","#
        try expect(RecordsSaveRequest(container: container, records: [glass]), begin + #""records":[\#(glassText)]}"#)
        try expect(
            RecordsSaveRequest(
                container: container,
                zone: "cellar",
                records: [],
                policy: .allKeys,
                atomic: true,
                transaction: 3
            ),
            #"{"atomic":true,"container":"iCloud.org.example.Water","policy":"allKeys","records":[],"transaction":3,"#
                + #""zone":"cellar"}"#
        )
        try expect(RecordsDeleteRequest(container: container, names: ["g1"]), begin + #""names":["g1"]}"#)
        try expect(RecordsFetchRequest(container: container, names: ["g1"]), begin + #""names":["g1"]}"#)
        try expect(
            RecordsQueryRequest(
                container: container,
                query: RecordQuery(
                    type: "Glass",
                    filters: [RecordFilter("drunk", .greaterThan, 0)],
                    sort: [RecordSort("drunk", ascending: false)]
                ),
                limit: 2,
                marker: "m"
            ),
            begin
                + #""limit":2,"marker":"m","query":{"filters":[{"comparator":"GREATER_THAN","field":"drunk","value":0}],"#
                + #""sort":[{"ascending":false,"field":"drunk"}],"type":"Glass"}}"#
        )
        try expect(RecordsChangesRequest(container: container, zone: "z"), begin + #""zone":"z"}"#)
        try expect(RecordsAcceptChangesRequest(container: container, token: "7"), begin + #""token":"7"}"#)
        try expect(RecordsUnsubscribeRequest(container: container, id: "s"), begin + #""id":"s"}"#)
        try expect(RecordsSubscriptionsRequest(container: container), #"{"container":"iCloud.org.example.Water"}"#)
        try expect(RecordsZonesRequest(container: container), #"{"container":"iCloud.org.example.Water"}"#)
        try expect(RecordsSaveZoneRequest(container: container, zone: "z"), begin + #""zone":"z"}"#)
        try expect(RecordsDeleteZoneRequest(container: container, zone: "z"), begin + #""zone":"z"}"#)
        let query = try JSONValue(parsing: #"{"type":"Glass"}"#).decode(RecordQuery.self)
        #expect(query == RecordQuery(type: "Glass"))
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

    @Test func whatTheHostAnswersAndReports() throws {
        let stamp = RecordStamp(date: MessageTests.moment.now, device: "1x2y")
        let record = Record("g1", type: "Glass", changeTag: "t1", created: stamp, modified: stamp)
        let stampText = #"{"date":{"$date":"2026-11-21T08:00:00.000Z"},"device":"1x2y"}"#
        let text =
            #"{"changeTag":"t1","created":\#(stampText),"fields":{},"modified":\#(stampText),"name":"g1","type":"Glass"}"#
        let error = RecordError(.notFound, "There is no record g2.")
        try expect(
            RecordsFetchRequest.Reply(results: [
                RecordResult(name: "g1", record: record), RecordResult(name: "g2", error: error),
            ]),
            #"{"results":[{"name":"g1","record":\#(text)},"#
                + #"{"error":{"code":"NOT_FOUND","message":"There is no record g2."},"name":"g2"}]}"#
        )
        try expect(RecordPage(records: [], marker: "m"), #"{"marker":"m","records":[]}"#)
        try expect(
            RecordChanges(
                container: "c",
                zone: .default,
                records: [],
                deleted: ["g1"],
                moreComing: false,
                startsOver: true,
                token: "7"
            ),
            #"{"container":"c","deleted":["g1"],"moreComing":false,"records":[],"startsOver":true,"token":"7","#
                + #""zone":"_defaultZone"}"#
        )
        let failure = RecordFailure(
            container: "c",
            zone: .default,
            operation: .save,
            name: "g1",
            record: glass,
            process: "p",
            error: RecordError(.throttled, "Wait.", retryAfter: .seconds(2))
        )
        try expect(
            AppRecordsRequest(
                failures: [failure],
                budgetMilliseconds: 30_000,
                transaction: 3,
                context: MessageTests.moment
            ),
            #"{"budgetMilliseconds":30000,\#(MessageTests.momentText),"failures":[{"container":"c","#
                + #""error":{"code":"THROTTLED","message":"Wait.","retryAfter":2.0},"name":"g1","operation":"save","#
                + #""process":"p","record":\#(glassText),"zone":"_defaultZone"}],"transaction":3}"#
        )
        try expect(
            RecordNotification(
                container: "c",
                zone: "z",
                recordName: "r",
                subscriptionID: "s",
                reason: .created
            ),
            #"{"container":"c","reason":"created","recordName":"r","subscriptionID":"s","zone":"z"}"#
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
