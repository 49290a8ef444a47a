import CloudCore
import CloudTestSupport
import HTTPTypes
import JSON
import Testing

@Suite struct MessageRouteTests {
    /// Returns the messages of an inbox after another one.
    private func received(_ message: JSONValue) async throws -> (status: Int, path: JSONValue?, messages: [JSONValue]) {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let push: JSONValue = ["audience": "all", "device_types": "all", "message": message]
            let answer = try await airship.sender.send(.post, "/api/push", push)
            try await airship.fixture.deliver()
            return (answer.status, answer.json["details"]?["path"], try await phone.messages())
        }
    }

    @Test(arguments: [
        ("utf8", "Soup"), ("UTF-8", "Soup"), ("utf-8", "Soup"), ("base64", "U291cA=="), ("BASE64", "U291cA=="),
    ])
    func theEncodingIsWrittenInAnyCase(encoding: String, body: String) async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let message: JSONValue = [
                "title": "T", "body": .string(body), "content_type": "text/plain",
                "content_encoding": .string(encoding),
            ]
            let push: JSONValue = ["audience": "all", "device_types": "all", "message": message]
            #expect(try await airship.sender.send(.post, "/api/push", push).status == 202)
            try await airship.fixture.deliver()
            let id = try #require(try await phone.messages().first?["message_id"]?.stringValue)
            let path = "/api/user/\(phone.user)/messages/message/\(id)/body"
            #expect(try await phone.inbox.send(.get, path).text == "Soup")
        }
    }

    @Test func zeroMeansThatAMessageStays() async throws {
        let messages = try await received(["title": "T", "body": "B", "expiry": 0]).messages
        #expect(messages.count == 1)
        #expect(messages.first?["message_expiry"] == nil)
    }

    @Test(
        arguments: [
            ("2026-11-21T07:59:59", 400), ("2026-11-21T08:00:00", 400), ("2026-11-21T08:00:01", 202),
        ] as [(JSONValue, Int)]
    )
    func aMessageExpiresInTheFuture(expiry: JSONValue, status: Int) async throws {
        let answer = try await received(["title": "T", "body": "B", "expiry": expiry])
        #expect(answer.status == status)
        #expect(answer.path == (status == 400 ? "message.expiry" : nil))
    }

    @Test(
        arguments: [
            (["categories": ["a", "b"]], nil), (["categories": "a"], nil), (5, "message.campaigns"),
            (["categories": []], "message.campaigns.categories"), (["kinds": ["a"]], "message.campaigns.kinds"),
            (["categories": [5]], "message.campaigns.categories[0]"),
        ] as [(JSONValue, JSONValue?)]
    )
    func campaignsAreCheckedForTheirShape(campaigns: JSONValue, path: JSONValue?) async throws {
        let answer = try await received(["title": "T", "body": "B", "campaigns": campaigns])
        #expect(answer.path == path)
        #expect(answer.messages.count == (path == nil ? 1 : 0))
    }

    @Test func anotherEncodingIsRefused() async throws {
        let answer = try await received(["title": "T", "body": "B", "content_encoding": "gzip"])
        #expect(answer.status == 400)
        #expect(answer.path == "message.content_encoding")
    }
}
