import JSONRPC

/// Host to app: asks how to show a notification that is delivered while one of the app's pages is visible.
///
/// The host waits two seconds for the reply and then shows the notification as usual.
package struct AppPresentRequest: RPCRequest {
    package static let method = "app/present"

    package struct Reply: Codable, Hashable, Sendable {
        /// The ways in which it is shown; the notification is withdrawn if there is none.
        package var options: Set<NotificationPresentationOption>

        package init(options: Set<NotificationPresentationOption>) { self.options = options }

        private enum CodingKeys: CodingKey { case options }

        /// Encodes the options in a fixed order.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(options: options, forKey: .options)
        }
    }

    package var notification: DeliveredNotification
    package var context: RequestContext

    package init(notification: DeliveredNotification, context: RequestContext) {
        self.notification = notification
        self.context = context
    }
}

/// A way in which a notification is shown while its app is visible.
public enum NotificationPresentationOption: String, Codable, Hashable, Sendable, CaseIterable {
    /// As a banner on pages and as a bubble on the desktop.
    case banner
    /// In the list of notifications.
    case list
    /// With its sound.
    case sound
    /// With its badge.
    case badge
}
