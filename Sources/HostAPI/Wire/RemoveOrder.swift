package import TodayProtocol

/// The body of `POST /api/notifications/remove`.
package struct RemoveOrder: Codable, Hashable, Sendable {
    /// How many identifiers one order may name.
    package static let limit = 1000

    /// Whose notifications.
    package var app: AppID
    /// The identifiers, at most ``limit``; all if left out.
    package var identifiers: [String]?
    /// Whether scheduled ones are meant.
    package var pending: Bool
    /// Whether delivered ones are meant.
    package var delivered: Bool

    /// Makes an order.
    package init(app: AppID, identifiers: [String]?, pending: Bool, delivered: Bool) {
        self.app = app
        self.identifiers = identifiers
        self.pending = pending
        self.delivered = delivered
    }
}
