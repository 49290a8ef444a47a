import CloudCore
import CloudTestSupport
import HTTPTypes
import JSON
import Testing

@Suite struct AnalyticsTests {
    @Test func whatAnSDKMeasuredIsDropped() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            for client in [airship.anybody, phone.client, airship.anybody.bearer("wrong")] {
                for path in ["/warp9", "/warp9/"] {
                    let answer = try await client.send(.post, path, [["type": "app_init"]])
                    #expect(answer.status == 200)
                    #expect(answer.json == [:])
                }
            }
        }
    }

    @Test func itCountsAsNoAttemptToProveAnything() async throws {
        var configuration = CloudConfiguration()
        configuration.requestRate = 1000
        try await withAirship(configuration) { airship async throws in
            let wrong = airship.anybody.bearer("wrong")
            for _ in 0..<100 { #expect(try await wrong.send(.post, "/warp9", text: "x").status == 200) }
            #expect(try await airship.sender.send(.get, "/api/channels").status == 200)
        }
    }

    @Test func itsBodyHasALimit() async throws {
        try await withAirship { airship async throws in
            let large = String(repeating: "x", count: 1024 * 1024)
            #expect(try await airship.anybody.send(.post, "/warp9", text: large).status == 200)
            #expect(try await airship.anybody.send(.post, "/warp9", text: large + "x").status == 413)
        }
    }
}
