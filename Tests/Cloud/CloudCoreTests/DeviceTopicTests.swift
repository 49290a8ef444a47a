import CloudCore
import CloudStorage
import CloudTestSupport
import HTTPTypes
import JSON
import NetworkAddresses
import Testing

@Suite(.timeLimit(.minutes(10))) struct DeviceTopicTests {
    private func configuration(_ rights: TopicRights) -> CloudConfiguration {
        var configuration = CloudConfiguration()
        configuration.topicRights = rights
        return configuration
    }

    @Test func aPersonsTopicsAreTheSameOnAllDevices() async throws {
        try await withCloud(configuration(.readWrite)) { fixture async throws in
            let client = TestClient(fixture.cloud)
            let laptop = client.bearer(try await fixture.join("ada").token)
            let phone = client.bearer(try await fixture.join("ada", name: "phone").token)
            let bob = client.bearer(try await fixture.join("bob").token)
            #expect(try await laptop.send(.get, "/api/today/topics").json == ["topics": []])
            for topic in ["home", "alerts", "home"] {
                #expect(try await laptop.send(.put, "/api/today/topics/\(topic)/").status == 204)
            }
            #expect(try await phone.send(.get, "/api/today/topics/").json == ["topics": ["alerts", "home"]])
            #expect(try await bob.send(.get, "/api/today/topics").json == ["topics": []])
            #expect(try await bob.send(.delete, "/api/today/topics/home").status == 404)
            #expect(try await phone.send(.delete, "/api/today/topics/home").status == 204)
            #expect(try await laptop.send(.get, "/api/today/topics").json == ["topics": ["alerts"]])
        }
    }

    @Test func subscribingNeedsTheRightToRead() async throws {
        try await withCloud(configuration(.deny)) { fixture async throws in
            let ada = TestClient(fixture.cloud).bearer(try await fixture.join("ada").token)
            let refused = try await ada.send(.put, "/api/today/topics/home")
            #expect(refused.status == 403)
            #expect(refused.json["code"] == "forbidden")
            try await fixture.store.set(TopicRule(who: "ada", pattern: "home", rights: .writeOnly))
            #expect(try await ada.send(.put, "/api/today/topics/home").status == 403)
            try await fixture.store.set(TopicRule(who: "ada", pattern: "home", rights: .readOnly))
            #expect(try await ada.send(.put, "/api/today/topics/home").status == 204)
        }
    }

    @Test(arguments: ["a.b", "a%20b", "docs", "api", String(repeating: "a", count: 65)])
    func whatIsNoTopicIsRefused(topic: String) async throws {
        try await withCloud(configuration(.readWrite)) { fixture async throws in
            let ada = TestClient(fixture.cloud).bearer(try await fixture.join("ada").token)
            #expect(try await ada.send(.put, "/api/today/topics/\(topic)").status == 400)
        }
    }

    @Test func strangersAreRefused() async throws {
        try await withCloud(configuration(.readWrite)) { fixture async throws in
            let client = TestClient(fixture.cloud)
            for (method, path) in [
                (HTTPRequest.Method.get, "/api/today/topics"), (.put, "/api/today/topics/a"),
                (.delete, "/api/today/topics/a"),
            ] {
                #expect(try await client.send(method, path).status == 401)
                #expect(try await client.bearer("wrong").send(method, path).status == 401)
            }
        }
    }

    @Test(arguments: [
        ("127.0.0.1", nil, true), ("localhost", nil, true), ("::1", nil, true), ("0.0.0.0", nil, false),
        ("192.0.2.1", nil, false), ("127.0.0.1", "https://push.example.org", false),
        ("127.0.0.1", "http://localhost:1234", true), ("0.0.0.0", "http://localhost:1234", false),
    ])
    func aCloudIsPrivateWhereOnlyThisMachineReachesIt(host: String, publicURL: String?, isPrivate: Bool) {
        var configuration = CloudConfiguration()
        configuration.publicURL = publicURL
        #expect(configuration.isPrivate(on: ListenAddress(host: host, port: 80)) == isPrivate)
    }
}
