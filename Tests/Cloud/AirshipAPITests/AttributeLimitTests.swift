import CloudTestSupport
import HTTPTypes
import JSON
import Testing

@Suite(.timeLimit(.minutes(10))) struct AttributeLimitTests {
    private func attributes(_ airship: AirshipFixture, _ channel: String) async throws -> JSONValue? {
        try await airship.sender.send(.get, "/api/channels/\(channel)").json["channel"]?["attributes"]
    }

    private func set(_ key: String, _ value: JSONValue) -> JSONValue {
        ["action": "set", "key": .string(key), "value": value]
    }

    @Test func whoIsFullIsNamed() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            var answer: JSONValue = .null
            for part in 0..<3 {
                let changes = (0..<100).map { set("k\(part * 100 + $0)", 1) }
                let body: JSONValue = [
                    "audience": ["channel": .string(phone.channel)], "attributes": .array(changes),
                ]
                answer = try await airship.sender.send(.post, "/api/channels/attributes/", body).json
                #expect((answer["warning"] == nil) == (part < 2))
            }
            #expect(answer["warning"]?.stringValue?.contains("has 200 attributes") == true)
            #expect(try await attributes(airship, phone.channel)?.objectValue?.count == 200)
        }
    }

    @Test func aTextOfTheLargestSizeIsKept() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let text = JSONValue.string(String(repeating: "ü", count: 512))
            let key = String(repeating: "k", count: 128)
            let body: JSONValue = ["audience": ["channel": .string(phone.channel)], "attributes": [set(key, text)]]
            #expect(try await airship.sender.send(.post, "/api/channels/attributes/", body).json == ["ok": true])
            #expect(try await attributes(airship, phone.channel) == [key: text])
        }
    }
}
