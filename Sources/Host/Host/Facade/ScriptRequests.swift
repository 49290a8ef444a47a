import AsyncPrimitives
package import Notifications
package import TodayProtocol

/// Schedules a notification of the built-in app *Scripts*; the reply is its identifier.
///
/// Fails with `invalid` if the notification breaks a rule.
package struct PostNotificationRequest: HostRequest {
    package var notification: ScriptNotification

    /// Makes a request.
    package init(_ notification: ScriptNotification) { self.notification = notification }

    package func reply(from host: TodayHost) async throws -> String {
        try await host.components.notifications.scripts.post(notification)
    }
}

/// Waits, up to a limit, for what the person does with a notification of *Scripts*.
///
/// Dismissing it is a response too. If nothing is left of the notification, the reply is the last response to one of
/// that identifier, at once; responses are kept for a day.
package struct GetScriptResponseRequest: HostRequest {
    /// The notification's identifier.
    package var identifier: String
    /// How long to wait, at most ``ScriptResponseReply/longestWait``.
    package var wait: Duration
    /// Whether the notification is withdrawn if the client disconnects before the reply, since nobody is left whom an
    /// answer would reach.
    package var isWithdrawnWithClient: Bool

    /// Makes a request.
    package init(
        to identifier: String,
        wait: Duration = ScriptResponseReply.longestWait,
        isWithdrawnWithClient: Bool = false
    ) {
        self.identifier = identifier
        self.wait = wait
        self.isWithdrawnWithClient = isWithdrawnWithClient
    }

    package func reply(from host: TodayHost) async throws -> ScriptResponseReply {
        let scripts = host.components.notifications.scripts
        return try await .waiting(wait) { try await scripts.response(to: identifier) }
    }
}

/// What has become of a notification of *Scripts*.
package enum ScriptResponseReply: Codable, Hashable, Sendable {
    /// How long one request may wait; a sender that wants to wait longer asks again.
    package static let longestWait = Duration.seconds(25)

    /// The person did something with the notification.
    case answered(response: NotificationResponse)
    /// It was removed unanswered.
    case gone
    /// Nothing yet: ask again.
    case waiting

    private enum CodingKeys: String, CodingKey { case answered, gone, waiting }
    private enum AnsweredCodingKeys: String, CodingKey { case response }

    /// Waits for a response for a limited time.
    ///
    /// - Parameters:
    ///   - limit: How long to wait.
    ///   - response: Returns the response, or `nil` if the notification was removed unanswered.
    /// - Returns: The reply.
    /// - Throws: What `response` throws.
    package static func waiting(
        _ limit: Duration,
        for response: @escaping @Sendable () async throws -> NotificationResponse?
    ) async throws -> ScriptResponseReply {
        try await withDeadline(limit) { try await response().map { .answered(response: $0) } ?? .gone } ?? .waiting
    }
}
