import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import HTTPTypes
import JSON
import Testing

@Suite(.timeLimit(.minutes(10))) struct DeviceRouteTests {
    @Test func aHostJoinsWithATokenRegistersAnAppAndLeaves() async throws {
        try await withCloud { fixture async throws in
            let client = TestClient(fixture.cloud)
            let token = try await fixture.cloud.joinTokenIssuer.make(person: "ada")
            let joined = try await client.send(
                .post,
                "/api/today/devices",
                ["token": .string(token), "name": "laptop"]
            )
            #expect(joined.status == 201)
            #expect(joined.json["user"] == "ada")
            let own = try #require(joined.json["device_token"]?.stringValue)
            let again = try await client.send(.post, "/api/today/devices", ["token": .string(token), "name": "laptop"])
            #expect(again.status == 403)
            #expect(again.json["code"] == "forbidden")

            let host = client.bearer(own)
            let channel = try await host.send(
                .put,
                "/api/today/channels/org.today.Messages",
                ["opt_in": true, "timezone": "Europe/Berlin", "tags": ["kitchen"], "locale_language": "de"]
            )
            #expect(channel.status == 200)
            let id = try #require(channel.json["channel_id"]?.stringValue)
            let record = try #require(try await fixture.store.channel(ChannelID(id), of: fixture.app.number))
            #expect(record.type == "open::today")
            #expect(record.namedUser == "ada")
            #expect(record.zone == "Europe/Berlin")
            #expect(record.tags == ["device": ["kitchen"]])
            #expect(channel.json["inbox"]?["password"]?.stringValue?.count == 22)

            #expect(try await host.send(.delete, "/api/today/channels/org.today.Messages").status == 204)
            #expect(try await host.send(.delete, "/api/today/channels/org.today.Messages").status == 404)
            #expect(try await host.send(.get, "/api/today/device/").json["name"] == "laptop")
            #expect(try await host.send(.delete, "/api/today/device").status == 204)
            #expect(try await host.send(.get, "/api/today/device").status == 401)
        }
    }

    @Test func acknowledgedEventsAreForgotten() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let bob = try await fixture.join("bob")
            _ = try await fixture.cloud.accept([PushSpecification(audience: .all)], of: fixture.app)
            try await fixture.deliver()
            let sequence = try #require(try await fixture.events(ada).first).sequence
            let host = TestClient(fixture.cloud).bearer(ada.token)
            let last = JSONValue.integer(Int(sequence) + 1000)
            #expect(try await host.send(.post, "/api/today/acknowledge", ["sequence": last]).status == 204)
            #expect(try await fixture.events(ada).isEmpty)
            #expect(try await fixture.events(bob).count == 1)
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/api/today/device"), (.delete, "/api/today/device"),
        (.put, "/api/today/channels/org.today.Messages"), (.delete, "/api/today/channels/org.today.Messages"),
        (.get, "/api/today/events"), (.post, "/api/today/acknowledge"),
    ])
    func withoutATokenNothingIsAnswered(method: HTTPRequest.Method, path: String) async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let client = TestClient(fixture.cloud)
            let wrong = [client, client.bearer("x"), client.bearer(ada.password), client.basic("ada", ada.token)]
            for client in wrong {
                let answer = try await client.send(method, path, ["sequence": 1])
                #expect(answer.status == 401)
                #expect(answer.json["code"] == "unauthorized")
            }
        }
    }

    @Test(arguments: [
        ("/api/today/channels/org.today.Messages", #"{"opt_in": 1}"#, 400),
        ("/api/today/channels/org.today.Messages", #"{"timezone": "Mars/Base"}"#, 400),
        ("/api/today/channels/org.today.Messages", #"{"tags": [1]}"#, 400),
        ("/api/today/channels/org.today.Messages", #"{"tags": ["red\u0000x"]}"#, 400),
        ("/api/today/channels/org.today.Messages", #"{"timezone": "Europe/Berlin\u0000x"}"#, 400),
        ("/api/today/channels/org.today.Messages", "[]", 400),
        ("/api/today/channels/org.today.Messages", #"{"opt_in": "#, 400),
        ("/api/today/channels/org.test.None", "{}", 404),
    ])
    func aMistakeIsNamed(path: String, body: String, status: Int) async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let answer = try await TestClient(fixture.cloud).bearer(ada.token).send(.put, path, text: body)
            #expect(answer.status == status)
            #expect(answer.json["message"]?.stringValue?.isEmpty == false)
        }
    }

    @Test func anOversizeBodyIsRefused() async throws {
        try await withCloud { fixture async throws in
            let client = TestClient(fixture.cloud)
            let body = "{\"token\": \"" + String(repeating: "x", count: 300_000) + "\"}"
            #expect(try await client.send(.post, "/api/today/devices", text: body).status == 413)
        }
    }

    @Test func guessingIsSlowedDown() async throws {
        try await withCloud { fixture async throws in
            let client = TestClient(fixture.cloud)
            var statuses: [Int] = []
            for _ in 0..<40 { statuses.append(try await client.bearer("guess").send(.get, "/api/today/device").status) }
            #expect(statuses.first == 401)
            #expect(statuses.last == 429)
        }
    }
}
