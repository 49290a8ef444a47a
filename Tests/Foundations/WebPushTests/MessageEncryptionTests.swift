import Crypto
import PushEncoding
import Testing
import WebPush

@Suite struct MessageEncryptionTests {
    /// The example of RFC 8291, section 5: a known key and a known salt give a known body.
    @Test func theExampleOfTheStandardIsEncryptedAsThere() throws {
        let subscription = try PushSubscription(json: WebPushSamples.subscription("https://push.example.net/1"))
        let key = try #require(Base64URL.decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let body = try MessageEncryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8),
            for: subscription,
            key: try P256.KeyAgreement.PrivateKey(rawRepresentation: key),
            salt: try #require(Base64URL.decode("DGv6ra1nlYgDCS1FRnbzlw"))
        )
        #expect(
            Base64URL.encode(body) == """
                DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P\
                Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
                """
        )
    }

    @Test(arguments: [0, 1, PushMessage.maximumContentLength])
    func aBodyIs103BytesLongerThanItsContent(count: Int) throws {
        let subscription = try PushSubscription(json: WebPushSamples.subscription("https://push.example.net/1"))
        let body = try MessageEncryption.encrypt([UInt8](repeating: 7, count: count), for: subscription)
        #expect(body.count == count + 103)
        #expect(body.count <= 4096)
    }

    /// Two messages never share a key, a salt or a ciphertext.
    @Test func theSameContentIsNeverEncryptedTheSameWay() throws {
        let subscription = try PushSubscription(json: WebPushSamples.subscription("https://push.example.net/1"))
        let bodies = try (0..<8).map { _ in try MessageEncryption.encrypt([1, 2, 3], for: subscription) }
        #expect(Set(bodies.map { $0.prefix(16) }).count == 8)
        #expect(Set(bodies.map { $0[21..<86] }).count == 8)
        #expect(Set(bodies.map { $0.suffix(20) }).count == 8)
    }

    @Test func aContentThatIsTooLargeIsRefused() {
        #expect(throws: WebPushError.self) {
            try PushMessage(content: [UInt8](repeating: 7, count: 3994), timeToLive: 60)
        }
    }
}
