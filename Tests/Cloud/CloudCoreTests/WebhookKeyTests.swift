import CloudCore
import Testing

@Suite struct WebhookKeyTests {
    /// The example of the libraries of Standard Webhooks.
    @Test func aSignatureIsTheStandards() throws {
        let key = try WebhookKey(secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        let signature = key.signature(
            of: Array(#"{"test": 2432232314}"#.utf8),
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            at: 1_614_265_330
        )
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func aNewSecretIsOneThatIsTaken() throws {
        let secret = WebhookKey.makeSecret()
        #expect(secret != WebhookKey.makeSecret())
        _ = try WebhookKey(secret: secret)
    }

    @Test(arguments: [
        "", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_c2hvcnQ=", "whsec_no base64",
        "whsec_" + String(repeating: "AAAA", count: 22),
    ])
    func anotherTextIsNoSecret(text: String) {
        #expect(throws: CloudError.self) { try WebhookKey(secret: text) }
    }
}
