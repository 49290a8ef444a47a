import CloudCore
import CloudStorage
import CloudTestSupport
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite struct InboxRouteTests {
    @Test func aPhoneReadsItsMessages() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let id = try await airship.sendMessage("Dinner \"at\" 8")
            let answer = try await phone.inbox.send(.get, "/api/user/\(phone.user)/messages/")
            #expect(answer.status == 200)
            let base = "\(TestClient.address)/api/user/\(phone.user)/messages/message/\(id)/"
            #expect(
                answer.json == [
                    "messages": [
                        [
                            "message_id": .string(id), "title": "Dinner \"at\" 8", "content_type": "text/html",
                            "unread": true,
                            "message_url": .string(base), "message_body_url": .string(base + "body/"),
                            "message_read_url": .string(base + "read/"),
                            "message_reporting": ["message_id": .string(id)],
                            "message_sent": "2026-11-21 08:00:00", "message_expiry": "2026-11-21 10:00:00",
                            "extra": ["k": "v"], "icons": ["list_icon": "https://h.example/s.png"],
                        ]
                    ]
                ]
            )
            let body = try await phone.inbox.send(.get, String(base.dropFirst(TestClient.address.count)) + "body/")
            #expect(body.text == "<p>Soup</p>")
            #expect(body.headers[.contentType] == "text/html; charset=utf-8")
            #expect(body.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
        }
    }

    @Test func aListThatDidNotChangeIsNotSentAgain() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let list = "/api/user/\(phone.user)/messages"
            var versions: [String] = []
            func look() async throws {
                let answer = try await phone.inbox.send(.get, list)
                let version = try #require(answer.headers[.lastModified])
                #expect(!versions.contains(version))
                versions.append(version)
                let again = try await phone.inbox.send(.get, list, headers: ["If-Modified-Since": version])
                #expect(again.status == 304)
                #expect(again.text == "")
            }
            try await look()
            let first = try await airship.sendMessage("one")
            try await look()
            _ = try await airship.sendMessage("two")
            try await look()
            let named: JSONValue = ["messages": [["message_id": .string(first)]]]
            #expect(try await phone.inbox.send(.post, "\(list)/unread/", named).status == 200)
            try await look()
            #expect(try await phone.messages().map { $0["unread"] } == [true, false])
            #expect(try await phone.inbox.send(.post, "\(list)/delete/", named).status == 200)
            try await look()
            #expect(try await phone.messages().map { $0["title"] } == ["two"])
            let old = try await phone.inbox.send(.get, list, headers: ["If-Modified-Since": versions[0]])
            #expect(old.status == 200)
        }
    }

    @Test func oneUserNeverReachesAnothersInbox() async throws {
        try await withAirship { airship async throws in
            let ada = try await airship.phone()
            let eve = try await airship.phone()
            let id = try await airship.sendMessage("secret", audience: ["channel": .string(ada.channel)])
            let routes: [(HTTPRequest.Method, String, JSONValue)] = [
                (.post, "", ["ios_channels": ["add": [.string(eve.channel)]]]), (.get, "/messages/", [:]),
                (.post, "/messages/unread/", ["messages": [["message_id": .string(id)]]]),
                (.post, "/messages/delete/", ["messages": [["message_id": .string(id)]]]),
                (.get, "/messages/message/\(id)/", [:]), (.get, "/messages/message/\(id)/body/", [:]),
                (.post, "/messages/message/\(id)/read/", [:]),
            ]
            let keys = airship.fixture.keys
            let strangers = [
                eve.inbox, airship.anybody, airship.anybody.basic(ada.user, "guess"), ada.client, eve.client,
                airship.anybody.basic(keys.key, keys.secret), airship.sender,
            ]
            for (method, path, body) in routes {
                for stranger in strangers {
                    let answer = try await stranger.send(method, "/api/user/\(ada.user)\(path)", body)
                    #expect(answer.status == 401, "\(path)")
                }
                // In her own inbox the ids of other inboxes' messages are unknown.
                let own = try await eve.inbox.send(method, "/api/user/\(eve.user)\(path)", body)
                #expect(!own.text.contains("secret") && !own.text.contains("Soup"))
                if method == .get, path.contains(id) { #expect(own.status == 404) }
            }
            #expect(try await ada.messages().map { $0["unread"] } == [true])
        }
    }

    @Test func nobodyTakesAChannelOfAnotherUser() async throws {
        try await withAirship { airship async throws in
            let ada = try await airship.phone()
            let eve = try await airship.phone()
            let host = try await airship.fixture.join("carol").channel.channel.text
            for stolen in [ada.channel, host, "unknown"] {
                let body: JSONValue = ["ios_channels": ["add": [.string(stolen)]]]
                #expect(try await eve.inbox.send(.post, "/api/user/\(eve.user)", body).status == 403)
                let made = try await eve.client.send(.post, "/api/user/", ["ios_channels": [.string(stolen)]])
                #expect(made.status == 400)
            }
            _ = try await airship.sendMessage("for ada", audience: ["channel": .string(ada.channel)])
            #expect(try await eve.messages().isEmpty)
            #expect(try await ada.messages().count == 1)
        }
    }

    @Test func hostsOfAPersonShareTheInboxThroughTheSameRoutes() async throws {
        try await withAirship { airship async throws in
            let laptop = try await airship.fixture.join("ada", name: "laptop")
            let desk = try await airship.fixture.join("ada", name: "desk")
            let id = try await airship.sendMessage("Dinner", audience: ["named_user": "ada"])
            let path = "/api/user/\(laptop.channel.inbox)/messages"
            let first = airship.anybody.basic(laptop.channel.inbox.text, laptop.password)
            let second = airship.anybody.basic(desk.channel.inbox.text, desk.password)
            #expect(try await first.send(.get, path).json["messages"]?.arrayValue?.count == 1)
            _ = try await first.send(.post, "\(path)/unread", ["messages": [["message_id": .string(id)]]])
            #expect(try await second.send(.get, path).json["messages"]?.arrayValue?.first?["unread"] == false)
            #expect(try await airship.fixture.events(laptop).map(\.content.kind) == ["push"])
            #expect(try await airship.fixture.events(desk).map(\.content.kind) == ["push", "inbox"])
            // A revoked host cannot read any more; the other one can.
            _ = try await airship.fixture.store.removeDevice(laptop.device.id)
            #expect(try await first.send(.get, path).status == 401)
            #expect(try await second.send(.get, path).status == 200)
        }
    }

    @Test func anExpiredMessageIsGone() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let id = try await airship.sendMessage("soon over")
            airship.fixture.date.advance(by: 7200)
            #expect(try await phone.messages().isEmpty)
            let body = try await phone.inbox.send(.get, "/api/user/\(phone.user)/messages/message/\(id)/body/")
            #expect(body.status == 404)
        }
    }

    @Test func sendersTakeMessagesBack() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let first = try await airship.sendMessage("one")
            let second = try await airship.sendMessage("two")
            #expect(try await airship.sender.send(.delete, "/api/user/messages/\(first)").status == 202)
            #expect(try await airship.sender.send(.delete, "/api/user/messages/\(first)").status == 404)
            let batch = try await airship.sender.send(
                .post,
                "/api/user/messages/batch-delete",
                ["message_ids": [.string(second), "unknown"]]
            )
            #expect(batch.status == 202)
            #expect(batch.json["deleted_message_ids"] == [.string(second)])
            #expect(batch.json["errors"]?.arrayValue?.first?["message_id"] == "unknown")
            #expect(try await phone.messages().isEmpty)
            for body in [[:], ["message_ids": []], ["message_ids": [1]], ["a": 1]] as [JSONValue] {
                let answer = try await airship.sender.send(.post, "/api/user/messages/batch-delete", body)
                #expect(answer.status == 400)
            }
        }
    }

    @Test(arguments: ["", "{", "[]", #"{"messages": 1}"#, #"{"messages": [{"id": "x"}]}"#, #"{"messages": [1]}"#])
    func aMistakeChangesNothing(body: String) async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            _ = try await airship.sendMessage("one")
            for route in ["unread", "delete"] {
                let answer = try await phone.inbox.send(.post, "/api/user/\(phone.user)/messages/\(route)", text: body)
                #expect(answer.status == 400)
            }
            #expect(try await phone.messages().map { $0["unread"] } == [true])
        }
    }
}
