import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
import TodayProtocol

/// The table of traces.
///
/// Hops of the store's own operations are added in the same commit and so cost no further write to the disk. That is
/// why traces are in this database, although losing them would be harmless. They are not reported as changes, because
/// no surface is drawn again for them.
package enum TraceTable {
    /// Number of hops kept.
    package static let limit = 10_000
    /// Approximate number of hops kept for one app.
    package static let appLimit = 3_000
    /// Number of hops kept for notifications with one identifier.
    package static let notificationLimit = 100
    /// Time for which a hop is kept, in seconds.
    package static let lifetime = 30.0 * 86_400
    /// Number of added hops after which the limits of apps and of age are enforced.
    private static let interval: Int64 = 16

    static let schema = """
        CREATE TABLE trace (
            number INTEGER PRIMARY KEY AUTOINCREMENT, appID TEXT NOT NULL, identifier TEXT NOT NULL,
            deliveredID INTEGER, pushID TEXT, messageID TEXT, date INTEGER NOT NULL, kind TEXT NOT NULL, surface TEXT,
            device TEXT, service TEXT, detail TEXT, status INTEGER) STRICT;
        CREATE INDEX traceByIdentifier ON trace (appID, identifier, number);
        CREATE INDEX traceByApp ON trace (appID, number);
        CREATE INDEX traceByNotification ON trace (deliveredID, number) WHERE deliveredID IS NOT NULL;
        CREATE INDEX traceByPush ON trace (pushID) WHERE pushID IS NOT NULL;
        CREATE INDEX traceByMessage ON trace (messageID) WHERE messageID IS NOT NULL;
        """

    /// The notification or push to which a hop belongs.
    struct Subject {
        var app: AppID
        var identifier: String
        var notification: DeliveredID?
        var push: String?
        var message: String?

        init(app: AppID, identifier: String, notification: DeliveredID? = nil, push: String?, message: String? = nil) {
            self.app = app
            self.identifier = identifier
            self.notification = notification
            self.push = push
            self.message = message
        }

        /// Creates the subject of a push; `nil` if the push only announces changed records, which are numerous and show
        /// nothing.
        init?(_ received: ReceivedPush) {
            guard received.request != nil || received.push.records == nil else { return nil }
            self.init(
                app: received.app,
                identifier: received.request?.identifier ?? received.push.id,
                push: received.push.id,
                message: received.push.messageID?.rawValue
            )
        }

        /// Creates the subject of the notification for a request, which knows the push that brought it.
        init(_ request: NotificationRequest, of app: AppID, as notification: DeliveredID? = nil) {
            let key = app.rawValue == AnsweredPushTable.topics ? "id" : "push_id"
            var push: String?
            if case .string(let id)? = request.content.userInfo?[key], (1...128).contains(id.utf8.count) { push = id }
            self.init(app: app, identifier: request.identifier, notification: notification, push: push)
        }
    }

    /// Adds a hop.
    ///
    /// - Parameters:
    ///   - hop: The hop.
    ///   - subject: The notification or push to which it belongs.
    ///   - date: The time of the hop; `nil` for now.
    ///   - context: The transaction.
    /// - Throws: The error of SQLite.
    static func add(
        _ hop: TraceHop,
        to subject: Subject,
        at date: Date? = nil,
        in context: TransactionContext
    ) throws {
        let (surface, device) = try surface(hop.surface, in: context)
        try context.run(
            """
            INSERT INTO trace
                (appID, identifier, deliveredID, pushID, messageID, date, kind, surface, device, service, detail, status)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                subject.app.rawValue, subject.identifier, subject.notification?.rawValue, subject.push, subject.message,
                (date ?? context.now).storedMilliseconds, hop.kind.rawValue, surface?.rawValue, device,
                hop.service?.prefix(utf8Count: TraceEvent.textBytes),
                hop.detail?.prefix(utf8Count: TraceEvent.textBytes), hop.status,
            ]
        )
        try trim(after: context.database.lastInsertedRowID, subject, in: context)
    }

    /// Adds the hops for a push that the cloud accepted at a time and this device received now.
    static func addArrival(sent: Date, to subject: Subject, in context: TransactionContext) throws {
        let isPlausible = NotificationOperation.dueTimes.contains(sent)
        try add(TraceHop(.accepted), to: subject, at: isPlausible ? sent : nil, in: context)
        try add(TraceHop(.taken), to: subject, in: context)
    }

    /// Adds a hop to a delivered notification; does nothing if the notification never existed.
    static func add(_ hop: TraceHop, to id: DeliveredID, in context: TransactionContext) throws {
        guard let subject = try subject(of: id, in: context) else { return }
        try add(hop, to: subject, in: context)
    }

    /// Adds a hop to a delivered notification, unless the trace already has it since the last delivery.
    static func addOnce(_ hop: TraceHop, to id: DeliveredID, in context: TransactionContext) throws {
        let (surface, device) = try surface(hop.surface, in: context)
        let known = try context.database.row(
            """
            SELECT 1 FROM trace WHERE deliveredID = ?1 AND kind = ?2 AND surface IS ?3 AND device IS ?4
                AND service IS ?5 AND detail IS ?6 AND status IS ?7 AND number > coalesce((
                    SELECT max(number) FROM trace WHERE deliveredID = ?1 AND kind = 'stored'), 0)
            """,
            [
                id.rawValue, hop.kind.rawValue, surface?.rawValue, device, hop.service, hop.detail, hop.status,
            ]
        )
        guard known == nil else { return }
        try add(hop, to: id, in: context)
    }

    /// Records that the body of a message arrived, once for each push.
    static func bodyArrived(_ message: MessageID, of app: AppID, in context: TransactionContext) throws {
        let row = try context.database.row(
            """
            SELECT identifier, pushID, kind FROM trace WHERE messageID = ? AND appID = ? ORDER BY number DESC LIMIT 1
            """,
            [message.rawValue, app.rawValue]
        )
        guard let row, row[2] as String != TraceEvent.Kind.bodyFetched.rawValue else { return }
        let subject = Subject(app: app, identifier: row[0], push: row[1], message: message.rawValue)
        try add(TraceHop(.bodyFetched), to: subject, in: context)
    }

    /// Deletes the traces of an app.
    static func forget(_ app: AppID, in context: TransactionContext) throws {
        try context.run("DELETE FROM trace WHERE appID = ?", [app.rawValue])
    }

    /// Reads the subject of a delivered notification, even if it was withdrawn.
    private static func subject(of id: DeliveredID, in context: TransactionContext) throws -> Subject? {
        let row = try context.database.row(
            """
            SELECT appID, identifier, pushID FROM trace WHERE deliveredID = ? AND number = (
                SELECT max(number) FROM trace WHERE deliveredID = ?)
            """,
            [id.rawValue, id.rawValue]
        )
        if let row {
            return Subject(app: AppID(row[0]), identifier: row[1], notification: id, push: row[2])
        }
        return try context.database.row(
            "SELECT appID, identifier FROM deliveredNotification WHERE id = ?",
            [id.rawValue]
        ).map { Subject(app: AppID($0[0]), identifier: $0[1], notification: id, push: nil) }
    }

    private static func surface(
        _ surface: TraceSurface?,
        in context: TransactionContext
    ) throws -> (TraceEvent.Surface?, device: String?) {
        switch surface {
        case nil: return (nil, nil)
        case .desktop?: return (.desktop, nil)
        case .terminal?: return (.terminal, nil)
        case .browser(let session)?: return (.browser, try context.reader.session(tokenHash: session)?.label)
        }
    }

    private static func trim(after number: Int64, _ subject: Subject, in context: TransactionContext) throws {
        try context.run(
            """
            DELETE FROM trace WHERE appID = ?1 AND identifier = ?2 AND number <= (
                SELECT number FROM trace WHERE appID = ?1 AND identifier = ?2 ORDER BY number DESC LIMIT 1 OFFSET ?3)
            """,
            [subject.app.rawValue, subject.identifier, notificationLimit]
        )
        try context.run("DELETE FROM trace WHERE number <= ?", [number - Int64(limit)])
        guard number % interval == 0 else { return }
        try context.run(
            """
            DELETE FROM trace WHERE appID = ?1 AND number <= (
                SELECT number FROM trace WHERE appID = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
            """,
            [subject.app.rawValue, appLimit]
        )
        // The oldest are deleted first, so that a few at a time are enough.
        try context.run(
            "DELETE FROM trace WHERE number <= (SELECT min(number) FROM trace) + ? AND date < ?",
            [4 * interval, context.now.addingTimeInterval(-lifetime).storedMilliseconds]
        )
    }
}
