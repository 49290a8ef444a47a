package import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport
package import TodayProtocol

/// The table of traces.
///
/// Hops of the store's own operations are added in the same commit and so cost no further write to the disk. That is
/// why traces are in this database, although losing them would be harmless. They are not reported as changes, because
/// no surface is drawn again for them.
package enum TraceTable {
    package static let limit = 10_000
    /// Approximate number of hops kept for one app.
    package static let appLimit = 3_000
    package static let notificationLimit = 100
    /// Time for which a hop is kept, in seconds.
    package static let lifetime = 30.0 * 86_400
    /// Number of added hops after which the limits of apps and of age are enforced.
    fileprivate static let interval: Int64 = 16

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

        /// Creates the subject of a push; `nil` for changed records alone, which are numerous and show nothing.
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
}

extension TransactionContext {
    func trace(_ hop: TraceHop, to subject: TraceTable.Subject, at date: Date? = nil) throws {
        let (surface, device) = try traceSurface(hop.surface)
        try run(
            """
            INSERT INTO trace
                (appID, identifier, deliveredID, pushID, messageID, date, kind, surface, device, service, detail, status)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                subject.app, subject.identifier, subject.notification?.rawValue, subject.push, subject.message,
                (date ?? now), hop.kind.rawValue, surface?.rawValue, device,
                hop.service?.prefix(utf8Count: TraceEvent.textBytes),
                hop.detail?.prefix(utf8Count: TraceEvent.textBytes), hop.status,
            ]
        )
        try trimTraces(after: database.lastInsertedRowID, subject)
    }

    /// Adds the hops for a push that the cloud accepted at a time and this device received now.
    func traceArrival(sent: Date, to subject: TraceTable.Subject) throws {
        let isPlausible = NotificationOperation.dueTimes.contains(sent)
        try trace(TraceHop(.accepted), to: subject, at: isPlausible ? sent : nil)
        try trace(TraceHop(.taken), to: subject)
    }

    /// Adds a hop to a delivered notification; does nothing if the notification never existed.
    func trace(_ hop: TraceHop, to id: DeliveredID) throws {
        guard let subject = try traceSubject(of: id) else { return }
        try trace(hop, to: subject)
    }

    /// Adds a hop to a delivered notification, unless the trace already has it since the last delivery.
    func apply(_ note: TraceNote) throws -> OperationOutcome {
        let hop = note.hop
        let (surface, device) = try traceSurface(hop.surface)
        let isKnown = try exists(
            """
            SELECT 1 FROM trace WHERE deliveredID = ?1 AND kind = ?2 AND surface IS ?3 AND device IS ?4
                AND service IS ?5 AND detail IS ?6 AND status IS ?7 AND number > coalesce((
                    SELECT max(number) FROM trace WHERE deliveredID = ?1 AND kind = 'stored'), 0)
            """,
            [note.notification, hop.kind.rawValue, surface?.rawValue, device, hop.service, hop.detail, hop.status]
        )
        if !isKnown { try trace(hop, to: note.notification) }
        return .unchanged
    }

    /// Records that the body of a message arrived, once for each push.
    func traceBody(_ message: MessageID, of app: AppID) throws {
        let row = try first(
            "SELECT identifier, pushID, kind FROM trace WHERE messageID = ? AND appID = ? ORDER BY number DESC LIMIT 1",
            [message, app]
        )
        guard let row, row[2] as String != TraceEvent.Kind.bodyFetched.rawValue else { return }
        let subject = TraceTable.Subject(app: app, identifier: row[0], push: row[1], message: message.rawValue)
        try trace(TraceHop(.bodyFetched), to: subject)
    }

    /// Reads the subject of a delivered notification, even if it was withdrawn.
    private func traceSubject(of id: DeliveredID) throws -> TraceTable.Subject? {
        let row = try first(
            """
            SELECT appID, identifier, pushID FROM trace WHERE deliveredID = ? AND number = (
                SELECT max(number) FROM trace WHERE deliveredID = ?)
            """,
            [id, id]
        )
        if let row {
            return TraceTable.Subject(app: AppID(row[0]), identifier: row[1], notification: id, push: row[2])
        }
        return try first(
            "SELECT appID, identifier FROM deliveredNotification WHERE id = ?",
            [id]
        ).map { TraceTable.Subject(app: AppID($0[0]), identifier: $0[1], notification: id, push: nil) }
    }

    private func traceSurface(_ surface: TraceSurface?) throws -> (TraceEvent.Surface?, device: String?) {
        switch surface {
        case nil: return (nil, nil)
        case .desktop?: return (.desktop, nil)
        case .terminal?: return (.terminal, nil)
        case .browser(let session)?: return (.browser, try reader.session(tokenHash: session)?.label)
        }
    }

    private func trimTraces(after number: Int64, _ subject: TraceTable.Subject) throws {
        try deleteOldest(
            from: "trace",
            where: "appID = ? AND identifier = ?",
            [subject.app, subject.identifier],
            beyond: TraceTable.notificationLimit
        )
        try run("DELETE FROM trace WHERE number <= ?", [number - Int64(TraceTable.limit)])
        guard number % TraceTable.interval == 0 else { return }
        try deleteOldest(from: "trace", where: "appID = ?", [subject.app], beyond: TraceTable.appLimit)
        // The oldest are deleted first, so that a few at a time are enough.
        try run(
            "DELETE FROM trace WHERE number <= (SELECT min(number) FROM trace) + ? AND date < ?",
            [4 * TraceTable.interval, now.addingTimeInterval(-TraceTable.lifetime)]
        )
    }
}

/// A trace to which a name may refer.
package struct TraceReference: Hashable, Sendable {
    package enum Key: Hashable, Sendable {
        /// The hops of a delivered notification and of the pushes that it shows.
        case notification(DeliveredID)
        case push(String)
        case identifier(String)
    }

    package var app: AppID
    package var id: String
    package var key: Key
}

extension DurableReader {
    /// Finds the traces of one app or of all to which a name refers, without duplicates.
    ///
    /// A number refers to a delivered notification if one with that id is in the traces; other names are ids of pushes
    /// and messages, or identifiers of notifications. Complete ids take precedence; only if none matches is the name
    /// taken as the beginning of the id of a push or a message, or of an identifier.
    package func traces(named name: String, of app: AppID?, takesPrefix: Bool) throws -> [TraceReference] {
        if let id = DeliveredID(name) {
            let rows = try all(
                "SELECT appID FROM trace WHERE deliveredID = ?1 AND (?2 IS NULL OR appID = ?2) LIMIT 1",
                [id, app]
            )
            if let row = rows.first {
                return [TraceReference(app: AppID(row[0]), id: name, key: .notification(id))]
            }
        }
        let whole = try traces(where: { "\($0) = ?1" }, name, of: app)
        guard whole.isEmpty, takesPrefix else { return whole }
        return try traces(where: { "substr(\($0), 1, length(?1)) = ?1" }, name, of: app)
    }

    /// Reads the hops of a trace since a date, in the order in which they were added.
    package func trace(_ reference: TraceReference, since oldest: Date) throws -> DeliveryTrace {
        let condition: String
        let key: any StatementArgument
        switch reference.key {
        case .notification(let id):
            condition = """
                deliveredID = ?3 OR pushID IN (SELECT pushID FROM trace WHERE deliveredID = ?3 AND pushID IS NOT NULL)
                """
            key = id
        case .push(let id):
            condition = "pushID = ?3"
            key = id
        case .identifier(let identifier):
            condition = "identifier = ?3"
            key = identifier
        }
        let rows = try all(
            """
            SELECT identifier, date, kind, deliveredID, pushID, surface, device, service, detail, status FROM trace
            WHERE appID = ?1 AND date >= ?2 AND (\(condition)) ORDER BY number LIMIT \(TraceTable.limit)
            """,
            [reference.app, oldest, key]
        )
        return DeliveryTrace(
            app: reference.app,
            identifier: rows.first.map { $0[0] } ?? reference.id,
            events: rows.compactMap(Self.event)
        )
    }

    private func traces(
        where condition: (String) -> String,
        _ name: String,
        of app: AppID?
    ) throws -> [TraceReference] {
        let pushes = try all(
            """
            SELECT DISTINCT appID, pushID AS id, pushID FROM trace
            WHERE pushID IS NOT NULL AND \(condition("pushID")) AND (?2 IS NULL OR appID = ?2)
            UNION SELECT appID, messageID, pushID FROM trace
            WHERE messageID IS NOT NULL AND pushID IS NOT NULL AND \(condition("messageID"))
                AND (?2 IS NULL OR appID = ?2)
            """,
            [name, app]
        ).map { TraceReference(app: AppID($0[0]), id: $0[1], key: .push($0[2])) }
        // A push without a notification identifier has a trace of its own.
        let known = Set(pushes.map { "\($0.app) \($0.id)" })
        let identifiers = try all(
            """
            SELECT DISTINCT appID, identifier FROM trace
            WHERE \(condition("identifier")) AND (?2 IS NULL OR appID = ?2)
            """,
            [name, app]
        ).map { TraceReference(app: AppID($0[0]), id: $0[1], key: .identifier($0[1])) }
        return pushes + identifiers.filter { !known.contains("\($0.app) \($0.id)") }
    }

    /// Counts an app's notifications since a date that were not stored because the person does not allow them.
    package func refusedCount(of app: AppID, since date: Date) throws -> Int {
        try number(
            """
            SELECT count(*) FROM trace
            WHERE appID = ? AND kind = ? AND detail = ? AND deliveredID IS NULL AND surface IS NULL AND date >= ?
            """,
            [app, TraceEvent.Kind.withheld.rawValue, TraceEvent.Reason.notAllowed.rawValue, date]
        )
    }

    private static func event(_ row: Row) -> TraceEvent? {
        guard let kind = TraceEvent.Kind(rawValue: row[2]) else { return nil }
        let notification: Int64? = row[3]
        let surface: String? = row[5]
        return TraceEvent(
            kind,
            date: Date(storedMilliseconds: row[1]),
            notification: notification.map { DeliveredID(rawValue: $0) },
            push: row[4],
            surface: surface.flatMap { TraceEvent.Surface(rawValue: $0) },
            device: row[6],
            service: row[7],
            detail: row[8],
            status: row[9]
        )
    }
}
