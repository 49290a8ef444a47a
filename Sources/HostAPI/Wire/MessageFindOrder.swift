package import TodayProtocol

/// The body of `POST /api/messages/find`.
package struct MessageFindOrder: Codable, Hashable, Sendable {
    /// The messages, at most ``MessageReadOrder/limit``.
    package var ids: [MessageID]
    /// Whose inbox they are in; any if there is none.
    package var app: AppID?

    /// Makes an order.
    package init(ids: [MessageID], app: AppID?) {
        self.ids = ids
        self.app = app
    }
}
