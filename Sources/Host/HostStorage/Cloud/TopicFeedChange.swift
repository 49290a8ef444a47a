import FoundationEssentials
package import HostModel
import TodayProtocol

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
