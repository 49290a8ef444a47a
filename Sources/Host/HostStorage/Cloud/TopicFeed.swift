import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport
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

/// The tables of topic messages and of muted topics.
///
/// A message is kept until its publisher deletes it, the person leaves the topic, or newer messages exceed a limit.
extension TransactionContext {
    func apply(_ change: TopicFeedChange) throws {
        switch change {
        case .add(let message): try addToFeed(message)
        case .remove(let topic, let sequence):
            try run(
                "DELETE FROM topicMessage WHERE topic = ? AND sequence = ?",
                [topic, sequence],
                recording: .topicMessages(topic)
            )
        }
    }

    private func addToFeed(_ message: TopicMessage) throws {
        let text = try StoredJSON.text(message, of: "A message of the topic \(message.topic)")
        guard text.utf8.count <= TopicFeedLimits.messageBytes else { return }
        try run("DELETE FROM topicMessage WHERE topic = ? AND sequence = ?", [message.topic, message.sequence])
        try run(
            "INSERT INTO topicMessage (topic, sequence, sent, message) VALUES (?, ?, ?, ?)",
            [message.topic, message.sequence, message.sent, text]
        )
        let topicLimit = TopicFeedLimits.messagesOfTopic
        try deleteOldest(from: "topicMessage", where: "topic = ?", [message.topic], beyond: topicLimit)
        try deleteOldest(from: "topicMessage", beyond: TopicFeedLimits.messages)
        record(.topicMessages(message.topic))
    }

    /// Deletes the messages and the muting of a topic that the person has left.
    func forgetFeed(_ topic: String) throws {
        try run("DELETE FROM mutedTopic WHERE name = ?", [topic])
        try run("DELETE FROM topicMessage WHERE topic = ?", [topic], recording: .topicMessages(topic))
    }

    /// Deletes the messages of all topics.
    func forgetFeed() throws {
        try run("DELETE FROM mutedTopic")
        try run("DELETE FROM topicMessage")
    }

    func setMuted(_ topic: String, _ isMuted: Bool) throws -> OperationOutcome {
        guard try exists("SELECT 1 FROM topic WHERE name = ?", [topic]) else {
            throw StoreError(.notFound, .noSuchSubscription(String(topic.prefix(64))))
        }
        let count =
            isMuted
            ? try run("INSERT INTO mutedTopic (name) VALUES (?) ON CONFLICT (name) DO NOTHING", [topic])
            : try run("DELETE FROM mutedTopic WHERE name = ?", [topic])
        return count > 0 ? record(.topics) : .unchanged
    }

    func isMuted(_ topic: String) throws -> Bool {
        try exists("SELECT 1 FROM mutedTopic WHERE name = ?", [topic])
    }
}

extension DurableReader {
    /// Reads the topics to which the person is subscribed, sorted by name.
    package func topicSubscriptions() throws -> [SubscribedTopic] {
        try all(
            """
            SELECT name, EXISTS (SELECT 1 FROM mutedTopic WHERE mutedTopic.name = topic.name),
                (SELECT sent FROM topicMessage WHERE topicMessage.topic = topic.name ORDER BY number DESC LIMIT 1)
            FROM topic ORDER BY name
            """
        ).map { row in
            SubscribedTopic(name: row[0], isMuted: row[1], newest: row.date(2))
        }
    }

    /// Reads at most ``TopicFeedLimits/page`` messages of a topic before one of them, newest first; a damaged one is
    /// skipped and logged.
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
