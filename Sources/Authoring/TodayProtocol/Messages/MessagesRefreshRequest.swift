import JSONRPC

/// App to host: asks the cloud for new messages.
///
/// Without `wait` the host replies at once, even offline, and fetches the list soon. With `wait` it replies when it has
/// fetched and stored the list or failed to, after that time at the latest. New messages are announced by
/// `messages/changed` in both cases.
package struct MessagesRefreshRequest: RPCRequest {
    package static let method = "messages/refresh"
    /// The allowed values of ``wait``, in seconds.
    package static let waitRange = 1.0...30.0

    /// The result of fetching the list; empty if the request does not wait.
    package struct Reply: Codable, Hashable, Sendable {
        package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
            /// The cloud has changed the inbox since the push came, or since the request without a push.
            case changed
            /// The list was fetched and is the same.
            case unchanged
            /// The list could not be fetched: the cloud cannot be reached, refuses, or did not answer in time.
            case failed
        }

        package var result: Outcome?
        /// The reason for the failure, as a sentence.
        package var reason: String?

        package init(result: Outcome? = nil, reason: String? = nil) {
            self.result = result
            self.reason = reason
        }
    }

    /// The longest time to wait, in seconds, within ``waitRange``; `nil` for a reply at once.
    package var wait: Double?
    /// The id of the push that the app is handling: everything that changed in the cloud since it came counts as
    /// changed.
    package var push: String?

    package init(wait: Double? = nil, push: String? = nil) {
        self.wait = wait
        self.push = push
    }
}

/// Host to app: the person's inbox of the app changed, through this app or otherwise.
///
/// Sent after the commit; changes that wait to be sent are merged.
package struct MessagesChangedNotification: RPCNotification {
    package static let method = "messages/changed"

    /// The number of unread messages.
    package var unread: Int

    package init(unread: Int) { self.unread = unread }
}
