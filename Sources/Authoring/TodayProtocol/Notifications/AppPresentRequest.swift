import JSONRPC

/// Host to app: asks how a notification shows that falls due while one of the app's pages is in front.
///
/// The answer must come within two seconds; without one the notification shows as always.
package struct AppPresentRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "app/present"

    /// What the app answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// How it shows; with none the notification is over.
        package var options: Set<NotificationPresentationOption>

        /// Makes an answer.
        package init(options: Set<NotificationPresentationOption>) { self.options = options }

        private enum CodingKeys: CodingKey { case options }

        /// Writes the form on the wire, the ways in order.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(options: options, forKey: .options)
        }
    }

    /// The notification.
    package var notification: DeliveredNotification
    /// What the process cannot know.
    package var context: RequestContext

    /// Asks.
    package init(notification: DeliveredNotification, context: RequestContext) {
        self.notification = notification
        self.context = context
    }
}

/// One of the ways in which a notification shows that arrives while its app is in front.
public enum NotificationPresentationOption: String, Codable, Hashable, Sendable, CaseIterable {
    /// It slides in on pages and shows as a bubble on the desktop.
    case banner
    /// It stands in the list of notifications.
    case list
    /// It makes its sound.
    case sound
    /// It sets the badge.
    case badge
}
