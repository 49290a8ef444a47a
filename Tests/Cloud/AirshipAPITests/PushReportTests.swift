import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

/// `/api/reports/perpush/detail`: what became of pushes.
@Suite struct PushReportTests {
    private static let path = "/api/reports/perpush/detail"

    /// Sends a push with a message to everybody, delivers it, and returns its id and that of its message.
    private func send(_ airship: AirshipFixture) async throws -> (push: String, message: String) {
        let push: JSONValue = [
            "audience": "all", "device_types": "all", "notification": ["alert": "Dinner"],
            "message": ["title": "Dinner", "body": "<p>Soup</p>"],
        ]
        let answer = try await airship.sender.send(.post, "/api/push/", push).json
        try await airship.fixture.deliver()
        return (
            try #require(answer["push_ids"]?.arrayValue?.first?.stringValue),
            try #require(answer["message_ids"]?.arrayValue?.first?.stringValue)
        )
    }

    @Test func whatReachedChannelsAndInboxesIsCounted() async throws {
        try await withAirship { airship async throws in
            let fixture = airship.fixture
            let key = OutboxAccount.Key(app: fixture.app.number, type: "open::lamp")
            let webhook = Webhook(url: "https://h.example/push", secret: WebhookKey.makeSecret())
            #expect(try await fixture.store.setWebhook(webhook, for: key))
            for address in ["a", "b", "c"] {
                try await fixture.store.addChannel(
                    NewChannel(id: ChannelID(address), type: key.type, address: address, optIn: true),
                    to: key.app
                )
            }
            _ = try await fixture.join("ada")
            _ = try await fixture.join("ada", name: "desk")
            let bob = try await fixture.join("bob")
            let (push, message) = try await send(airship)
            let due = try await fixture.store.dueDeliveries(for: key, at: fixture.date.value, limit: 9)
            let account = try #require(try await fixture.store.outboxAccounts().first)
            let results: [OutboxResult] = [.accepted, .accepted, .retry(fixture.date.value, reason: "status 500")]
            try await fixture.store.finish(Array(zip(due, results)), with: account, failure: nil)

            let bobs = airship.anybody.basic(bob.channel.inbox.text, bob.password)
            let ids: JSONValue = ["messages": [["message_id": .string(message)]]]
            for action in ["unread", "delete"] {
                let path = "/api/user/\(bob.channel.inbox.text)/messages/\(action)/"
                // What is repeated is not counted again.
                for _ in 0..<2 { #expect(try await bobs.send(.post, path, ids).status == 200) }
            }
            let report: JSONValue = [
                "app_key": .string(fixture.keys.key), "push_id": .string(push), "created": "2026-11-21 08:00:00",
                "sends": 5, "platforms": ["open": ["sends": 5]], "rich_sends": 2, "rich_responses": 1,
                "rich_deletions": 1,
            ]
            #expect(try await airship.sender.send(.get, "\(Self.path)/\(push)").json == report)
            let list: JSONValue = ["push_ids": [.string(push), "unknown", .string(push)]]
            #expect(try await airship.sender.send(.post, "\(Self.path)/", list).json == [report])
        }
    }

    @Test func onlyTheSenderOfTheAppIsTold() async throws {
        try await withAirship { airship async throws in
            let (push, _) = try await send(airship)
            let other = try await airship.otherSender()
            #expect(try await other.send(.get, "\(Self.path)/\(push)").status == 404)
            #expect(try await other.send(.post, Self.path, ["push_ids": [.string(push)]]).json == [])
            #expect(try await airship.anybody.send(.get, "\(Self.path)/\(push)").status == 401)
            #expect(try await airship.anybody.send(.post, Self.path, ["push_ids": [.string(push)]]).status == 401)
            let app = airship.anybody.basic(airship.fixture.keys.key, airship.fixture.keys.secret)
            #expect(try await app.send(.get, "\(Self.path)/\(push)").status == 403)
            #expect(try await airship.sender.send(.get, "\(Self.path)/unknown").status == 404)
        }
    }

    @Test(
        arguments: [
            ([:], "push_ids"), (["push_ids": []], "push_ids"), (["push_ids": "p"], "push_ids"),
            (["push_ids": [7]], "push_ids[0]"), (["push_ids": ["p"], "more": 1], "more"),
            (["push_ids": .array(Array(repeating: "p", count: 101))], "push_ids"),
        ] as [(JSONValue, String)]
    )
    func aMistakeIsNamedByItsPath(body: JSONValue, path: String) async throws {
        try await withAirship { airship async throws in
            let answer = try await airship.sender.send(.post, Self.path, body)
            #expect(answer.status == 400)
            #expect(answer.json["details"]?["path"]?.stringValue == path)
        }
    }
}
