import JSON
package import TodayProtocol

/// Asks for a page of the messages on this device, the newest first; it never waits for the cloud.
///
/// Fails with `invalid` for a limit out of range, and with `notFound` if the message that ``after`` names is gone.
package struct ListMessagesRequest: HostRequest, RoutedRequest {
    package typealias Reply = MessagePage

    package static let routes = [
        Route(.get, "messages", defaults: ["limit": 50], ranges: ["limit": MessagePage.limitRange])
    ]

    /// The app whose inbox is read; `nil` for all.
    package var app: AppID?
    /// The message after which the page begins; `nil` to begin with the newest.
    package var after: MessageID?
    /// The largest number of messages on the page, 1 to 1,000; a page of large messages has fewer.
    package var limit: Int
    /// Words that each occur in the title, the second line or the text of the body; `nil` for every message.
    package var text: String?

    private enum CodingKeys: String, CodingKey { case app, after, limit, text = "query" }

    package init(of app: AppID? = nil, after: MessageID? = nil, limit: Int = 50, matching text: String? = nil) {
        self.app = app
        self.after = after
        self.limit = limit
        self.text = text
    }

    package func validate() throws(HostError) { try MessageID.validate(after.map { [$0] } ?? []) }
}

/// Asks for one message; the reply is `nil` if it is unknown, deleted or expired.
package struct GetMessageRequest: HostRequest, RoutedRequest {
    package typealias Reply = ShownMessage?

    package static let routes = [Route(.get, "messages/:app/:id")]
    package static let replyCoding = ReplyCoding<Reply>.optional(.messageGone)

    package var id: MessageID
    package var app: AppID

    package init(_ id: MessageID, of app: AppID) {
        self.id = id
        self.app = app
    }

    package func validate() throws(HostError) { try MessageID.validate([id]) }
}

/// Asks for the body of a message.
///
/// A body that was deleted to save space is fetched again because of this request. Fails with `notFound` if the message
/// is gone, or its body is not on this device yet.
package struct GetMessageBodyRequest: HostRequest, RoutedRequest {
    package typealias Reply = SanitizedMessageBody

    package static let routes = [Route(.get, "messages/:app/:id/body")]

    package var id: MessageID
    package var app: AppID

    package init(_ id: MessageID, of app: AppID) {
        self.id = id
        self.app = app
    }

    package func validate() throws(HostError) { try MessageID.validate([id]) }
}

/// Asks for a picture that the body of a message shows; fails with `notFound` if it is not on this device.
package struct GetMessageImageRequest: HostRequest, RoutedRequest {
    package typealias Reply = ImageFile

    package static let routes = [Route(.get, "messages/:app/:id/images/:name")]

    /// The name that follows `images/` in the body.
    package var name: String
    package var id: MessageID
    package var app: AppID

    package init(_ name: String, of id: MessageID, of app: AppID) {
        self.name = name
        self.id = id
        self.app = app
    }

    package func validate() throws(HostError) { try MessageID.validate([id]) }
}

/// Finds messages by their ids or prefixes of these; the reply has those that exist, each once, in the order of the
/// ids; fails with `invalid` if a prefix is ambiguous.
package struct FindMessagesRequest: HostRequest, RoutedRequest {
    package typealias Reply = [MessageReference]

    package static let routes = [Route(.post, "messages/find")]
    package static let replyCoding = ReplyCoding<Reply>.member("messages")

    /// The messages, at most ``SetMessagesReadRequest/limit``.
    package var ids: [MessageID]
    /// The app whose inbox is searched; `nil` for that of the first app that has such a message.
    package var app: AppID?

    package init(_ ids: [MessageID], of app: AppID? = nil) {
        self.ids = ids
        self.app = app
    }

    package func validate() throws(HostError) { try MessageID.validate(ids) }
}

/// Marks messages as read or unread, at once here and later on the person's other devices.
///
/// Either all are marked or, if that fails, none. Messages that are gone are skipped.
package struct SetMessagesReadRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.post, "messages/read")]

    /// The largest number of messages in one request.
    package static let limit = 1000

    /// The messages, at most ``limit``.
    package var messages: [MessageReference]
    package var isRead: Bool

    package init(_ isRead: Bool, _ messages: [MessageReference]) {
        self.messages = messages
        self.isRead = isRead
    }

    package func validate() throws(HostError) { try MessageID.validate(messages.map(\.id)) }
}

/// Deletes messages, at once here and later on the person's other devices.
///
/// Either all are deleted or, if that fails, none. Messages that are gone are skipped.
package struct DeleteMessagesRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.post, "messages/delete")]

    /// The messages, at most ``SetMessagesReadRequest/limit``.
    package var messages: [MessageReference]
    /// The time in which ``RestoreMessagesRequest`` can restore them, 1 to 600 seconds, while they are only hidden
    /// here; `nil` deletes them at once.
    package var hold: Double?

    package init(_ messages: [MessageReference], hold: Double? = nil) {
        self.messages = messages
        self.hold = hold
    }

    package func validate() throws(HostError) { try MessageID.validate(messages.map(\.id)) }
}

/// Restores messages, all or none; fails with `notFound` unless the deletion of each is held, and with `invalid` if a
/// prefix is ambiguous.
package struct RestoreMessagesRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.post, "messages/restore")]

    /// The messages' ids or prefixes of these, at most ``SetMessagesReadRequest/limit``.
    package var ids: [MessageID]
    /// The app whose inbox they are in; `nil` for that of the first app that has such a message.
    package var app: AppID?

    package init(_ ids: [MessageID], of app: AppID? = nil) {
        self.ids = ids
        self.app = app
    }

    package func validate() throws(HostError) { try MessageID.validate(ids) }
}

/// Fetches the inboxes from the cloud, within 30 seconds; fails with `cloudUnavailable` if it cannot be reached.
package struct RefreshMessagesRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.post, "messages/refresh", body: .empty)]

    package init() {}
}

/// Sends a message through the cloud inside the host, with the keys of an app; on return it is on the cloud's disk.
///
/// Fails with `notFound` if no cloud runs inside the host, or there is no such app; with `invalid` if the app accepts
/// no messages, or the cloud refuses this one; with `cloudUnavailable` if the cloud does not answer.
package struct SendMessageRequest: HostRequest {
    package typealias Reply = SentMessage

    package var message: OutgoingMessage
    /// The app whose inboxes get it; `nil` for the first one that accepts messages.
    package var app: AppID?

    package init(_ message: OutgoingMessage, to app: AppID? = nil) {
        self.message = message
        self.app = app
    }
}

extension MessageID {
    fileprivate static func validate(_ ids: [MessageID]) throws(HostError) {
        guard ids.count <= SetMessagesReadRequest.limit else {
            throw HostError(.invalid, "At most \(SetMessagesReadRequest.limit) messages may be named at a time.")
        }
        if let id = ids.first(where: { !$0.isWellFormed }) {
            throw HostError(.invalid, "“\(id.rawValue.prefix(64))” is no id of a message.")
        }
    }
}
