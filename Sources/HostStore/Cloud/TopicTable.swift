import GRDB
import StoreSupport
import TodayProtocol

/// Keeps which topics the person follows, and takes in what comes by way of them.
enum TopicTable {
    /// A topic's name, in bytes.
    private static let nameBytes = 64

    static func set(_ names: [String], in context: TransactionContext) throws -> OperationOutcome {
        let old = Set(try context.reader.topics())
        let new = Set(names)
        guard old != new else { return .unchanged }
        for name in old.subtracting(new) { try context.run("DELETE FROM topic WHERE name = ?", [name]) }
        for name in new.subtracting(old) { try insert(name, in: context) }
        try checkCount(in: context)
        return context.note(.topics)
    }

    static func add(_ name: String, in context: TransactionContext) throws -> OperationOutcome {
        guard try insert(name, in: context) else { return .unchanged }
        try checkCount(in: context)
        return context.note(.topics)
    }

    static func remove(_ name: String, in context: TransactionContext) throws -> OperationOutcome {
        let count = try context.run("DELETE FROM topic WHERE name = ?", [name])
        return count > 0 ? context.note(.topics) : .unchanged
    }

    static func take(_ order: TopicOrder, in context: TransactionContext) throws -> OperationOutcome {
        let moved = try LinkTable.move(to: order.sequence, of: order.epoch, in: context)
        guard try PushTable.isNew(order.id, of: order.app, in: context) else { return moved }
        switch order.kind {
        case .show(let request, let actions):
            try HeldTable.show(request, actions, of: order.app, sent: order.sent, in: context)
        case .withdraw(let identifier):
            _ = try PendingTable.remove([identifier], of: order.app, in: context)
            _ = try DeliveredTable.withdraw([identifier], of: order.app, in: context)
        }
        return .changed
    }

    @discardableResult
    private static func insert(_ name: String, in context: TransactionContext) throws -> Bool {
        let isPlain = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard isPlain, (1...nameBytes).contains(name.utf8.count) else {
            throw StoreError(
                .invalid,
                "\"\(name.prefix(80))\" is no topic; a topic has 1 to \(nameBytes) letters, digits, - and _."
            )
        }
        return try context.run("INSERT INTO topic (name) VALUES (?) ON CONFLICT (name) DO NOTHING", [name]) > 0
    }

    private static func checkCount(in context: TransactionContext) throws {
        let count: Int = try context.database.row("SELECT count(*) FROM topic")?[0] ?? 0
        guard count <= CloudOperation.topicLimit else {
            throw StoreError(
                .limitExceeded,
                "At most \(CloudOperation.topicLimit) topics can be followed; leave some first."
            )
        }
    }
}
