package import Host

/// The body of `POST /api/messages/delete`.
package struct MessageDeleteOrder: Codable, Hashable, Sendable {
    /// The messages, at most ``MessageReadOrder/limit``; those that are gone are passed over.
    package var messages: [MessagePlace]

    /// Makes an order.
    package init(messages: [MessagePlace]) { self.messages = messages }
}
