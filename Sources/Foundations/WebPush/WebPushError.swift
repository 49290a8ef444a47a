/// An error about a subscription, a message or a key that cannot be used.
public struct WebPushError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of mistakes.
    public enum Code: Hashable, Sendable {
        /// The subscription is malformed, or its endpoint is not allowed.
        case invalidSubscription
        /// The message is malformed, or larger than ``PushMessage/maximumContentLength``.
        case invalidMessage
        /// The VAPID key or its subject is malformed.
        case invalidKey
    }

    /// The kind of mistake.
    public let code: Code
    /// One sentence that names the mistake.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
