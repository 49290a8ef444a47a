package import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
package import TodayProtocol

/// A message of a topic with its effects.
package struct ReceivedTopicMessage: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Shows a checked notification in place of one with the same identifier.
        case show(NotificationRequest, actions: [NotificationAction])
        /// Withdraws the notification with an identifier.
        case withdraw(identifier: String)
    }

    /// The built-in app to which the notification belongs.
    package var app: AppID
    /// The id of the message; a second message with the same id is a duplicate.
    package var id: String
    package var sent: Date
    package var kind: Kind
    /// The change in the topic's feed; `nil` if the feed stays as it is.
    package var feed: TopicFeedChange?
    /// The number of the event.
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
enum TopicTable {
    /// The largest size of a topic's name, in bytes.
    private static let nameBytes = 64

    static func set(
        _ names: [String],
        asOf: Revision?,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let moment = asOf ?? context.revision
        let old = Set(try context.reader.topics())
        let mine = try changed(since: moment, in: context)
        try context.run("DELETE FROM topicChange WHERE revision <= ?", [moment.number])
        let wanted = Set(names).subtracting(mine).union(old.intersection(mine))
        let new = Set(wanted.filter(isName).sorted().prefix(TopicLimits.subscriptions))
        if new.count < wanted.count {
            logLimit("The cloud names \(wanted.count) topics", in: context)
        }
        guard old != new else { return .unchanged }
        for name in old.subtracting(new) { _ = try delete(name, in: context) }
        for name in new.subtracting(old) { try context.run("INSERT INTO topic (name) VALUES (?)", [name]) }
        return context.record(.topics)
    }

    static func add(_ name: String, in context: TransactionContext) throws -> OperationOutcome {
        guard isName(name) else {
            throw StoreError(
                .invalid,
                "\"\(name.prefix(80))\" is no topic; a topic has 1 to \(nameBytes) letters, digits, - and _."
            )
        }
        try recordChange(of: name, in: context)
        let all = try context.reader.topics()
        guard !all.contains(name) else { return .unchanged }
        guard all.count < TopicLimits.subscriptions else {
            logLimit("The topic \(name) is one more", in: context)
            return .unchanged
        }
        try context.run("INSERT INTO topic (name) VALUES (?)", [name])
        return .changed
    }

    static func remove(_ name: String, in context: TransactionContext) throws -> OperationOutcome {
        guard isName(name) else { return .unchanged }
        try recordChange(of: name, in: context)
        return try delete(name, in: context) ? .changed : .unchanged
    }

    /// Deletes a topic with its feed; returns `true` if the person was subscribed to it.
    private static func delete(_ name: String, in context: TransactionContext) throws -> Bool {
        try TopicFeedTable.forget(name, in: context)
        return try context.run("DELETE FROM topic WHERE name = ?", [name]) > 0
    }

    /// Deletes all topics.
    static func forget(in context: TransactionContext) throws {
        try context.run("DELETE FROM topicChange")
        try TopicFeedTable.forget(in: context)
        if try context.run("DELETE FROM topic") > 0 { _ = context.record(.topics) }
    }

    static func receive(_ message: ReceivedTopicMessage, in context: TransactionContext) throws -> OperationOutcome {
        let outcome = try LinkTable.advanceCursor(to: message.sequence, of: message.epoch, in: context)
        guard try PushTable.isNew(message.id, of: message.app, in: context) else { return outcome }
        if let change = message.feed { try TopicFeedTable.apply(change, in: context) }
        if case .show(let request, _) = message.kind {
            let subject = TraceTable.Subject(request, of: message.app)
            try TraceTable.addArrival(sent: message.sent, to: subject, in: context)
        }
        switch message.kind {
        case .show(let request, _) where try isMuted(message, in: context):
            try TraceTable.add(.withheld(.muted), to: TraceTable.Subject(request, of: message.app), in: context)
        case .show(let request, _) where try isAnswered(request, of: message.app, in: context):
            // It was answered on another device before it arrived, and so was the notification that it replaces.
            try TraceTable.add(.withheld(.answered), to: TraceTable.Subject(request, of: message.app), in: context)
            _ = try PendingTable.remove([request.identifier], of: message.app, in: context)
            _ = try DeliveredTable.withdraw([request.identifier], of: message.app, in: context)
        case .show(let request, let actions):
            try HeldNotificationTable.show(request, actions, of: message.app, sent: message.sent, in: context)
        case .withdraw(let identifier):
            _ = try PendingTable.remove([identifier], of: message.app, in: context)
            let hop = TraceHop.withdrawn(by: .sender)
            _ = try DeliveredTable.withdraw([identifier], of: message.app, because: hop, in: context)
        }
        return .changed
    }

    private static func isMuted(_ message: ReceivedTopicMessage, in context: TransactionContext) throws -> Bool {
        guard case .add(let added)? = message.feed else { return false }
        return try TopicFeedTable.isMuted(added.topic, in: context)
    }

    /// Returns `true` if the person answered the notification of a message on another device.
    private static func isAnswered(
        _ request: NotificationRequest,
        of app: AppID,
        in context: TransactionContext
    ) throws -> Bool {
        guard case .string(let id)? = request.content.userInfo?["id"] else { return false }
        return try AnsweredPushTable.contains(id, of: app, in: context)
    }

    /// Records that the person changed a topic; the oldest changes beyond the limit are deleted.
    private static func recordChange(of name: String, in context: TransactionContext) throws {
        try context.run(
            """
            INSERT INTO topicChange (name, revision) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET revision = excluded.revision
            """,
            [name, context.revision.number]
        )
        try context.run(
            """
            DELETE FROM topicChange WHERE name IN (
                SELECT name FROM topicChange ORDER BY revision DESC LIMIT -1 OFFSET ?)
            """,
            [TopicLimits.subscriptions]
        )
        // A change must be reported even if the topics stay the same, because lists are compared with its revision.
        _ = context.record(.topics)
    }

    private static func changed(since moment: Revision, in context: TransactionContext) throws -> Set<String> {
        Set(
            try context.database.rows("SELECT name FROM topicChange WHERE revision > ?", [moment.number]).map { $0[0] }
        )
    }

    private static func isName(_ name: String) -> Bool {
        let isPlain = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        return isPlain && (1...nameBytes).contains(name.utf8.count)
    }

    /// Logs that the limit was exceeded.
    private static func logLimit(_ what: String, in context: TransactionContext) {
        let error = StoreError(
            .limitExceeded,
            """
            \(what); \(TopicLimits.subscriptions) with plain names are kept here. Leave some with: \
            today topics remove NAME
            """
        )
        context.logOnce(error, "Not every topic is kept")
    }
}
