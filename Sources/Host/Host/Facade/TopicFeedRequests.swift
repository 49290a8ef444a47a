import DeviceSync
import Fetching
import HostClock
import HostModel
package import HostStorage
import Notifications
import TodayProtocol

/// Asks for the topics that this host knows to be subscribed; it never waits for the cloud.
package struct GetTopicSubscriptionsRequest: HostRequest {
    package init() {}

    package func reply(from host: TodayHost) async throws -> TopicSubscriptions {
        TopicSubscriptions(
            topics: try await host.components.store.durable.read { try $0.topicSubscriptions() },
            hasCloud: host.components.messages.link.status.url != nil
        )
    }
}

/// The topics that the person is subscribed to.
package struct TopicSubscriptions: Hashable, Sendable {
    /// The topics, sorted by name.
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
    /// The topic.
    package var name: String
    /// `true` if its messages show no notifications from now on.
    package var isMuted: Bool

    package init(_ name: String, muted: Bool) {
        self.name = name
        isMuted = muted
    }

    package func reply(from host: TodayHost) async throws {
        try await host.components.store.durable.commit(.cloud(.setTopicMuted(name, isMuted)), origin: .person)
    }
}

/// Asks for a page of the messages of a topic, the newest first.
///
/// Fails with `notFound` if the person is not subscribed to the topic.
package struct GetTopicFeedRequest: HostRequest {
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

    package func reply(from host: TodayHost) async throws -> TopicFeed {
        let page = min(max(limit, 1), TopicFeedLimits.page - 1)
        let (subscription, entries) = try await host.components.store.durable.read { reader in
            (
                try reader.topicSubscriptions().first { $0.name == topic },
                // One more shows whether there is another page.
                try reader.topicMessages(of: topic, before: before, limit: page + 1)
            )
        }
        guard let subscription else {
            throw HostError(.notFound, .noSuchSubscription(String(topic.prefix(64))))
        }
        let status = host.components.messages.link.status
        let pictures = TopicPictures(cloud: status.url, now: host.components.clock.now)
        return TopicFeed(
            subscription: subscription,
            messages: entries.prefix(page).map { ShownTopicMessage($0, pictures: pictures) },
            next: entries.count > page ? entries[page - 1].number : nil,
            address: status.url.map { "\($0)/\(topic)" }
        )
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

    package func reply(from host: TodayHost) async throws {
        let entry = try await host.components.store.durable.read { try $0.topicMessage(number, of: topic) }
        guard let message = entry?.message,
            let action = TopicAction(action, in: ["actions": .dictionary(message.actions)])
        else { throw HostError(.notFound, .messageGone) }
        try await host.components.topicActions.perform(action, of: message)
    }
}

/// Asks for the picture that is attached to a message of a topic.
///
/// A file that the cloud of this host stores is fetched from there; any other picture is fetched like those of cards,
/// from public servers only and without credentials. Fails with `notFound` if there is no picture, or none that a
/// surface shows.
package struct GetTopicPictureRequest: HostRequest {
    /// The number of the message.
    package var number: Int64
    package var topic: String

    package init(of number: Int64, in topic: String) {
        self.number = number
        self.topic = topic
    }

    package func reply(from host: TodayHost) async throws -> ImageFile {
        let entry = try await host.components.store.durable.read { try $0.topicMessage(number, of: topic) }
        let pictures = TopicPictures(cloud: host.components.messages.link.status.url, now: host.components.clock.now)
        guard let file = entry?.message.attachment, pictures.picture(in: file) != nil else {
            throw HostError(.notFound, .pictureGone)
        }
        var proxy = host.components.images
        if let server = pictures.server(storing: file) {
            let policy = FetchPolicy(appName: TopicsApp.title, declaredHosts: [], allowedHosts: [server])
            proxy = ImageProxy(fetcher: host.components.fetcher, policy: policy)
        }
        do throws(FetchFailure) {
            let image = try await proxy.image(at: file.url)
            return ImageFile(mediaType: image.format.mediaType, bytes: image.bytes)
        } catch {
            throw HostError(error.code == .notAllowed ? .invalid : .notFound, error.text, cause: error)
        }
    }
}
