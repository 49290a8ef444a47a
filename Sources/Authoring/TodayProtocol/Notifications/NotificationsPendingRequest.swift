import JSONRPC

/// Process to host: reads a page of the app's pending requests, ordered by identifier.
package struct NotificationsPendingRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "notifications/pending"

    /// What the host answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// The requests.
        package var requests: [NotificationRequest]
        /// The last identifier of the page, if more follow it.
        package var next: String?

        /// Makes an answer.
        package init(requests: [NotificationRequest], next: String?) {
            self.requests = requests
            self.next = next
        }
    }

    /// The identifier after which the page begins; from the beginning if left out.
    package var after: String?

    /// Asks for a page.
    package init(after: String? = nil) { self.after = after }
}
