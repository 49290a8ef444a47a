package import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport
package import TodayProtocol

/// A message of a topic with its effects.
package struct ReceivedTopicMessage: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Shows a checked notification in place of one with the same identifier.
        case show(NotificationRequest, actions: [NotificationAction])
        case withdraw(identifier: String)
    }

    /// The built-in app to which the notification belongs.
    package var app: AppID
    package var id: String
    package var sent: Date
    package var kind: Kind
    /// The change in the topic's feed; `nil` if the feed stays as it is.
    package var feed: TopicFeedChange?
    package var sequence: Int64
    /// Name of the cloud's database to which the number belongs.
    package var epoch: String

    package init(
        app: AppID,
        id: String,
        sent: Date,
        kind: Kind,
        feed: TopicFeedChange? = nil,
        sequence: Int64,
        epoch: String
    ) {
        self.app = app
        self.id = id
        self.sent = sent
        self.kind = kind
        self.feed = feed
        self.sequence = sequence
        self.epoch = epoch
    }
}

/// The tables of the topics to which the person is subscribed, and of recent changes.
///
/// A change of the person is recorded until a list that was requested later is applied: an older list must not undo it.
extension TransactionContext {
    private static let topicNameBytes = 64

    private static func isTopic(_ name: String) -> Bool {
        name.isPlain(besides: "-_") && (1...topicNameBytes).contains(name.utf8.count)
    }

    func setTopics(_ names: [String], asOf: Revision?) throws -> OperationOutcome {
        let moment = asOf ?? revision
        let old = Set(try reader.topics())
        let mine = Set(try all("SELECT name FROM topicChange WHERE revision > ?", [moment]).map { $0[0] as String })
        try run("DELETE FROM topicChange WHERE revision <= ?", [moment])
        let wanted = Set(names).subtracting(mine).union(old.intersection(mine))
        let new = Set(wanted.filter(Self.isTopic).sorted().prefix(TopicLimits.subscriptions))
        if new.count < wanted.count {
            logLimit("The cloud names \(wanted.count) topics")
        }
        guard old != new else { return .unchanged }
        for name in old.subtracting(new) { _ = try deleteTopic(name) }
        for name in new.subtracting(old) { try run("INSERT INTO topic (name) VALUES (?)", [name]) }
        return record(.topics)
    }

    func addTopic(_ name: String) throws -> OperationOutcome {
        guard Self.isTopic(name) else {
            throw StoreError(
                .invalid,
                "\"\(name.prefix(80))\" is no topic; a topic has 1 to \(Self.topicNameBytes) letters, digits, - and _."
            )
        }
        try recordChange(of: name)
        let all = try reader.topics()
        guard !all.contains(name) else { return .unchanged }
        guard all.count < TopicLimits.subscriptions else {
            logLimit("The topic \(name) is one more")
            return .unchanged
        }
        try run("INSERT INTO topic (name) VALUES (?)", [name])
        return .changed
    }

    func removeTopic(_ name: String) throws -> OperationOutcome {
        guard Self.isTopic(name) else { return .unchanged }
        try recordChange(of: name)
        return try deleteTopic(name) ? .changed : .unchanged
    }

    private func deleteTopic(_ name: String) throws -> Bool {
        try run("DELETE FROM mutedTopic WHERE name = ?", [name])
        try run("DELETE FROM topicMessage WHERE topic = ?", [name], recording: .topicMessages(name))
        return try run("DELETE FROM topic WHERE name = ?", [name]) > 0
    }

    func receive(_ message: ReceivedTopicMessage) throws -> OperationOutcome {
        let outcome = try advanceCursor(to: message.sequence, of: message.epoch)
        guard try isNewPush(message.id, of: message.app) else { return outcome }
        if let change = message.feed { try apply(change) }
        if case .show(let request, _) = message.kind {
            let subject = TraceTable.Subject(request, of: message.app)
            try traceArrival(sent: message.sent, to: subject)
        }
        switch message.kind {
        case .show(let request, _) where try isMuted(message):
            try trace(.withheld(.muted), to: TraceTable.Subject(request, of: message.app))
        case .show(let request, _) where try isAnswered(request, of: message.app):
            // It was answered on another device before it arrived, and so was the notification that it replaces.
            try trace(.withheld(.answered), to: TraceTable.Subject(request, of: message.app))
            _ = try removePending([request.identifier], of: message.app)
            _ = try withdraw([request.identifier], of: message.app)
        case .show(let request, let actions):
            try show(request, actions, of: message.app, sent: message.sent)
        case .withdraw(let identifier):
            _ = try removePending([identifier], of: message.app)
            let hop = TraceHop.withdrawn(by: .sender)
            _ = try withdraw([identifier], of: message.app, because: hop)
        }
        return .changed
    }

    private func isMuted(_ message: ReceivedTopicMessage) throws -> Bool {
        guard case .add(let added)? = message.feed else { return false }
        return try isMuted(added.topic)
    }

    private func isAnswered(_ request: NotificationRequest, of app: AppID) throws -> Bool {
        guard case .string(let id)? = request.content.userInfo?["id"] else { return false }
        return try isAnswered(id, of: app)
    }

    private func recordChange(of name: String) throws {
        try run(
            """
            INSERT INTO topicChange (name, revision) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET revision = excluded.revision
            """,
            [name, revision]
        )
        try run(
            """
            DELETE FROM topicChange WHERE name IN (
                SELECT name FROM topicChange ORDER BY revision DESC LIMIT -1 OFFSET ?)
            """,
            [TopicLimits.subscriptions]
        )
        // A change must be reported even if the topics stay the same, because lists are compared with its revision.
        record(.topics)
    }

    private func logLimit(_ what: String) {
        let error = StoreError(
            .limitExceeded,
            """
            \(what); \(TopicLimits.subscriptions) with plain names are kept here. Leave some with: \
            today topics remove NAME
            """
        )
        logOnce(error, "Not every topic is kept")
    }
}

/// The change that a topic message makes in the feed of its topic.
package enum TopicFeedChange: Hashable, Sendable {
    /// Adds a message as the newest, in place of one of the same sequence.
    case add(TopicMessage)
    case remove(topic: String, sequence: String)
}

package enum TopicFeedLimits {
    /// The largest number of messages of one topic; the oldest are deleted.
    package static let messagesOfTopic = 500
    package static let messages = 5_000
    /// The largest size of a message as JSON, in bytes; a larger one is only shown as a notification.
    package static let messageBytes = 32 * 1024
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

    func setMuted(_ topic: String, _ isMuted: Bool) throws -> OperationOutcome {
        guard try exists("SELECT 1 FROM topic WHERE name = ?", [topic]) else {
            throw StoreError(.notFound, .noSuchSubscription(String(topic.prefix(64))))
        }
        let statement =
            isMuted
            ? "INSERT INTO mutedTopic (name) VALUES (?) ON CONFLICT (name) DO NOTHING"
            : "DELETE FROM mutedTopic WHERE name = ?"
        return try run(statement, [topic], recording: .topics)
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

    /// Reads messages of a topic before one of them, newest first; a damaged one is skipped and logged.
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
