package import TodayProtocol

/// The body of `POST /api/messages/read`.
package struct MessageReadOrder: Codable, Hashable, Sendable {
    /// How many messages one order may name.
    package static let limit = 1000

    /// Whose messages.
    package var app: AppID
    /// The messages, at most ``limit``; those that are gone are passed over.
    package var ids: [MessageID]
    /// Whether they are read from now on.
    package var isRead: Bool

    /// Makes an order.
    package init(app: AppID, ids: [MessageID], isRead: Bool) {
        self.app = app
        self.ids = ids
        self.isRead = isRead
    }
}
