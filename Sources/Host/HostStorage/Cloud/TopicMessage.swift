package import FoundationEssentials
package import TodayProtocol

/// A message in the feed of its topic, whose texts may be by anyone who can publish to the topic.
package struct TopicMessage: Codable, Hashable, Sendable {
    /// A file that was sent with a message and is stored by the cloud or on another server.
    package struct Attachment: Codable, Hashable, Sendable {
        package var name: String
        /// The address, http or https.
        package var url: String
        /// The media type according to the cloud; `nil` if it names none.
        package var type: String?
        /// The size in bytes, if it is known.
        package var size: Int?
        /// Time at which the cloud deletes the file; `nil` if the file is on another server.
        package var expires: Date?

        package init(name: String, url: String, type: String? = nil, size: Int? = nil, expires: Date? = nil) {
            self.name = name
            self.url = url
            self.type = type
            self.size = size
            self.expires = expires
        }
    }

    package var topic: String
    /// The sequence of which it is the latest state; a feed has only one message of a sequence.
    package var sequence: String
    package var sent: Date
    package var title: String?
    package var text: String
    /// `true` if the text is Markdown.
    package var isMarkdown: Bool
    /// The priority, from 1 to 5; 3 is the default.
    package var priority: Int
    /// Emoji of the tags that have one.
    package var symbols: [String]
    /// The other tags.
    package var tags: [String]
    /// The address that the message opens, checked to be one that a surface or an app of this host can open.
    package var click: String?
    package var attachment: Attachment?
    /// The actions in the form of a notification's user info.
    package var actions: [String: PropertyValue]

    package init(
        topic: String,
        sequence: String,
        sent: Date,
        title: String? = nil,
        text: String = "",
        isMarkdown: Bool = false,
        priority: Int = 3,
        symbols: [String] = [],
        tags: [String] = [],
        click: String? = nil,
        attachment: Attachment? = nil,
        actions: [String: PropertyValue] = [:]
    ) {
        self.topic = topic
        self.sequence = sequence
        self.sent = sent
        self.title = title
        self.text = text
        self.isMarkdown = isMarkdown
        self.priority = priority
        self.symbols = symbols
        self.tags = tags
        self.click = click
        self.attachment = attachment
        self.actions = actions
    }
}

/// The change that a topic message makes in the feed of its topic.
package enum TopicFeedChange: Hashable, Sendable {
    /// Adds a message as the newest, in place of one of the same sequence.
    case add(TopicMessage)
    /// Removes the message of a sequence.
    case remove(topic: String, sequence: String)
}

package enum TopicFeedLimits {
    /// The largest number of messages of one topic; the oldest are deleted.
    package static let messagesOfTopic = 500
    /// The largest number of messages of all topics.
    package static let messages = 5_000
    /// The largest size of a message as JSON, in bytes; a larger one is only shown as a notification.
    package static let messageBytes = 32 * 1024
    /// The largest number of messages on a page.
    package static let page = 100
}
