import DeviceSync
import Host
import HostModel
import HostStorage
import TodayProtocol

extension StubHost {
    package func topicEvents() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        with { state in
            state.lastStream += 1
            let number = state.lastStream
            state.topicStreams[number] = continuation
            continuation.onTermination = { [weak self] _ in self?.with { $0.topicStreams[number] = nil } }
            continuation.yield()
        }
        return stream
    }

    /// Changes the messages and topics, and tells every page.
    package func changeTopics(_ body: (inout StubMessages) -> Void) {
        with { state in
            body(&state.messages)
            for stream in state.topicStreams.values { stream.yield() }
        }
    }

    func answerTopicRequests() {
        answer(GetTopicSubscriptionsRequest.self) { _, state in
            TopicSubscriptions(topics: state.messages.subscriptions, hasCloud: state.messages.status.url != nil)
        }
        answer(SetTopicMutedRequest.self) { request, state in
            if let failure = state.messages.topicFailure { throw failure }
            if request.isMuted {
                state.messages.mutedTopics.insert(request.name)
            } else {
                state.messages.mutedTopics.remove(request.name)
            }
        }
        answer(GetTopicFeedRequest.self) { request, state in
            let subscription = state.messages.subscriptions.first { $0.name == request.topic }
            let all = state.messages.feeds[request.topic, default: []].filter { $0.number < request.before ?? .max }
            let page = Array(all.prefix(request.limit))
            return TopicFeed(
                subscription: try subscription.orNotFound("There is no subscription to the topic \(request.topic)."),
                messages: page,
                next: page.count < all.count ? page.last?.number : nil,
                address: state.messages.status.url.map { "\($0)/\(request.topic)" }
            )
        }
        answer(PerformTopicActionRequest.self) { _, state in
            if let failure = state.messages.topicFailure { throw failure }
        }
        answer(GetTopicPictureRequest.self) { request, state in
            try state.messages.topicPictures[request.number].orNotFound("There is no such picture.")
        }
    }
}

extension StubMessages {
    fileprivate var subscriptions: [SubscribedTopic] {
        topics.sorted().map { topic in
            SubscribedTopic(
                name: topic,
                isMuted: mutedTopics.contains(topic),
                newest: feeds[topic]?.first?.message.sent
            )
        }
    }
}
