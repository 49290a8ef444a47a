/// Asks for the topics that this host knows to be subscribed; it never waits for the cloud.
package struct GetTopicSubscriptionsRequest: HostRequest {
    package typealias Reply = TopicSubscriptions

    package init() {}
}

package struct TopicSubscriptions: Hashable, Sendable {
    package var topics: [SubscribedTopic]
    /// `true` if the host has joined a cloud, which it needs to subscribe to topics.
    package var hasCloud: Bool

    package init(topics: [SubscribedTopic], hasCloud: Bool) {
        self.topics = topics
        self.hasCloud = hasCloud
    }
}

/// Mutes a topic on this host, or unmutes it: its messages show no notifications, but its feed still gets them.
///
/// Fails with `notFound` if the person is not subscribed to it.
package struct SetTopicMutedRequest: HostRequest {
    package var name: String
    package var isMuted: Bool

    package init(_ name: String, muted: Bool) {
        self.name = name
        isMuted = muted
    }
}

/// Asks for a page of the messages of a topic, the newest first.
///
/// Fails with `notFound` if the person is not subscribed to the topic.
package struct GetTopicFeedRequest: HostRequest {
    package typealias Reply = TopicFeed

    package var topic: String
    /// The number of the last message of the previous page; `nil` for the newest messages.
    package var before: Int64?
    /// The largest number of messages on the page, less than ``HostStorage/TopicFeedLimits/page``.
    package var limit: Int

    package init(of topic: String, before: Int64? = nil, limit: Int) {
        self.topic = topic
        self.before = before
        self.limit = limit
    }
}

/// Performs an action of a topic's message that sends a request; actions that open an address are links.
///
/// Fails with `notFound` if the message or the action is gone, and with `invalid` and a sentence for the person if the
/// request was not sent, or the server did not answer with success.
package struct PerformTopicActionRequest: HostRequest {
    /// The action's identifier.
    package var action: String
    /// The number of the message.
    package var number: Int64
    package var topic: String

    package init(_ action: String, of number: Int64, in topic: String) {
        self.action = action
        self.number = number
        self.topic = topic
    }
}

/// Asks for the picture that is attached to a message of a topic.
///
/// A file that the cloud of this host stores is fetched from there; any other picture is fetched like those of cards,
/// from public servers only and without credentials. Fails with `notFound` if there is no picture, or none that a
/// surface shows.
package struct GetTopicPictureRequest: HostRequest {
    package typealias Reply = ImageFile

    package var number: Int64
    package var topic: String

    package init(of number: Int64, in topic: String) {
        self.number = number
        self.topic = topic
    }
}
