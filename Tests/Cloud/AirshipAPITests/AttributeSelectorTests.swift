import CloudCore
import CloudStorage
import CloudTestSupport
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct AttributeSelectorTests {
    /// Channels with attributes: the first one's own, the second one's by its named user, and one without any.
    private func withPhones(_ body: (AirshipFixture, [AirshipDeviceClient]) async throws -> Void) async throws {
        try await withAirship { airship async throws in
            let phones = [try await airship.phone(), try await airship.phone(), try await airship.phone()]
            let first: JSONValue = [
                "audience": ["channel": .string(phones[0].channel)],
                "attributes": [
                    ["action": "set", "key": "team", "value": "red"], ["action": "set", "key": "age", "value": 20],
                    // Ten days ago.
                    ["action": "set", "key": "seen", "value": "2026-11-11T12:00:00"],
                ],
            ]
            _ = try await airship.sender.send(.post, "/api/channels/attributes/", first)
            let second: JSONValue = [
                "associate": [.string(phones[1].channel)],
                "attributes": [
                    ["action": "set", "key": "team", "value": "dark red"],
                    ["action": "set", "key": "age", "value": "70"],
                    ["action": "set", "key": "seen", "value": "2025-02-28T08:00:00"],
                ],
            ]
            _ = try await airship.sender.send(.post, "/api/named_users/ada", second)
            try await body(airship, phones)
        }
    }

    /// Selectors, and which of the three channels they are for; the clock says 2026-11-21T08:00:00.
    private static let selectors: [(String, [Int])] = [
        (#""attribute":"team","operator":"equals","value":"red""#, [0]),
        (#""attribute":"team","operator":"equals","value":"Red""#, []),
        (#""attribute":"team","operator":"contains","value":"red""#, [0, 1]),
        (#""attribute":"team","operator":"less","value":"e""#, [1]),
        (#""attribute":"team","operator":"greater","value":"e""#, [0]),
        (#""attribute":"team","operator":"is_empty","value":"x""#, [2]),
        (#""attribute":"age","operator":"equals","value":20"#, [0]),
        (#""attribute":"age","operator":"equals","value":70.0"#, [1]),
        (#""attribute":"age","operator":"less","value":70"#, [0]),
        (#""attribute":"age","operator":"greater","value":19.5"#, [0, 1]),
        (#""attribute":"age","operator":"contains","value":0"#, [0, 1]),
        (#""attribute":"age","operator":"is_empty""#, [2]),
        (#""attribute":"seen","operator":"is_empty""#, [2]),
        (#""attribute":"seen","operator":"before","value":"now""#, [0, 1]),
        (#""attribute":"seen","operator":"after","value":"now""#, []),
        (#""attribute":"seen","operator":"before","value":10,"precision":"days""#, [1]),
        (#""attribute":"seen","operator":"after","value":10,"precision":"days""#, [0]),
        (#""attribute":"seen","operator":"before","value":1,"precision":"years""#, [1]),
        (#""attribute":"seen","operator":"after","value":21,"precision":"months""#, [0, 1]),
        (#""attribute":"seen","operator":"before","value":1,"precision":"hours","relative_to":"future""#, [0, 1]),
        (#""attribute":"seen","operator":"before","value":"2026-11-11T11:00:00""#, [1]),
        (#""attribute":"seen","operator":"before","value":"2026-11-11T11:00:00","precision":"days""#, [0, 1]),
        (#""attribute":"seen","operator":"after","value":"2026-11-11T13:00:00","precision":"minutes""#, []),
        (#""attribute":"seen","operator":"after","value":"2026-12-31T13:00:00","precision":"years""#, [0]),
        (#""attribute":"seen","operator":"after","value":"2026-11-11T14:00:00+02:00""#, [0]),
        (#""attribute":"seen","operator":"range","value":"2025-02-28T08:00:00/2026-11-11T12:00:00""#, [1]),
        (#""attribute":"seen","operator":"range","value":"2025-03-01/2026-11-12""#, [0]),
        (#""attribute":"seen","operator":"equals","value":"2025-02-28T08:00:00""#, [1]),
        (#""attribute":"seen","operator":"equals","value":"2026","precision":"years""#, [0]),
        (#""attribute":"seen","operator":"equals","value":"2025-02","precision":"months""#, [1]),
        (#""attribute":"seen","operator":"equals","value":"2026-11-11T01:00:00","precision":"days""#, [0]),
        (#""attribute":"seen","operator":"equals","value":"2026-11-11T12","precision":"hours""#, [0]),
        (#""attribute":"seen","operator":"equals","value":"2026-11-11 12:01","precision":"minutes""#, []),
        (#""attribute":"seen","operator":"equals","value":28,"precision":"day""#, [1]),
        (#""attribute":"seen","operator":"equals","value":11,"precision":"month""#, [0]),
        (#""attribute":"seen","operator":"equals","value":"now","precision":"month""#, [0]),
        (#""attribute":"seen","operator":"equals","value":"02-28","precision":"month_day""#, [1]),
        (#""attribute":"seen","operator":"equals","value":"2026-11","precision":"year_month""#, [0]),
        (#""attribute":"seen","operator":"equals","value":"2026-11-11","precision":"year_month_day""#, [0]),
        (#""attribute":"seen","operator":"equals","value":"now","precision":"year_month_day""#, []),
        (#""attribute":"nobody","operator":"equals","value":1"#, []),
        (#""not":{"attribute":"team","operator":"equals","value":"red"}"#, [1, 2]),
        (#""and":[{"attribute":"team","operator":"contains","value":"red"},{"named_user":"ada"}]"#, [1]),
        (
            #""or":[{"attribute":"age","operator":"equals","value":20},{"attribute":"age","operator":"is_empty"}]"#,
            [0, 2]
        ),
    ]

    @Test func aSelectorReachesWhoFulfilsItAndNobodyElse() async throws {
        try await withPhones { airship, phones async throws in
            for (index, selector) in Self.selectors.enumerated() {
                let audience = try JSONValue(parsing: "{\(selector.0)}")
                _ = try await airship.sendMessage("message \(index)", audience: audience)
            }
            for (place, phone) in phones.enumerated() {
                let titles = Set(try await phone.messages().compactMap { $0["title"]?.stringValue })
                for (index, selector) in Self.selectors.enumerated() {
                    #expect(
                        titles.contains("message \(index)") == selector.1.contains(place),
                        "\(selector.0) for channel \(place)"
                    )
                }
            }
        }
    }

    @Test(arguments: [
        (#""attribute":"a""#, "operator"), (#""attribute":"a","operator":"near","value":1"#, "operator"),
        (#""attribute":5,"operator":"is_empty""#, "attribute"), (#""attribute":"","operator":"is_empty""#, "attribute"),
        (#""attribute":"a","operator":"equals""#, "value"), (#""attribute":"a","operator":"less""#, "value"),
        (#""attribute":"a","operator":"contains","value":[1]"#, "value"),
        (#""attribute":"a","operator":"equals","value":true"#, "value"),
        (#""attribute":"a","operator":"is_empty","colour":1"#, "colour"),
        (#""attribute":"a","operator":"before","value":"soon""#, "value"),
        (#""attribute":"a","operator":"before","value":5"#, "precision"),
        (#""attribute":"a","operator":"before","value":-5,"precision":"days""#, "value"),
        (#""attribute":"a","operator":"after","value":1000001,"precision":"days""#, "value"),
        (#""attribute":"a","operator":"after","value":5,"precision":"weeks""#, "precision"),
        (#""attribute":"a","operator":"equals","value":"2026","precision":"weeks""#, "precision"),
        (#""attribute":"a","operator":"equals","value":"202","precision":"years""#, "value"),
        (#""attribute":"a","operator":"equals","value":2026,"precision":"years""#, "value"),
        (#""attribute":"a","operator":"after","value":5,"precision":"days","relative_to":"you""#, "relative_to"),
        (#""attribute":"a","operator":"before","value":"0000-01-01T00:00:00+23:59""#, "value"),
        (#""attribute":"a","operator":"before","value":"0001-01-01T00:00:00+00:01""#, "value"),
        (#""attribute":"a","operator":"after","value":"9999-12-31T23:59:59-00:01""#, "value"),
        (#""attribute":"a","operator":"after","value":"0000-12-31""#, "value"),
        (#""attribute":"a","operator":"range","value":"2025-02-28/9999-12-31T23:59:59-23:59""#, "value"),
        (#""attribute":"a","operator":"range","value":"2025-02-28""#, "value"),
        (#""attribute":"a","operator":"range","value":"2026-02-28/2025-02-28""#, "value"),
        (#""attribute":"a","operator":"equals","value":32,"precision":"day""#, "value"),
        (#""attribute":"a","operator":"equals","value":"13-01","precision":"month_day""#, "value"),
        (#""attribute":"a","operator":"equals","value":"2026-02-30","precision":"year_month_day""#, "value"),
        (#""attribute":"a","operator":"equals","value":"2026","precision":"year_month""#, "value"),
        (#""attribute":"a","operator":"equals","value":1,"precision":"weeks""#, "precision"),
    ])
    func aMistakeInASelectorIsNamed(selector: String, path: String) async throws {
        try await withAirship { airship async throws in
            let push = #"{"audience":{"and":["all",{\#(selector)}]},"device_types":"all","notification":{"alert":"a"}}"#
            let answer = try await airship.sender.send(.post, "/api/push/validate/", text: push)
            #expect(answer.status == 400)
            #expect(answer.json["details"]?["path"]?.stringValue == "audience.and[1].\(path)")
        }
    }

    @Test func aScheduleKeepsItsSelector() async throws {
        try await withPhones { airship, phones async throws in
            let schedule: JSONValue = [
                "schedule": ["scheduled_time": "2026-11-22T08:00:00"],
                "push": [
                    "audience": ["attribute": "seen", "operator": "before", "value": 10, "precision": "days"],
                    "device_types": "all", "message": ["title": "later", "body": "b"],
                ],
            ]
            #expect(try await airship.sender.send(.post, "/api/schedules/", schedule).status == 201)
            // It is relative to the sending, not to the request.
            airship.fixture.date.advance(by: 86_400)
            _ = try await airship.fixture.cloud.scheduler.step()
            try await airship.fixture.deliver()
            #expect(try await phones[0].messages().map { $0["title"] } == ["later"])
            #expect(try await phones[1].messages().map { $0["title"] } == ["later"])
            #expect(try await phones[2].messages().isEmpty)
        }
    }
}
