package import Host

/// The body of `POST /api/messages/read`.
package struct MessageReadOrder: Codable, Hashable, Sendable {
    /// How many messages one order may name.
    package static let limit = 1000

    /// The messages, at most ``limit``; those that are gone are passed over.
    package var messages: [MessagePlace]
    /// Whether they are read from now on.
    package var isRead: Bool

    /// Makes an order.
    package init(messages: [MessagePlace], isRead: Bool) {
        self.messages = messages
        self.isRead = isRead
    }
}
