import JSONRPC

/// Process to host: reads a page of the app's delivered notifications that were neither answered nor removed, ordered by
/// identifier.
package struct NotificationsDeliveredRequest: RPCRequest {
    package static let method = "notifications/delivered"

    package struct Reply: Codable, Hashable, Sendable {
        package var notifications: [DeliveredNotification]
        /// The last identifier of the page; left out at the end.
        package var next: String?

        package init(notifications: [DeliveredNotification], next: String?) {
            self.notifications = notifications
            self.next = next
        }
    }

    /// The identifier after which the page begins; the first page if left out.
    package var after: String?

    package init(after: String? = nil) { self.after = after }
}
