import PushEncoding
import Testing
import WebPush

@Suite struct PushSubscriptionTests {
    @Test func whatABrowserSendsIsRead() throws {
        let subscription = try PushSubscription(
            json: WebPushSamples.subscription("https://push.example.net:8443/a?b=c")
        )
        #expect(subscription.endpoint == "https://push.example.net:8443/a?b=c")
        #expect(Base64URL.encode(subscription.publicKey) == WebPushSamples.publicKey)
        #expect(Base64URL.encode(subscription.authenticationSecret) == WebPushSamples.secret)
    }

    @Test(arguments: [
        "http://push.example.net/1", "ftp://push.example.net/1", "/push", "", "https://", "https:///1",
        "push.example.net",
        "https://127.0.0.1/1", "https://localhost/1", "https://a.localhost/1", "https://10.1.2.3/1", "https://[::1]/1",
        "https://[fe80::1]/1", "https://[::ffff:192.168.1.1]/1", "https://169.254.169.254/latest",
        "https://2130706433/1", "https://0x7f000001/1", "https://127.1/1", "https://0/1", "https://0177.0.0.1/1",
        "https://[::ffff:127.0.0.1]/1", "https://127.0.0.1./1", "https://%31%32%37.0.0.1/1",
        "https://ada:secret@push.example.net/1", "https://push.example.net/1#part", "https://push.example.net/ä",
        "https://push.example.net/a b", "https://push.example.net/\r\nX: y",
        "https://push.example.net/" + String(repeating: "a", count: 2048),
    ])
    func anEndpointThatIsNotOnAPublicHostOverHTTPSIsRefused(endpoint: String) {
        #expect(throws: WebPushError.self) {
            try PushSubscription(json: WebPushSamples.subscription(endpoint))
        }
    }

    @Test(arguments: [
        "http://127.0.0.1:8080/1", "https://localhost/1", "http://[::1]:1/1", "https://push.example.net/1",
    ])
    func loopbackIsAllowedWhereAnOptionSaysSo(endpoint: String) throws {
        _ = try PushSubscription(
            json: WebPushSamples.subscription(endpoint),
            allowsLoopback: true
        )
    }

    @Test(arguments: [
        "http://push.example.net/1", "https://10.0.0.1/1", "http://localhost.example.net/1", "https://127.1/1",
    ])
    func theOptionForLoopbackAllowsNothingElse(endpoint: String) {
        #expect(throws: WebPushError.self) {
            try PushSubscription(
                json: WebPushSamples.subscription(endpoint),
                allowsLoopback: true
            )
        }
    }

    /// A point that is not on the curve would leak the private key of the sender, piece by piece.
    @Test func aKeyThatIsNotOnTheCurveIsRefused() throws {
        var point = try #require(Base64URL.decode(WebPushSamples.publicKey))
        point[64] ^= 1
        let keys = [
            Base64URL.encode(point), "", "AAAA", WebPushSamples.publicKey + "AAAA", Base64URL.encode(point.prefix(33)),
            Base64URL.encode([UInt8](repeating: 0, count: 65)), "not base64url!",
        ]
        for key in keys {
            #expect(throws: WebPushError.self, "\(key)") {
                try PushSubscription(json: WebPushSamples.subscription("https://push.example.net/1", publicKey: key))
            }
        }
    }

    @Test(arguments: ["", "BTBZMqHH6r4Tts7J_aSI", "BTBZMqHH6r4Tts7J_aSIggAA", "BTBZMqHH6r4Tts7J/aSIgg"])
    func aSecretOfAnotherLengthOrAlphabetIsRefused(secret: String) {
        #expect(throws: WebPushError.self) {
            try PushSubscription(json: WebPushSamples.subscription("https://push.example.net/1", secret: secret))
        }
    }

    @Test(arguments: [
        "", "null", "[]", "{", "{\"endpoint\": 7}", "{\"endpoint\": \"https://push.example.net/1\"}",
        "{\"endpoint\": \"https://push.example.net/1\", \"keys\": []}",
        "{\"endpoint\": \"https://push.example.net/1\", \"keys\": {\"p256dh\": 1, \"auth\": null}}",
        String(repeating: "[", count: 4000), String(repeating: " ", count: 9000) + "{}",
    ])
    func otherJSONIsRefused(text: String) {
        #expect(throws: WebPushError.self) { try PushSubscription(json: Array(text.utf8)) }
    }
}
