import JSON
import WebPush

/// The keys of the example in RFC 8291, section 5 and appendix A.
enum WebPushSamples {
    static let publicKey = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let secret = "BTBZMqHH6r4Tts7J_aSIgg"

    /// The JSON of a subscription.
    static func subscription(
        _ endpoint: String,
        publicKey: String = Self.publicKey,
        secret: String = Self.secret
    ) -> [UInt8] {
        let value: JSONValue = [
            "endpoint": .string(endpoint), "expirationTime": .null,
            "keys": ["p256dh": .string(publicKey), "auth": .string(secret)],
        ]
        return value.jsonBytes()
    }
}
