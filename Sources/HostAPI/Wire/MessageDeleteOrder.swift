package import TodayProtocol

/// The body of `POST /api/messages/delete`.
package struct MessageDeleteOrder: Codable, Hashable, Sendable {
    /// Whose messages.
    package var app: AppID
    /// The messages, at most ``MessageReadOrder/limit``; those that are gone are passed over.
    package var ids: [MessageID]

    /// Makes an order.
    package init(app: AppID, ids: [MessageID]) {
        self.app = app
        self.ids = ids
    }
}
