package import TodayProtocol

/// The answer of `GET /api/notifications/scripts/IDENTIFIER/response`.
package enum ScriptAnswer: Codable, Hashable, Sendable {
    /// How long a request may wait, in seconds; whoever wants to wait longer asks again.
    package static let longestWait = 25

    /// The person did something with the notification.
    case answered(response: NotificationResponse)
    /// It went away unanswered.
    case gone
    /// Nothing yet: ask again.
    case waiting
}
