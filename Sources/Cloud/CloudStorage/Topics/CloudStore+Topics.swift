package import FoundationEssentials
import GRDB
import SQLiteSupport

extension CloudStore {
    /// How many topics have messages at a time.
    package static let topicLimit = 15_000
    /// How many messages of one topic are kept and wait together; of more that are kept the oldest are dropped.
    package static let topicMessageLimit = 10_000

    /// Publishes a message: keeps it, tells who reads the topic now, and appends it to the logs of subscribers' devices.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - isKept: Whether those may get it too who come later.
    ///   - replacesScheduled: Whether messages with the same sequence id that wait for their time are dropped.
    ///   - notice: What devices are told.
    ///   - rights: What everybody may do with topics that no rule is about.
    /// - Throws: ``CloudStoreError`` with code `conflict` if there are ``topicLimit`` other topics.
    package func publish(
        _ message: TopicMessageRecord,
        isKept: Bool,
        replacesScheduled: Bool,
        notice: EventContent,
        rights: TopicRights
    ) async throws(CloudStoreError) {
        try await write { context in
            if replacesScheduled { try context.dropScheduled(message.sequenceID, of: message.topic) }
            try context.publish(message, isKept: isKept, notice: notice, rights: rights)
        }
    }

    /// Keeps a message until its time comes; one with the same sequence id that waits is dropped.
    ///
    /// - Throws: ``CloudStoreError`` with code `conflict` if there are ``topicLimit`` other topics, or
    ///   ``topicMessageLimit`` messages of this one.
    package func schedule(_ message: TopicMessageRecord) async throws(CloudStoreError) {
        try await write { context in
            try context.dropScheduled(message.sequenceID, of: message.topic)
            let count = try context.count(1, of: message.topic)
            guard count <= Self.topicMessageLimit else {
                throw CloudStoreError(.conflict, "\(Self.topicMessageLimit) messages of this topic are kept already.")
            }
            try context.database.run(
                "INSERT INTO topicScheduled (id, topic, sequenceID, time, expires, body) VALUES (?, ?, ?, ?, ?, ?)",
                message.arguments
            )
        }
    }

    /// The oldest messages whose time has come.
    package func dueTopicMessages(at date: Date, limit: Int) async throws(CloudStoreError) -> [TopicMessageRecord] {
        try await read { database in
            try database.rows(
                "SELECT * FROM topicScheduled WHERE time <= ? ORDER BY time, number LIMIT ?",
                [date.storedMilliseconds, limit]
            ).map(TopicMessageRecord.init)
        }
    }

    /// Publishes a page of messages whose time has come, in their order; those that wait no more are passed over.
    ///
    /// - Parameters:
    ///   - messages: The messages, each with what devices are told of it.
    ///   - rights: What is allowed where no rule fits.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func publishScheduled(
        _ messages: [(message: TopicMessageRecord, notice: EventContent)],
        rights: TopicRights
    ) async throws(CloudStoreError) {
        try await write { context in
            for (message, notice) in messages {
                guard try context.database.run("DELETE FROM topicScheduled WHERE id = ?", [message.id]) > 0 else {
                    continue
                }
                _ = try context.count(-1, of: message.topic)
                try context.publish(message, isKept: true, notice: notice, rights: rights)
            }
        }
    }

    /// When the next message's time comes or the next kept one is too old, if any.
    package func nextTopicDate() async throws(CloudStoreError) -> Date? {
        try await read { database in
            try database.row(
                """
                SELECT MIN(date) AS date FROM (
                SELECT MIN(time) AS date FROM topicScheduled
                UNION ALL SELECT MIN(expires) FROM topicMessage
                UNION ALL SELECT MIN(expires) FROM topicFile)
                """
            )?.optionalDate("date")
        }
    }

    /// Removes a page of messages that are too old.
    ///
    /// - Returns: Whether there may be more.
    package func expireTopicMessages() async throws(CloudStoreError) -> Bool {
        try await write { context in
            let removed = try context.database.rows(
                """
                DELETE FROM topicMessage WHERE number IN
                (SELECT number FROM topicMessage WHERE expires <= ? ORDER BY expires LIMIT ?) RETURNING topic
                """,
                [context.now.storedMilliseconds, Self.pageLimit]
            )
            var counts: [String: Int] = [:]
            for row in removed { counts[row["topic"], default: 0] -= 1 }
            for (topic, count) in counts { _ = try context.count(count, of: topic) }
            return removed.count >= Self.pageLimit
        }
    }
}
