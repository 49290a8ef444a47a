import CloudStorage
import Crypto
import Foundation
import JSON

/// The key that signs a webhook's requests, as Standard Webhooks defines it (https://www.standardwebhooks.com).
package struct WebhookKey: Sendable {
    private static let prefix = "whsec_"
    /// The allowed lengths of a key, in bytes.
    private static let lengths = 24...64

    private let key: SymmetricKey

    package static func makeSecret() -> String {
        prefix + SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
    }

    /// Parses `whsec_` and base64 of 24 to 64 bytes; ``CloudError`` `invalid` for anything else.
    package init(secret: String) throws(CloudError) {
        guard secret.hasPrefix(Self.prefix),
            let bytes = Data(base64Encoded: String(secret.dropFirst(Self.prefix.count))),
            Self.lengths.contains(bytes.count)
        else { throw CloudError(.invalid, "The secret is not whsec_ with base64 of 24 to 64 bytes.") }
        key = SymmetricKey(data: bytes)
    }

    /// Returns the header `webhook-signature`; the id is that of all attempts, `seconds` since 1970 that of this one.
    package func signature(of body: [UInt8], id: String, at seconds: Int) -> String {
        let content = Data("\(id).\(seconds).".utf8) + body
        let code = HMAC<SHA256>.authenticationCode(for: content, using: key)
        return "v1,\(Data(code).base64EncodedString())"
    }
}

/// The request to a webhook for a channel; its body is that of Airship's webhooks for open channels.
struct WebhookRequest: Hashable, Sendable {
    /// A UUID that is the same in each attempt, and different for each push and channel.
    let id: String
    let body: [UInt8]

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

    /// Derives the id from those of the push and the channel, so that each attempt has the same, even after a crash.
    ///
    /// Airship's ids are random UUIDs of version 4; these take their bits from a hash.
    private static func id(push: PushID, channel: ChannelID) -> String {
        var bytes = Array(SHA256.hash(data: Data("\(push.text) \(channel.text)".utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.load(as: uuid_t.self)) }.uuidString.lowercased()
    }
}
