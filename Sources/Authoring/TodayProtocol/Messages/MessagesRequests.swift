import JSONRPC

/// App to host: reads a page of the person's inbox of the app, the newest message first.
///
/// It reads what is on this device and never waits for the cloud. A page of large messages may end before its limit.
package struct MessagesListRequest: RPCRequest {
    package static let method = "messages/list"
    /// The allowed numbers of messages in a page.
    package static let limitRange = 1...100
    /// The largest length of a query in bytes.
    package static let queryLimit = 256

    package typealias Reply = MessageList

    /// The one message to read instead of a page; the reply has no message if it is unknown, deleted or expired.
    package var id: MessageID?
    /// The message after which the page begins; the page begins with the newest message if left out.
    package var after: MessageID?
    /// The number of messages to read, 1 to 100; 50 if left out.
    package var limit: Int?
    /// Words that must each occur in the title, the subtitle or the body, ignoring case; every message if left out or
    /// empty.
    package var query: String?

    package init(id: MessageID? = nil, after: MessageID? = nil, limit: Int? = nil, query: String? = nil) {
        self.id = id
        self.after = after
        self.limit = limit
        self.query = query
    }
}

/// A page of an app's inbox.
public struct MessageList: Codable, Hashable, Sendable {
    /// The messages, the newest first.
    public var messages: [Message]
    /// The id after which the next page begins, or `nil` if this page is the last.
    public var next: MessageID?
    /// The number of unread messages in the whole inbox, regardless of the query.
    public var unread: Int

    /// Creates a page.
    public init(messages: [Message], next: MessageID? = nil, unread: Int) {
        self.messages = messages
        self.next = next
        self.unread = unread
    }
}

/// App to host: marks messages as read or unread.
///
/// The change is on disk when the host replies, and sent to the cloud later. Unknown ids are ignored.
package struct MessagesReadRequest: RPCRequest {
    package static let method = "messages/read"
    /// The largest number of messages in one request.
    package static let idsLimit = 1_000

    /// The messages, at most 1,000.
    package var ids: [MessageID]
    /// `true` to mark them as read, `false` as unread.
    package var isRead: Bool
    package var transaction: Int?

    package init(ids: [MessageID], isRead: Bool, transaction: Int? = nil) {
        self.ids = ids
        self.isRead = isRead
        self.transaction = transaction
    }
}

/// App to host: deletes messages on all of the person's devices.
///
/// The change is on disk when the host replies, and sent to the cloud later. Unknown ids are ignored.
package struct MessagesDeleteRequest: RPCRequest {
    package static let method = "messages/delete"
    /// The allowed values of ``hold``.
    package static let holdRange = 1.0...600.0

    /// The messages, at most 1,000.
    package var ids: [MessageID]
    /// The number of seconds for which the messages are only hidden on this device, so that ``MessagesRestoreRequest``
    /// can restore them: 1 to 600; `nil` deletes them at once.
    ///
    /// They are deleted afterwards, even if the host was killed in the meantime.
    package var hold: Double?
    package var transaction: Int?

    package init(ids: [MessageID], hold: Double? = nil, transaction: Int? = nil) {
        self.ids = ids
        self.hold = hold
        self.transaction = transaction
    }
}

/// App to host: restores messages whose deletion is held; other ids are ignored.
package struct MessagesRestoreRequest: RPCRequest {
    package static let method = "messages/restore"

    /// The messages, at most 1,000.
    package var ids: [MessageID]
    package var transaction: Int?

    package init(ids: [MessageID], transaction: Int? = nil) {
        self.ids = ids
        self.transaction = transaction
    }
}

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
