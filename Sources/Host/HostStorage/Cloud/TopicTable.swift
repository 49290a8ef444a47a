package import FoundationEssentials
import GRDB
import SQLiteSupport
package import TodayProtocol

/// What is to become of a message that came by way of a topic.
package struct ReceivedTopicMessage: Hashable, Sendable {
    /// What is done.
    package enum Kind: Hashable, Sendable {
        /// A notification shows, in place of one of the same identifier; its content and actions are checked.
        case show(NotificationRequest, actions: [NotificationAction])
        /// The notification of an identifier is withdrawn.
        case withdraw(identifier: String)
    }

    /// The built-in app on whose behalf it shows.
    package var app: AppID
    /// Names the message: one with the same id is the same message once more.
    package var id: String
    /// When it was sent.
    package var sent: Date
    /// What is done.
    package var kind: Kind
    /// The event's number.
    package var sequence: Int64
    /// The name of the cloud's database to which the number belongs.
    package var epoch: String

    /// Describes an order.
    package init(app: AppID, id: String, sent: Date, kind: Kind, sequence: Int64, epoch: String) {
        self.app = app
        self.id = id
        self.sent = sent
        self.kind = kind
        self.sequence = sequence
        self.epoch = epoch
    }
}

/// Keeps which topics the person follows, and takes in what comes by way of them.
///
/// What the person changed is noted by name until a list is taken in that was asked for later: an older list must not undo
/// it.
enum TopicTable {
    /// A topic's name, in bytes.
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
            complain("The cloud names \(wanted.count) topics", in: context)
        }
        guard old != new else { return .unchanged }
        for name in old.subtracting(new) { try context.run("DELETE FROM topic WHERE name = ?", [name]) }
        for name in new.subtracting(old) { try context.run("INSERT INTO topic (name) VALUES (?)", [name]) }
        return context.note(.topics)
    }

    static func add(_ name: String, in context: TransactionContext) throws -> OperationOutcome {
        guard isName(name) else {
            throw StoreError(
                .invalid,
                "\"\(name.prefix(80))\" is no topic; a topic has 1 to \(nameBytes) letters, digits, - and _."
            )
        }
        try noteChange(of: name, in: context)
        let all = try context.reader.topics()
        guard !all.contains(name) else { return .unchanged }
        guard all.count < TopicLimits.subscriptions else {
            complain("The topic \(name) is one more", in: context)
            return .unchanged
        }
        try context.run("INSERT INTO topic (name) VALUES (?)", [name])
        return .changed
    }

    static func remove(_ name: String, in context: TransactionContext) throws -> OperationOutcome {
        guard isName(name) else { return .unchanged }
        try noteChange(of: name, in: context)
        return try context.run("DELETE FROM topic WHERE name = ?", [name]) > 0 ? .changed : .unchanged
    }

    /// Forgets the person's topics.
    static func forget(in context: TransactionContext) throws {
        try context.run("DELETE FROM topicChange")
        if try context.run("DELETE FROM topic") > 0 { _ = context.note(.topics) }
    }

    static func take(_ order: ReceivedTopicMessage, in context: TransactionContext) throws -> OperationOutcome {
        let moved = try LinkTable.move(to: order.sequence, of: order.epoch, in: context)
        guard try PushTable.isNew(order.id, of: order.app, in: context) else { return moved }
        switch order.kind {
        case .show(let request, let actions):
            try HeldNotificationTable.show(request, actions, of: order.app, sent: order.sent, in: context)
        case .withdraw(let identifier):
            _ = try PendingTable.remove([identifier], of: order.app, in: context)
            _ = try DeliveredTable.withdraw([identifier], of: order.app, in: context)
        }
        return .changed
    }

    /// Notes that the person changed something about a topic; of more than a cloud takes the oldest are forgotten.
    private static func noteChange(of name: String, in context: TransactionContext) throws {
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
        // Revisions must move on even if nothing is different: lists are compared with this one.
        _ = context.note(.topics)
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

    /// Says in the log that not everything is kept.
    private static func complain(_ what: String, in context: TransactionContext) {
        let error = StoreError(
            .limitExceeded,
            """
            \(what); \(TopicLimits.subscriptions) with plain names are kept here. Leave some with: \
            today topics remove NAME
            """
        )
        context.complain(error, "Not every topic is kept")
    }
}
