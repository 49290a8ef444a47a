import Foundation
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

/// A topic to which the person is subscribed.
package struct SubscribedTopic: Codable, Hashable, Sendable {
    package var name: String
    /// `true` if its messages show no notifications on this host.
    package var isMuted: Bool
    /// Time at which the newest message in its feed was sent; `nil` if the feed is empty.
    package var newest: Date?

    package init(name: String, isMuted: Bool = false, newest: Date? = nil) {
        self.name = name
        self.isMuted = isMuted
        self.newest = newest
    }
}

/// A page of the messages of a topic, newest first.
package struct TopicFeed: Hashable, Sendable {
    package var subscription: SubscribedTopic
    package var messages: [ShownTopicMessage]
    /// The number of the last message of the page; `nil` if it is the last page.
    package var next: Int64?
    /// The address that programs publish to; `nil` without a cloud.
    package var address: String?

    package init(
        subscription: SubscribedTopic,
        messages: [ShownTopicMessage],
        next: Int64? = nil,
        address: String? = nil
    ) {
        self.subscription = subscription
        self.messages = messages
        self.next = next
        self.address = address
    }
}

/// A message of a topic as surfaces show it.
package struct ShownTopicMessage: Hashable, Sendable {
    package enum Picture: Hashable, Sendable {
        /// The cloud of this host stores the picture, so that fetching it reveals nothing to others.
        case stored
        /// The picture is on another server, which learns that it is viewed.
        case remote(server: String)
    }

    package struct Action: Hashable, Sendable {
        package var identifier: String
        package var label: String
        /// The address that it opens; `nil` if the host sends a request.
        package var url: String?

        package init(identifier: String, label: String, url: String? = nil) {
            self.identifier = identifier
            self.label = label
            self.url = url
        }
    }

    /// The place in the feed.
    package var number: Int64
    package var message: TopicMessage
    /// The picture, if the attachment is one; `nil` for other files, and for those that are too large or expired.
    package var picture: Picture?
    /// `true` if the cloud has deleted the attachment.
    package var isFileExpired: Bool
    package var actions: [Action]

    package init(
        number: Int64,
        message: TopicMessage,
        picture: Picture? = nil,
        isFileExpired: Bool = false,
        actions: [Action] = []
    ) {
        self.number = number
        self.message = message
        self.picture = picture
        self.isFileExpired = isFileExpired
        self.actions = actions
    }
}

package struct TopicFeedEntry: Hashable, Sendable {
    /// Position in the feed: newer messages, and updates of older ones, have higher numbers.
    package var number: Int64
    package var message: TopicMessage

    package init(number: Int64, message: TopicMessage) {
        self.number = number
        self.message = message
    }
}
