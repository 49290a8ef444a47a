import SQLStore
import SQLiteSupport

extension CloudStore {
    package static let topicSubscriptionLimit = TopicLimits.subscriptions

    /// Returns the topics that a person subscribes to, in alphabetical order.
    package func topics(of person: String) async throws(CloudStoreError) -> [String] {
        try await values(
            """
            SELECT topic FROM topicSubscription JOIN person ON person.number = topicSubscription.personNumber
            WHERE person.name = ? ORDER BY topic
            """,
            [person]
        )
    }

    /// Subscribes a person, all of whose devices receive the topic's messages from now on; returns `false` if the
    /// person does not exist, and throws `conflict` at ``topicSubscriptionLimit`` other subscriptions.
    package func subscribe(_ person: String, to topic: String) async throws(CloudStoreError) -> Bool {
        try await write { context in
            let number: Int64? = try context.value("SELECT number FROM person WHERE name = ?", [person])
            guard let number else { return false }
            let others = try context.count("topicSubscription WHERE personNumber = ? AND topic <> ?", [number, topic])
            guard others < Self.topicSubscriptionLimit else {
                throw CloudStoreError(
                    .conflict,
                    """
                    A person subscribes to at most \(Self.topicSubscriptionLimit) topics; leave one first with: \
                    today topics remove NAME
                    """
                )
            }
            try context.run(
                "INSERT INTO topicSubscription (topic, personNumber) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [topic, number]
            )
            return true
        }
    }

    /// Ends a person's subscription to a topic; returns `true` if it existed.
    package func unsubscribe(_ person: String, from topic: String) async throws(CloudStoreError) -> Bool {
        try await run(
            "DELETE FROM topicSubscription WHERE topic = ? AND personNumber IN (SELECT number FROM person WHERE name = ?)",
            [topic, person]
        ) > 0
    }
}
