import GRDB
import SQLiteSupport

extension CloudStore {
    /// The largest number of topics that a person may subscribe to.
    package static let topicSubscriptionLimit = TopicLimits.subscriptions

    /// Returns the topics that a person subscribes to, in alphabetical order.
    package func topics(of person: String) async throws(CloudStoreError) -> [String] {
        try await read { database in
            try database.rows(
                """
                SELECT topic FROM topicSubscription JOIN person ON person.number = topicSubscription.personNumber
                WHERE person.name = ? ORDER BY topic
                """,
                [person]
            ).map { $0["topic"] }
        }
    }

    /// Subscribes a person to a topic: all their devices receive its messages from now on.
    ///
    /// Does nothing if the person is already subscribed.
    ///
    /// - Returns: `true` if the person exists.
    /// - Throws: ``CloudStoreError`` with code `conflict` if the person has ``topicSubscriptionLimit`` other
    ///   subscriptions.
    package func subscribe(_ person: String, to topic: String) async throws(CloudStoreError) -> Bool {
        try await write { context in
            let row = try context.database.row("SELECT number FROM person WHERE name = ?", [person])
            guard let number: Int64 = row?["number"] else { return false }
            let count = try context.database.row(
                "SELECT COUNT(*) AS count FROM topicSubscription WHERE personNumber = ? AND topic <> ?",
                [number, topic]
            )
            guard count?["count"] ?? 0 < Self.topicSubscriptionLimit else {
                throw CloudStoreError(
                    .conflict,
                    """
                    A person subscribes to at most \(Self.topicSubscriptionLimit) topics; leave one first with: \
                    today topics remove NAME
                    """
                )
            }
            try context.database.run(
                "INSERT INTO topicSubscription (topic, personNumber) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [topic, number]
            )
            return true
        }
    }

    /// Ends a person's subscription to a topic.
    ///
    /// - Returns: `true` if it existed.
    package func unsubscribe(_ person: String, from topic: String) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.database.run(
                """
                DELETE FROM topicSubscription WHERE topic = ?
                AND personNumber IN (SELECT number FROM person WHERE name = ?)
                """,
                [topic, person]
            ) > 0
        }
    }
}
