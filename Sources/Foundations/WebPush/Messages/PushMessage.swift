import Crypto
import PushEncoding

/// A message for one browser, before it is encrypted.
public struct PushMessage: Hashable, Sendable {
    /// The urgency of a message, which determines when a device wakes up for it (RFC 8030, section 5.3).
    public enum Urgency: String, Hashable, Sendable, CaseIterable {
        /// Only on power and Wi-Fi.
        case veryLow = "very-low"
        /// On power or Wi-Fi.
        case low
        /// On neither power nor Wi-Fi.
        case normal
        /// Even with a low battery.
        case high
    }

    /// The largest content in bytes: the rest of the 4,096 bytes that every push service accepts (RFC 8030, section
    /// 7.2), after the header, the padding delimiter and the authentication tag.
    public static let maximumContentLength = 3993
    /// The longest time that a message may wait for its device, in seconds: four weeks; push services may shorten it.
    public static let maximumTimeToLive = 28 * 86_400

    /// The content, which the service worker receives.
    public let content: [UInt8]
    /// The time for which the push service keeps the message for an offline device, in seconds; 0 for an immediate
    /// delivery only.
    public let timeToLive: Int
    /// The urgency.
    public let urgency: Urgency
    /// The topic, by which the message replaces an undelivered one; `nil` for none.
    public let topic: MessageTopic?

    /// Creates a message, whose time to live in seconds is clamped to 0 to ``maximumTimeToLive``.
    ///
    /// - Throws: ``WebPushError`` with code `invalidMessage` if the content is too large.
    public init(
        content: [UInt8],
        timeToLive: Int,
        urgency: Urgency = .normal,
        topic: MessageTopic? = nil
    ) throws(WebPushError) {
        guard content.count <= Self.maximumContentLength else {
            let reason = "The message has \(content.count) bytes; \(Self.maximumContentLength) are the most."
            throw WebPushError(.invalidMessage, reason)
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

    /// Creates a topic from a text; returns `nil` if it is empty, too long, or has other characters.
    public init?(_ text: String) {
        guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy(Base64URL.isDigit) else { return nil }
        description = text
    }

    /// Creates the topic of an identifier of any length: 192 bits of its SHA-256, which does not reveal the identifier
    /// to the push service.
    public init(hashing identifier: String) {
        description = Base64URL.encode(Array(SHA256.hash(data: Array(identifier.utf8))).prefix(24))
    }
}
