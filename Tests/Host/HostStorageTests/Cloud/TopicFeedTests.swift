import FoundationEssentials
import HostModel
import HostStorage
import Testing
import TodayProtocol

/// What the feed of a topic keeps.
@Suite struct TopicFeedTests {
    private static let topics = AppID("org.today.Topics")

    /// A message as the cloud's event brings it, with its notification.
    private func received(
        _ number: Int64,
        _ text: String,
        of topic: String = "home",
        sequence: String? = nil
    ) -> CloudOperation {
        let sequence = sequence ?? "s\(number)"
        let message = TopicMessage(
            topic: topic,
            sequence: sequence,
            sent: Date(timeIntervalSince1970: Double(number)),
            text: text
        )
        let content = NotificationContent(title: .text(text))
        return .receiveTopicMessage(
            ReceivedTopicMessage(
                app: Self.topics,
                id: "message/\(topic)/m\(number)",
                sent: message.sent,
                kind: .show(NotificationRequest(identifier: "\(sequence)@\(topic)", content: content), actions: []),
                feed: .add(message),
                sequence: number,
                epoch: "e"
            )
        )
    }

    private func texts(_ store: DurableStore, _ topic: String = "home", before: Int64? = nil, limit: Int = 100)
        async throws -> [String]
    {
        try await store.read { try $0.topicMessages(of: topic, before: before, limit: limit).map(\.message.text) }
    }

    private func pending(_ store: DurableStore) async throws -> Int {
        try await store.read { try $0.pendingCount(of: Self.topics) }
    }

    @Test func messagesAreKeptNewestFirstAndReadInPages() async throws {
        try await withPromises { store in
            for number in 1...5 { try await store.apply(received(Int64(number), "\(number)")) }
            try await store.apply(received(6, "elsewhere", of: "other"))
            #expect(try await texts(store) == ["5", "4", "3", "2", "1"])
            let first = try await store.read { try $0.topicMessages(of: "home", limit: 2) }
            #expect(first.map(\.message.text) == ["5", "4"])
            #expect(try await texts(store, before: first.last?.number, limit: 2) == ["3", "2"])
        }
    }

    @Test func anUpdateReplacesTheMessageAndADeletionRemovesIt() async throws {
        try await withPromises { store in
            try await store.apply(received(1, "1 %", sequence: "job"))
            try await store.apply(received(2, "other"))
            try await store.apply(received(3, "2 %", sequence: "job"))
            #expect(try await texts(store) == ["2 %", "other"])
            // The same event again changes nothing.
            try await store.apply(received(3, "2 %", sequence: "job"))
            #expect(try await texts(store) == ["2 %", "other"])
            try await store.apply(
                .receiveTopicMessage(
                    ReceivedTopicMessage(
                        app: Self.topics,
                        id: "message_delete/home/m4",
                        sent: Date(timeIntervalSince1970: 4),
                        kind: .withdraw(identifier: "job@home"),
                        feed: .remove(topic: "home", sequence: "job"),
                        sequence: 4,
                        epoch: "e"
                    )
                )
            )
            #expect(try await texts(store) == ["other"])
        }
    }

    @Test func ofMoreThanTheLimitTheNewestStay() async throws {
        try await withPromises { store in
            let last = TopicFeedLimits.messagesOfTopic + 3
            for number in 1...last { try await store.apply(received(Int64(number), "\(number)")) }
            #expect(try await texts(store).first == "\(last)")
            let oldest = try await store.read { reader in
                var before: Int64?
                var oldest: String?
                while let page = try Optional(reader.topicMessages(of: "home", before: before, limit: 100)),
                    let end = page.last
                {
                    (before, oldest) = (end.number, end.message.text)
                }
                return oldest
            }
            #expect(oldest == "4")
        }
    }

    @Test func aMessageThatIsTooLargeIsNotKept() async throws {
        try await withPromises { store in
            try await store.apply(received(1, String(repeating: "x", count: TopicFeedLimits.messageBytes)))
            #expect(try await texts(store).isEmpty)
        }
    }

    @Test func leavingATopicDeletesItsFeed() async throws {
        try await withPromises { store in
            try await store.apply(.setTopics(["home", "other"]))
            try await store.apply(received(1, "1"))
            try await store.apply(received(2, "2", of: "other"))
            try await store.apply(.removeTopic("home"))
            #expect(try await texts(store).isEmpty)
            // On another device.
            try await store.apply(.setTopics([]))
            #expect(try await texts(store, "other").isEmpty)
        }
    }

    @Test func aMutedTopicHasAFeedButNoNotifications() async throws {
        try await withPromises { store in
            try await store.apply(.addTopic("home"))
            #expect(try await store.apply(.setTopicMuted("home", true)) == .changed)
            #expect(try await store.apply(.setTopicMuted("home", true)) == .unchanged)
            try await store.apply(received(1, "quiet"))
            #expect(try await texts(store) == ["quiet"])
            #expect(try await pending(store) == 0)
            let subscriptions = try await store.read { try $0.topicSubscriptions() }
            #expect(
                subscriptions
                    == [SubscribedTopic(name: "home", isMuted: true, newest: Date(timeIntervalSince1970: 1))]
            )
            try await store.apply(.setTopicMuted("home", false))
            try await store.apply(received(2, "loud"))
            #expect(try await pending(store) == 1)
        }
    }

    @Test func onlyASubscriptionCanBeMutedAndALaterOneIsNot() async throws {
        try await withPromises { store in
            #expect(await refusal { try await store.apply(.setTopicMuted("home", true)) } == .notFound)
            try await store.apply(.addTopic("home"))
            try await store.apply(.setTopicMuted("home", true))
            try await store.apply(.removeTopic("home"))
            try await store.apply(.addTopic("home"))
            #expect(try await store.read { try $0.topicSubscriptions().map(\.isMuted) } == [false])
        }
    }
}
