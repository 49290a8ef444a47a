package import HostStorage
package import TodayProtocol

/// The body of `POST /api/notifications/dismiss`.
package enum DismissNotificationsRequest: Codable, Hashable, Sendable {
    /// How many notifications one order may name.
    package static let limit = 1000

    /// These; those that are gone are passed over. At most ``limit``.
    case notifications(ids: [DeliveredID])
    /// All of an app.
    case app(id: AppID)
    /// All.
    case all
}

/// The body of `POST /api/notifications/remove`.
package struct RemoveNotificationsRequest: Codable, Hashable, Sendable {
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

/// The answer of `POST /api/notifications`.
package struct PostNotificationReply: Codable, Hashable, Sendable {
    /// The identifier by which its response is asked for.
    package var identifier: String

    /// Makes an answer.
    package init(identifier: String) { self.identifier = identifier }
}

/// The answer of `GET /api/notifications/scripts/IDENTIFIER/response`.
package enum ScriptResponseReply: Codable, Hashable, Sendable {
    /// How long a request may wait, in seconds; whoever wants to wait longer asks again.
    package static let longestWait = 25

    /// The person did something with the notification.
    case answered(response: NotificationResponse)
    /// It went away unanswered.
    case gone
    /// Nothing yet: ask again.
    case waiting
}
