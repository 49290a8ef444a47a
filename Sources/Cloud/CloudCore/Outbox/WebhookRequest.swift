import CloudStorage
import Crypto
import Foundation
import JSON

/// The key with which the requests of a webhook are signed, as Standard Webhooks defines it
/// (https://www.standardwebhooks.com).
package struct WebhookKey: Sendable {
    private static let prefix = "whsec_"
    /// The allowed lengths of a key, in bytes.
    private static let lengths = 24...64

    private let key: SymmetricKey

    /// Makes the text of a random key.
    package static func makeSecret() -> String {
        prefix + SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
    }

    /// Reads `whsec_` and base64 of 24 to 64 bytes.
    ///
    /// - Throws: ``CloudError`` with code `invalid` for anything else.
    package init(secret: String) throws(CloudError) {
        guard secret.hasPrefix(Self.prefix),
            let bytes = Data(base64Encoded: String(secret.dropFirst(Self.prefix.count))),
            Self.lengths.contains(bytes.count)
        else { throw CloudError(.invalid, "The secret is not whsec_ with base64 of 24 to 64 bytes.") }
        key = SymmetricKey(data: bytes)
    }

    /// Signs a request.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - id: The id of what is sent, which is the same in each attempt.
    ///   - seconds: When this attempt is made, in seconds since 1970.
    /// - Returns: The value of the header `webhook-signature`.
    package func signature(of body: [UInt8], id: String, at seconds: Int) -> String {
        let content = Data("\(id).\(seconds).".utf8) + body
        let code = HMAC<SHA256>.authenticationCode(for: content, using: key)
        return "v1,\(Data(code).base64EncodedString())"
    }
}

/// What a webhook is sent for a channel: the body that Airship's webhooks of open channels have.
struct WebhookRequest: Hashable, Sendable {
    /// A UUID; the same in each attempt, and another one for each push and channel.
    let id: String
    let body: [UInt8]

    /// Makes the request for a notification that waits.
    ///
    /// - Parameters:
    ///   - delivery: The notification.
    ///   - appKey: The key of its app.
    /// - Throws: A `JSONSyntaxError` if the stored form cannot be read.
    init(_ delivery: OutboxDelivery, appKey: String) throws {
        id = Self.id(push: delivery.push, channel: delivery.channelID)
        let properties = try JSONValue(parsing: delivery.properties)
        let value: JSONValue = [
            "send_id": .string(id), "push_id": .string(delivery.push.text), "app_key": .string(appKey),
            "payload": try JSONValue(parsing: delivery.body),
            "target": [
                "address": .string(delivery.address), "channel_id": .string(delivery.channelID.text),
                "identifiers": properties["identifiers"] ?? [:],
            ],
        ]
        body = Array((["values": [value]] as JSONValue).jsonText.utf8)
    }

    /// Derives the id from those of the push and the channel, so that no attempt has another one, also after a crash.
    ///
    /// Airship's are of version 4, whose bits are random; these are those of a hash.
    private static func id(push: PushID, channel: ChannelID) -> String {
        var bytes = Array(SHA256.hash(data: Data("\(push.text) \(channel.text)".utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.load(as: uuid_t.self)) }.uuidString.lowercased()
    }
}
