import CloudTestSupport
import HTTPTypes
import JSON
import Testing

@Suite(.timeLimit(.minutes(10))) struct AttributeMistakeTests {
    /// The member `attributes`, and the path of its mistake.
    private static let mistakes: [(String, String)] = [
        ("[]", "attributes"), (#"{"a":1}"#, "attributes"), ("[1]", "attributes[0]"), ("null", "attributes"),
        (#"[{"key":"a","value":1}]"#, "attributes[0].action"),
        (#"[{"action":"add","key":"a","value":1}]"#, "attributes[0].action"),
        (#"[{"action":"set","value":1}]"#, "attributes[0].key"),
        (#"[{"action":"set","key":"","value":1}]"#, "attributes[0].key"),
        (#"[{"action":"set","key":5,"value":1}]"#, "attributes[0].key"),
        (#"[{"action":"set","key":"a"}]"#, "attributes[0].value"),
        (#"[{"action":"set","key":"a","value":null}]"#, "attributes[0].value"),
        (#"[{"action":"set","key":"a","value":""}]"#, "attributes[0].value"),
        (#"[{"action":"set","key":"a","value":true}]"#, "attributes[0].value"),
        (#"[{"action":"set","key":"a","value":{"b":1}}]"#, "attributes[0].value"),
        (#"[{"action":"set","key":"a","value":1e999}]"#, "attributes[0].value"),
        (#"[{"action":"set","key":"a","value":1,"colour":2}]"#, "attributes[0].colour"),
        (#"[{"action":"set","key":"a","value":1,"timestamp":"soon"}]"#, "attributes[0].timestamp"),
        (#"[{"action":"set","key":"a","value":1,"timestamp":5}]"#, "attributes[0].timestamp"),
        (#"[{"action":"set","key":"a","value":1},{"action":"remove","key":"a"}]"#, "attributes[1]"),
        (#"[{"action":"set","key":"q\u00001","value":1}]"#, "attributes[0].key"),
        (#"[{"action":"set","key":"a","value":"x\u0000y"}]"#, "attributes[0].value"),
        (#"[{"action":"set","key":"\#(String(repeating: "k", count: 129))","value":1}]"#, "attributes[0].key"),
        (#"[{"action":"set","key":"a","value":"\#(String(repeating: "ü", count: 513))"}]"#, "attributes[0].value"),
        (
            "[" + Array(repeating: #"{"action":"set","key":"a","value":1}"#, count: 101).joined(separator: ",") + "]",
            "attributes"
        ),
    ]

    @Test(arguments: mistakes) func aMistakeIsNamed(attributes: String, path: String) async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let channel = #"{"audience":{"channel":"\#(phone.channel)"},"attributes":\#(attributes)}"#
            let other = #"{"attributes":\#(attributes)}"#
            for (route, body) in [("channels/attributes", channel), ("named_users/ada/attributes", other)] {
                let answer = try await airship.sender.send(.post, "/api/\(route)/", text: body)
                #expect(answer.status == 400)
                // A number that is too large may be refused as a syntax error with line and column.
                let details = answer.json["details"]
                #expect(details?["path"]?.stringValue == path || details?["location"] != nil)
            }
            let kept = try await airship.sender.send(.get, "/api/channels/\(phone.channel)").json["channel"]
            #expect(kept?["attributes"] == [:])
        }
    }

    @Test(arguments: [
        (#"{}"#, "audience"), (#"{"channel":[]}"#, "audience.channel"),
        (#"{"email_address":"a"}"#, "audience.email_address"),
        (#"{"named_user_id":[]}"#, "audience.named_user_id"), (#"{"named_user_id":[1]}"#, "audience.named_user_id[0]"),
        (#"{"named_user_id":"ada","channel":"c"}"#, "audience.channel"), (#""all""#, "audience"),
    ])
    func aMistakeInAnAudienceIsNamed(audience: String, path: String) async throws {
        try await withAirship { airship async throws in
            let body = #"{"audience":\#(audience),"attributes":[{"action":"set","key":"a","value":1}]}"#
            let answer = try await airship.sender.send(.post, "/api/channels/attributes/", text: body)
            #expect(answer.status == 400)
            #expect(answer.json["details"]?["path"]?.stringValue == path)
        }
    }
}
