import Crypto
import PushEncoding

/// A message for one browser, before it is encrypted.
public struct PushMessage: Hashable, Sendable {
    /// How soon a device should wake up for a message (RFC 8030, section 5.3).
    public enum Urgency: String, Hashable, Sendable, CaseIterable {
        /// On power and Wi-Fi.
        case veryLow = "very-low"
        /// On either power or Wi-Fi.
        case low
        /// On neither power nor Wi-Fi.
        case normal
        /// With a low battery.
        case high
    }

    /// The largest content in bytes: what remains of the 4,096 bytes that each push service takes (RFC 8030, section
    /// 7.2) after the header, the padding delimiter and the authentication tag.
    public static let maximumContentLength = 3993
    /// The longest time that a message may wait for its device, in seconds: four weeks.
    ///
    /// Push services may shorten it.
    public static let maximumTimeToLive = 28 * 86_400

    /// What the service worker receives.
    public let content: [UInt8]
    /// How long the push service keeps the message for a device that is offline, in seconds; 0 to deliver it at once or
    /// never.
    public let timeToLive: Int
    /// How soon a device should wake up for it.
    public let urgency: Urgency
    /// Replaces a message with the same topic that has not been delivered yet; `nil` for none.
    public let topic: MessageTopic?

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - content: At most ``maximumContentLength`` bytes.
    ///   - timeToLive: In seconds; limited to 0 to ``maximumTimeToLive``.
    ///   - urgency: How soon a device should wake up for it.
    ///   - topic: Replaces a message with the same topic.
    /// - Throws: ``WebPushError`` with code `invalidMessage` if the content is too large.
    public init(
        content: [UInt8],
        timeToLive: Int,
        urgency: Urgency = .normal,
        topic: MessageTopic? = nil
    ) throws(WebPushError) {
        guard content.count <= Self.maximumContentLength else {
            throw WebPushError(
                .invalidMessage,
                "The message has \(content.count) bytes; \(Self.maximumContentLength) are the most."
            )
        }
        self.content = content
        self.timeToLive = min(max(timeToLive, 0), Self.maximumTimeToLive)
        self.urgency = urgency
        self.topic = topic
    }
}

/// The topic of a message: 1 to 32 characters of base64url (RFC 8030, section 5.4).
public struct MessageTopic: Hashable, Sendable, CustomStringConvertible {
    /// The text that is sent.
    public let description: String

    /// Wraps a text; `nil` if it is empty, too long, or has other characters.
    public init?(_ text: String) {
        guard (1...32).contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            })
        else { return nil }
        description = text
    }

    /// Makes the topic of an identifier of any length: 192 bits of its SHA-256, from which the
    /// push service does not learn the identifier.
    public init(hashing identifier: String) {
        description = Base64URL.encode(Array(SHA256.hash(data: Array(identifier.utf8))).prefix(24))
    }
}
