import JSONRPC

/// Process to host: reads a page of the app's pending requests, ordered by identifier.
package struct NotificationsPendingRequest: RPCRequest {
    package static let method = "notifications/pending"

    package struct Reply: Codable, Hashable, Sendable {
        package var requests: [NotificationRequest]
        /// The last identifier of the page; left out at the end.
        package var next: String?

        package init(requests: [NotificationRequest], next: String?) {
            self.requests = requests
            self.next = next
        }
    }

    /// The identifier after which the page begins; the first page if left out.
    package var after: String?

    package init(after: String? = nil) { self.after = after }
}
