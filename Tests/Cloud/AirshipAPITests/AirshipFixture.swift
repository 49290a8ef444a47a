import AirshipAPI
import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import HTTPTypes
import JSON

/// Clients of a cloud with Airship's API.
struct AirshipFixture {
    let fixture: CloudFixture
    /// Sends no credentials.
    let anybody: TestClient
    /// Sends key and master secret.
    let sender: TestClient

    init(_ fixture: CloudFixture) {
        self.fixture = fixture
        anybody = TestClient(fixture.cloud, [AirshipRoutes(cloud: fixture.cloud)])
        sender = anybody.basic(fixture.keys.key, fixture.keys.masterSecret)
            .with(["Accept": "application/vnd.urbanairship+json; version=3;"])
    }

    /// The headers of a signed token.
    func signature(
        channel: String? = nil,
        nonce: String = UUID().uuidString,
        timestamp: String = "2026-11-21 08:00:00",
        secret: String? = nil
    ) -> [String: String] {
        let key = fixture.keys.key
        let text = [key, channel, nonce, timestamp].compactMap { $0 }.joined(separator: ":")
        var headers = [
            "X-UA-Appkey": key, "X-UA-Nonce": nonce, "X-UA-Timestamp": timestamp,
            "Authorization": "Bearer " + Secret.signature(of: text, key: secret ?? fixture.keys.secret),
        ]
        if let channel { headers["X-UA-Channel-ID"] = channel }
        return headers
    }

    /// A phone as an SDK makes it: a channel, its token, and an inbox.
    func phone(type: String = "ios") async throws -> AirshipDeviceClient {
        let channel = try await anybody.send(
            .post,
            "/api/channels/",
            ["channel": ["device_type": .string(type), "opt_in": true, "background": true]],
            headers: signature()
        )
        let id = channel.json["channel_id"]?.stringValue ?? ""
        let token = try await anybody.send(.get, "/api/auth/device", headers: signature(channel: id))
        let client = anybody.bearer(token.json["token"]?.stringValue ?? "").with(["X-UA-Channel-ID": id])
        let user = try await client.send(.post, "/api/user/", ["ios_channels": [.string(id)]])
        let name = user.json["user_id"]?.stringValue ?? ""
        let password = user.json["password"]?.stringValue ?? ""
        return AirshipDeviceClient(channel: id, client: client, user: name, inbox: anybody.basic(name, password))
    }

    /// Sends the key and the master secret of another app.
    func otherSender() async throws -> TestClient {
        let (key, master) = (Secret.random(), Secret.random())
        try await fixture.store.addApps([
            NewApp(name: "org.test.Other", key: key, secret: Secret.random(), masterHash: Secret.hash(master))
        ])
        return anybody.basic(key, master)
    }

    /// Sends a push with a message to everybody, and delivers it.
    func sendMessage(_ title: String, body: String = "<p>Soup</p>", audience: JSONValue = "all") async throws -> String
    {
        let push: JSONValue = [
            "audience": audience, "device_types": "all",
            "message": [
                "title": .string(title), "body": .string(body), "extra": ["k": "v"], "expiry": 7200,
                "icons": ["list_icon": "https://h.example/s.png"],
            ],
        ]
        let answer = try await sender.send(.post, "/api/push/", push)
        try await fixture.deliver()
        return answer.json["message_ids"]?.arrayValue?.first?.stringValue ?? ""
    }
}

/// The credentials that an SDK on a phone has.
struct AirshipDeviceClient {
    let channel: String
    /// Sends the channel's token.
    let client: TestClient
    let user: String
    /// Sends the inbox's name and password.
    let inbox: TestClient

    func messages() async throws -> [JSONValue] {
        try await inbox.send(.get, "/api/user/\(user)/messages/").json["messages"]?.arrayValue ?? []
    }
}

/// Runs a test on a new cloud with Airship's API.
func withAirship<Value>(
    _ configuration: CloudConfiguration = CloudConfiguration(),
    _ body: (AirshipFixture) async throws -> Value
) async throws -> Value {
    try await withCloud(configuration) { try await body(AirshipFixture($0)) }
}
