import CloudStorage
import CloudTestSupport
import Foundation
import JSON
import Testing

@Suite struct NotificationLimitTests {
    private func subscribe(
        _ client: RecordClient,
        _ ids: some Sequence<String>,
        type: String = "Note",
        filters: (String) -> [JSONValue] = { _ in [] },
        _ info: [String: JSONValue] = [:]
    ) async throws {
        let operations = ids.map { id -> JSONValue in
            let subscription: JSONValue = [
                "subscriptionID": .string(id), "subscriptionType": "query", "firesOn": ["create"],
                "query": ["recordType": .string(type), "filterBy": .array(filters(id))],
                "notificationInfo": .object(info.merging(["alertBody": .string(id)]) { $1 }),
            ]
            return ["operationType": "create", "subscription": subscription]
        }
        try await client.call("subscriptions/modify", ["operations": .array(operations)])
    }

    @Test func fieldsThatDoNotFitIntoANotificationAreLeftOut() async throws {
        try await withCloudKit { kit async throws in
            let (laptop, app) = try await kit.device()
            try await subscribe(
                app,
                ["s1"],
                [
                    "additionalFields": ["large", "list", "small", "second"], "alertLocalizationKey": "K",
                    "alertLocalizationArgs": .array(Array(repeating: "large", count: 20) + ["small"]),
                ]
            )
            let text = JSONValue.string(String(repeating: "x", count: 500_000))
            let list = JSONValue.array(Array(repeating: .string(String(repeating: "y", count: 100)), count: 100))
            try await app.modify(
                operation("create", "n1", ["large": text, "list": ["value": list], "small": 3, "second": "b"])
            )
            let body = try #require(try await kit.fixture.bodies(laptop).first)
            let frame = try #require(body["notification"])
            #expect(frame["ck"]?["qry"]?["af"] == ["small": 3, "second": "b"])
            let arguments = frame["aps"]?["alert"]?["loc-args"]?.arrayValue?.compactMap(\.stringValue) ?? []
            #expect(arguments.count == 21)
            #expect(arguments.first == String(repeating: "x", count: 256))
            #expect(arguments.joined().utf8.count <= CloudRecordLimits.notifiedFields)
            #expect(body.jsonText.utf8.count < 16_384)
        }
    }

    @Test func beyondAThousandNotificationsEachSubscriptionHasOne() async throws {
        try await withCloudKit { kit async throws in
            let (laptop, app) = try await kit.device()
            // Of two queries for the same changes the second is refused.
            try await subscribe(app, (0..<10).map { "s\($0)" }) { [filter("name", "NOT_EQUALS", .string($0))] }
            try await subscribe(app, ["late"], type: "Late")
            var batch = (0..<199).map { operation("create", "n\($0)", ["name": "n"]) }
            batch.append(operation("create", "last", [:], type: "Late"))
            #expect(try await app.modify(batch).allSatisfy { $0.code == nil })
            let events = try await kit.store.events(of: laptop.device.number, after: 0, limit: 5_000)
            #expect(events.count == CloudRecordLimits.notifications + 1)
            let last = try JSONValue(parsing: try #require(events.last).content.body)
            #expect(last["notification"]?["ck"]?["qry"]?["sid"] == "late")
        }
    }

    @Test func aBatchThatIsUndoneAfterItsNotificationsWereMadeSendsNone() async throws {
        try await withCloudKit { kit async throws in
            let (laptop, app) = try await kit.device()
            try await subscribe(app, ["s1"])
            let zone: JSONValue = ["zoneID": ["zoneName": "today"]]
            try await app.call("zones/modify", ["operations": [["operationType": "create", "zone": zone]]])
            let missing: JSONValue = ["to": ["value": ["recordName": "nobody", "action": "VALIDATE"]]]
            let answers = try await app.modify(
                [operation("create", "n1", [:]), operation("create", "n2", missing)],
                zone: "today"
            )
            #expect(answers.map(\.code) == ["ATOMIC_ERROR", "VALIDATING_REFERENCE_ERROR"])
            #expect(try await kit.fixture.events(laptop).isEmpty)
        }
    }

    @Test func aFilterOnAFieldThatTheBatchUsesFirstMatches() async throws {
        try await withCloudKit { kit async throws in
            let (laptop, app) = try await kit.device()
            let subscription: JSONValue = [
                "subscriptionID": "s", "subscriptionType": "query", "firesOn": ["create"],
                "query": ["recordType": "Note", "filterBy": [filter("count", "GREATER_THAN", 5)]],
            ]
            let create: JSONValue = ["operationType": "create", "subscription": subscription]
            try await app.call("subscriptions/modify", ["operations": [create]])
            try await app.modify([operation("create", "n1", [:]), operation("create", "n2", ["count": 9])])
            let bodies = try await kit.fixture.bodies(laptop)
            #expect(bodies.map { $0["notification"]?["ck"]?["qry"]?["rid"] } == ["n2"])
        }
    }
}
