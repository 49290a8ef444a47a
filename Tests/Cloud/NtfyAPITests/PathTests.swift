import AirshipAPI
import CloudCore
import CloudTestSupport
import HTTPTypes
import JSON
import NtfyAPI
import Testing

@Suite struct PathTests {
    @Test(arguments: [
        "/api", "/api/", "/api/unknown", "/api/today/unknown", "/database/1/x", "/device/1/x", "/forecast/k/1,2",
        "/warp9", "/warp9/", "/warp9/json",
    ])
    func pathsOfOtherProtocolsAreLeftAlone(path: String) async throws {
        try await withNtfy { ntfy async throws in
            for method in [HTTPRequest.Method.get, .post, .put, .delete] {
                let answer = try await ntfy.client.send(method, path, text: "x")
                #expect(answer.status == 404)
                #expect(answer.json["code"] == nil)
            }
        }
    }

    @Test func noTopicHasTheNameOfAnalytics() async throws {
        try await withNtfy { ntfy async throws in
            #expect(try await ntfy.client.send(.post, "/", ["topic": "warp9"]).json["code"] == 40_010)
            #expect(try await ntfy.client.send(.get, "/home,warp9/json?poll=1").json["code"] == 40_010)
        }
    }

    @Test func theOtherProtocolsStillAnswer() async throws {
        try await withNtfy { ntfy async throws in
            let cloud = ntfy.fixture.cloud
            for protocols: [any CloudRoutes] in [
                [AirshipRoutes(cloud: cloud), NtfyRoutes(cloud: cloud, takesFiles: true)],
                [NtfyRoutes(cloud: cloud, takesFiles: true), AirshipRoutes(cloud: cloud)],
            ] {
                let client = TestClient(cloud, protocols)
                let push = try await client.send(.post, "/api/push/", text: "{}")
                #expect(push.status == 401)
                #expect(push.json["ok"] == false)
                #expect(try await client.send(.get, "/api/today/device").json["code"] == "unauthorized")
                #expect(try await client.send(.post, "/home", text: "x").json["message"] == "x")
                for path in ["/warp9", "/warp9/"] {
                    #expect(try await client.send(.post, path, text: "[]").json == [:])
                }
                #expect(try await client.send(.get, "/warp9/json?poll=1").status == 404)
            }
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/"), (.get, "/v1/account/token"), (.get, "/v1/other"), (.get, "/home/other"),
        (.get, "/home/json/more"), (.delete, "/home"), (.head, "/home/json"), (.get, "/file/x"),
        (.get, "/file/../keys.json"),
        (.get, "/file/aaaaaaaaaaaa"), (.delete, "/"), (.get, "/home/%00"), (.put, "/a/b/c"),
    ])
    func whatIsNotThereIsToldInNtfysShape(method: HTTPRequest.Method, path: String) async throws {
        try await withNtfy { ntfy async throws in
            let answer = try await ntfy.client.send(method, path)
            #expect(answer.json["code"] == 40_401)
            #expect(answer.status == 404)
        }
    }

    @Test func theServerTellsItsHealthAndItsWork() async throws {
        try await withNtfy { ntfy async throws in
            try await ntfy.publish("x")
            #expect(try await ntfy.client.send(.get, "/v1/health").json == ["healthy": true])
            let work = try await ntfy.client.send(.get, "/v1/stats").json
            #expect(work["messages"] == 1)
            #expect(work["messages_rate"]?.numberValue == 1)
        }
    }

    @Test func webPagesMayAskBeforehand() async throws {
        try await withNtfy { ntfy async throws in
            let answer = try await ntfy.client.send(.options, "/home")
            #expect(answer.status == 200)
            #expect(answer.headers[.accessControlAllowOrigin] == "*")
            #expect(answer.headers[.accessControlAllowMethods]?.contains("PUT") == true)
        }
    }
}
