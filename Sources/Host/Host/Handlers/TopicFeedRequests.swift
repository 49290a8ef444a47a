import DeviceSync
import Fetching
import HostClock
import HostModel
import HostStorage
import TodayProtocol

extension GetTopicSubscriptionsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> TopicSubscriptions {
        TopicSubscriptions(
            topics: try await host.store.read { try $0.topicSubscriptions() },
            hasCloud: host.messages.link.status.url != nil
        )
    }
}

extension SetTopicMutedRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.store.commit(.cloud(.setTopicMuted(name, isMuted)), origin: .person)
    }
}

extension GetTopicFeedRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> TopicFeed {
        let page = min(max(limit, 1), TopicFeedLimits.page - 1)
        let (subscription, entries) = try await host.store.read { reader in
            (
                try reader.topicSubscriptions().first { $0.name == topic },
                // One more shows whether there is another page.
                try reader.topicMessages(of: topic, before: before, limit: page + 1)
            )
        }
        guard let subscription else {
            throw HostError(.notFound, .noSuchSubscription(String(topic.prefix(64))))
        }
        let status = host.messages.link.status
        let pictures = TopicPictures(cloud: status.url, now: host.clock.now)
        return TopicFeed(
            subscription: subscription,
            messages: entries.prefix(page).map { ShownTopicMessage($0, pictures: pictures) },
            next: entries.count > page ? entries[page - 1].number : nil,
            address: status.url.map { "\($0)/\(topic)" }
        )
    }
}

extension PerformTopicActionRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let entry = try await host.store.read { try $0.topicMessage(number, of: topic) }
        guard let message = entry?.message,
            let action = TopicAction(action, in: ["actions": .dictionary(message.actions)])
        else { throw HostError(.notFound, .messageGone) }
        try await host.topicActions.perform(action, of: message)
    }
}

extension GetTopicPictureRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> ImageFile {
        let entry = try await host.store.read { try $0.topicMessage(number, of: topic) }
        let pictures = TopicPictures(cloud: host.messages.link.status.url, now: host.clock.now)
        guard let file = entry?.message.attachment, pictures.picture(in: file) != nil else {
            throw HostError(.notFound, .pictureGone)
        }
        var proxy = host.services.images
        if let server = pictures.server(storing: file) {
            let policy = FetchPolicy(appName: TopicsApp.title, declaredHosts: [], allowedHosts: [server])
            proxy = ImageProxy(fetcher: host.services.fetcher, policy: policy)
        }
        let image = try await proxy.image(at: file.url)
        return ImageFile(mediaType: image.format.mediaType, bytes: image.bytes)
    }
}
