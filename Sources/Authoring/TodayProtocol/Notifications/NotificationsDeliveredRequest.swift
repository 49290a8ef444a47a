import JSONRPC

/// Process to host: reads a page of the app's delivered notifications that were neither answered nor removed, ordered by
/// identifier.
package struct NotificationsDeliveredRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "notifications/delivered"

    /// What the host answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// The notifications.
        package var notifications: [DeliveredNotification]
        /// The last identifier of the page, if more follow it.
        package var next: String?

        /// Makes an answer.
        package init(notifications: [DeliveredNotification], next: String?) {
            self.notifications = notifications
            self.next = next
        }
    }

    /// The identifier after which the page begins; from the beginning if left out.
    package var after: String?

    /// Asks for a page.
    package init(after: String? = nil) { self.after = after }
}
