package import Host
package import TodayProtocol

/// The body of `POST /api/messages/find`.
package struct FindMessagesRequest: Codable, Hashable, Sendable {
    /// The messages, at most ``SetMessagesReadRequest/limit``.
    package var ids: [MessageID]
    /// Whose inbox they are in; any if there is none.
    package var app: AppID?

    /// Makes an order.
    package init(ids: [MessageID], app: AppID?) {
        self.ids = ids
        self.app = app
    }
}

/// The answer of `POST /api/messages/find`.
package struct MessageReferenceList: Codable, Hashable, Sendable {
    /// Where the messages are that there are.
    package var messages: [MessageReference]

    /// Makes a list.
    package init(messages: [MessageReference]) { self.messages = messages }
}

/// The body of `POST /api/messages/read`.
package struct SetMessagesReadRequest: Codable, Hashable, Sendable {
    /// How many messages one order may name.
    package static let limit = 1000

    /// The messages, at most ``limit``; those that are gone are passed over.
    package var messages: [MessageReference]
    /// Whether they are read from now on.
    package var isRead: Bool

    /// Makes an order.
    package init(messages: [MessageReference], isRead: Bool) {
        self.messages = messages
        self.isRead = isRead
    }
}

/// The body of `POST /api/messages/delete`.
package struct DeleteMessagesRequest: Codable, Hashable, Sendable {
    /// The messages, at most ``SetMessagesReadRequest/limit``; those that are gone are passed over.
    package var messages: [MessageReference]

    /// Makes an order.
    package init(messages: [MessageReference]) { self.messages = messages }
}

/// The body of `POST /api/cloud/link`.
package struct LinkCloudRequest: Codable, Sendable {
    /// The cloud's address.
    package var url: String
    /// The one-time token of the cloud's operator; a secret.
    package var token: String
    /// What the host calls itself there; the machine's name if left out.
    package var name: String?
    /// Whether the person accepts that others can read what is sent, over http to another machine.
    package var isInsecure: Bool

    /// Makes an order.
    package init(url: String, token: String, name: String?, isInsecure: Bool) {
        self.url = url
        self.token = token
        self.name = name
        self.isInsecure = isInsecure
    }
}

/// The answer of `GET /api/topics`.
package struct TopicList: Codable, Hashable, Sendable {
    /// The topics that the person's devices are subscribed to, by name.
    package var topics: [String]

    /// Makes a list.
    package init(topics: [String]) { self.topics = topics }
}
