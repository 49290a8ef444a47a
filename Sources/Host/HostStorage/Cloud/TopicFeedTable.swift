import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport
import TodayProtocol

/// The tables of topic messages and of muted topics.
///
/// A message is kept until its publisher deletes it, the person leaves the topic, or newer messages exceed a limit.
enum TopicFeedTable {
    static func apply(_ change: TopicFeedChange, in context: TransactionContext) throws {
        switch change {
        case .add(let message): try add(message, in: context)
        case .remove(let topic, let sequence):
            let count = try context.run(
                "DELETE FROM topicMessage WHERE topic = ? AND sequence = ?",
                [topic, sequence]
            )
            if count > 0 { _ = context.record(.topicMessages(topic)) }
        }
    }

    private static func add(_ message: TopicMessage, in context: TransactionContext) throws {
        let text = try StoredJSON.text(message, of: "A message of the topic \(message.topic)")
        guard text.utf8.count <= TopicFeedLimits.messageBytes else { return }
        try context.run(
            "DELETE FROM topicMessage WHERE topic = ? AND sequence = ?",
            [message.topic, message.sequence]
        )
        try context.run(
            "INSERT INTO topicMessage (topic, sequence, sent, message) VALUES (?, ?, ?, ?)",
            [message.topic, message.sequence, message.sent.storedMilliseconds, text]
        )
        try context.run(
            """
            DELETE FROM topicMessage WHERE topic = ?1 AND number <= (
                SELECT number FROM topicMessage WHERE topic = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
            """,
            [message.topic, TopicFeedLimits.messagesOfTopic]
        )
        try context.run(
            """
            DELETE FROM topicMessage WHERE number <= (
                SELECT number FROM topicMessage ORDER BY number DESC LIMIT 1 OFFSET ?)
            """,
            [TopicFeedLimits.messages]
        )
        _ = context.record(.topicMessages(message.topic))
    }

    /// Deletes the messages and the muting of a topic that the person has left.
    static func forget(_ topic: String, in context: TransactionContext) throws {
        try context.run("DELETE FROM mutedTopic WHERE name = ?", [topic])
        if try context.run("DELETE FROM topicMessage WHERE topic = ?", [topic]) > 0 {
            _ = context.record(.topicMessages(topic))
        }
    }

    /// Deletes the messages of all topics.
    static func forget(in context: TransactionContext) throws {
        try context.run("DELETE FROM mutedTopic")
        try context.run("DELETE FROM topicMessage")
    }

    static func setMuted(
        _ topic: String,
        _ isMuted: Bool,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        guard try context.database.row("SELECT 1 FROM topic WHERE name = ?", [topic]) != nil else {
            throw StoreError(.notFound, .noSuchSubscription(String(topic.prefix(64))))
        }
        let count =
            isMuted
            ? try context.run("INSERT INTO mutedTopic (name) VALUES (?) ON CONFLICT (name) DO NOTHING", [topic])
            : try context.run("DELETE FROM mutedTopic WHERE name = ?", [topic])
        return count > 0 ? context.record(.topics) : .unchanged
    }

    static func isMuted(_ topic: String, in context: TransactionContext) throws -> Bool {
        try context.database.row("SELECT 1 FROM mutedTopic WHERE name = ?", [topic]) != nil
    }
}

extension DurableReader {
    /// Reads the topics to which the person is subscribed, sorted by name.
    package func topicSubscriptions() throws -> [SubscribedTopic] {
        try database.rows(
            """
            SELECT name, EXISTS (SELECT 1 FROM mutedTopic WHERE mutedTopic.name = topic.name),
                (SELECT sent FROM topicMessage WHERE topicMessage.topic = topic.name ORDER BY number DESC LIMIT 1)
            FROM topic ORDER BY name
            """
        ).map { row in
            let newest: Int64? = row[2]
            return SubscribedTopic(
                name: row[0],
                isMuted: row[1],
                newest: newest.map { Date(storedMilliseconds: $0) }
            )
        }
    }

    /// Reads messages of a topic, newest first; a damaged one is skipped and logged.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - before: The number of the last message of the previous page; `nil` for the newest messages.
    ///   - limit: The largest number of messages; at most ``TopicFeedLimits/page``.
    /// - Returns: The messages.
    /// - Throws: The error of the database.
    package func topicMessages(of topic: String, before: Int64? = nil, limit: Int) throws -> [TopicFeedEntry] {
        try readableRows(
            """
            SELECT number, message, topic FROM topicMessage
            WHERE topic = ? AND number < ? ORDER BY number DESC LIMIT ?
            """,
            [topic, before ?? .max, max(0, min(limit, TopicFeedLimits.page))],
            Self.topicFeedEntry
        )
    }

    /// Reads a message of a topic; `nil` if it no longer exists.
    package func topicMessage(_ number: Int64, of topic: String) throws -> TopicFeedEntry? {
        try readableRow(
            "SELECT number, message, topic FROM topicMessage WHERE topic = ? AND number = ?",
            [topic, number],
            Self.topicFeedEntry
        )
    }

    private static func topicFeedEntry(_ row: Row) throws(StoreError) -> TopicFeedEntry {
        let topic: String = row[2]
        return TopicFeedEntry(
            number: row[0],
            message: try StoredJSON.value(row[1], of: "a message of the topic \(topic)")
        )
    }
}
