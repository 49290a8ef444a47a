import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport
package import TodayProtocol

/// The table of delivered notifications.
extension TransactionContext {
    /// Largest number of notifications that are ordered by due time, and the time in seconds in which they arrived.
    private static let (burst, burstTime) = (32, 60.0)
    /// Distance between the places of two notifications, which leaves room for others.
    private static let gap: Int64 = 1 << 20

    private struct DeliveredEntry {
        var id: DeliveredID
        var isListed: Bool

        init(_ row: Row) {
            id = DeliveredID(rawValue: row[0])
            isListed = row[1]
        }
    }

    /// Delivers a notification in place of one with the same identifier, and removes the oldest ones of the app beyond
    /// the limit.
    func putDelivered(_ delivery: NotificationDelivery) throws {
        let scheduled = delivery.scheduled
        let app = scheduled.app
        let old = try findDelivered(scheduled.request.identifier, of: app)
        let isListed = delivery.presentation.contains(.list)
        let arrives = delivery.presentation.contains(.banner)
        let style = arrives ? delivery.alertStyle : .none
        if let old { try trace(TraceHop(.replaced), to: old.id) }
        let id = try writeDelivered(delivery, isListed: isListed, style: style, over: old?.id)
        let wasListed = old?.isListed ?? false
        try count(
            NotificationUsage(delivered: old == nil ? 1 : 0, listed: (isListed ? 1 : 0) - (wasListed ? 1 : 0)),
            of: app
        )
        record(.delivered(id, app: app, arrives: arrives))
        try pushToBrowsers(id, identifier: scheduled.request.identifier, of: app, arrives: arrives)
        let subject = TraceTable.Subject(scheduled.request, of: app, as: id)
        try trace(TraceHop(.stored, detail: arrives ? style.rawValue : "list"), to: subject)
        if let reason = delivery.withheld { try trace(.withheld(reason), to: subject) }
        let excess = try reader.notificationUsage(of: app).delivered - NotificationOperation.deliveredLimit
        if excess > 0 { try withdraw(oldest(excess, of: app), of: app, because: .withdrawn(by: .limit)) }
    }

    /// Withdraws a notification, if it exists; by default the reason in its trace depends on the transaction's origin.
    func withdraw(_ id: DeliveredID, because hop: TraceHop? = nil) throws -> Bool {
        let row = try first("SELECT id, isListed, appID FROM deliveredNotification WHERE id = ?", [id])
        guard let row else { return false }
        try withdraw([DeliveredEntry(row)], of: AppID(row[2]), because: hop)
        return true
    }

    func withdraw(_ identifiers: [String], of app: AppID, because hop: TraceHop? = nil) throws -> OperationOutcome {
        var isChanged = false
        for identifier in identifiers {
            guard let entry = try findDelivered(identifier, of: app) else { continue }
            try withdraw([entry], of: app, because: hop)
            isChanged = true
        }
        return isChanged ? .changed : .unchanged
    }

    /// Withdraws all notifications of an app, oldest first.
    func withdrawAll(of app: AppID) throws -> OperationOutcome {
        let entries = try oldest(NotificationOperation.deliveredLimit, of: app)
        try withdraw(entries, of: app)
        return entries.isEmpty ? .unchanged : .changed
    }

    /// Stores the changed request of a notification; surfaces that show it draw it again, without a banner or an alert.
    func rewriteDelivered(_ record: DeliveredRecord) throws {
        let identifier = record.request.identifier
        try run(
            "UPDATE deliveredNotification SET request = ?, revision = ?, alertStyle = 'none' WHERE id = ?",
            [
                try StoredJSON.text(record.request, of: "The notification \(identifier) of \(record.app)"),
                revision, record.id,
            ]
        )
        self.record(.delivered(record.id, app: record.app, arrives: false))
        try rewritePushes(record.id)
    }

    private func writeDelivered(
        _ delivery: NotificationDelivery,
        isListed: Bool,
        style: NotificationAlertStyle,
        over old: DeliveredID?
    ) throws -> DeliveredID {
        let scheduled = delivery.scheduled
        let app = scheduled.app
        let identifier = scheduled.request.identifier
        let place = try place(due: scheduled.due, over: old)
        // A replaced notification keeps its id and becomes the newest.
        let statement =
            old == nil
            ? """
            INSERT INTO deliveredNotification
                (appID, identifier, place, request, actions, date, due, isLate, isListed, revision, alertStyle)
            VALUES (?1, ?2, ?11, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """
            : """
            UPDATE deliveredNotification
            SET place = ?11, request = ?3, actions = ?4, date = ?5, due = ?6, isLate = ?7, isListed = ?8, revision = ?9,
                alertStyle = ?10
            WHERE appID = ?1 AND identifier = ?2
            """
        try run(
            statement,
            [
                app, identifier,
                try StoredJSON.text(scheduled.request, of: "The notification \(identifier) of \(app)"),
                try StoredActions.text(scheduled.actions, of: identifier, app: app),
                now, scheduled.due, delivery.isLate,
                isListed, revision, style.rawValue, place,
            ]
        )
        return old ?? DeliveredID(rawValue: database.lastInsertedRowID)
    }

    /// Returns the place in the list of a notification that is delivered now: last, but before those of the last
    /// minute that were due later, because the bodies of messages sent one after the other may arrive in any order.
    private func place(due: Date, over old: DeliveredID?) throws -> Int64 {
        let newest = try all(
            "SELECT place, date, due FROM deliveredNotification WHERE id IS NOT ? ORDER BY place DESC LIMIT \(Self.burst + 1)",
            [old?.rawValue]
        ).map { row -> (place: Int64, date: Int64, due: Int64) in (row[0], row[1], row[2]) }
        let last = (newest.first?.place ?? 0) + Self.gap
        let recent = now.addingTimeInterval(-Self.burstTime).storedMilliseconds
        let later = newest.prefix(Self.burst).prefix { $0.date >= recent && $0.due > due.storedMilliseconds }
        guard let next = later.last?.place else { return last }
        let before = later.count < newest.count ? newest[later.count].place : 0
        return next - before > 1 ? before + (next - before) / 2 : last
    }

    private func withdraw(_ entries: [DeliveredEntry], of app: AppID, because hop: TraceHop? = nil) throws {
        for entry in entries {
            try trace(hop ?? .withdrawn(by: origin.withdrawal), to: entry.id)
            try run("DELETE FROM deliveredNotification WHERE id = ?", [entry.id])
            record(.withdrawn(entry.id, app: app))
            try withdrawPushes(entry.id)
        }
        guard !entries.isEmpty else { return }
        try count(NotificationUsage(delivered: -entries.count, listed: -entries.count { $0.isListed }), of: app)
    }

    private func findDelivered(_ identifier: String, of app: AppID) throws -> DeliveredEntry? {
        try first(
            "SELECT id, isListed FROM deliveredNotification WHERE appID = ? AND identifier = ?",
            [app, identifier]
        ).map(DeliveredEntry.init)
    }

    private func oldest(_ count: Int, of app: AppID) throws -> [DeliveredEntry] {
        try all(
            "SELECT id, isListed FROM deliveredNotification WHERE appID = ? ORDER BY place LIMIT ?",
            [app, count]
        ).map(DeliveredEntry.init)
    }
}

extension ChangeOrigin {
    fileprivate var withdrawal: TraceEvent.Withdrawal {
        switch self {
        case .host: .host
        case .person: .person
        case .app, .widget: .app
        }
    }
}

/// Reads of delivered notifications, which skip and log damaged rows.
extension DurableReader {
    private static let deliveredColumns =
        "id, appID, identifier, request, actions, date, due, isLate, isListed, revision, alertStyle"

    package func delivered(_ id: DeliveredID) throws -> DeliveredRecord? {
        try delivered("WHERE id = ?", [id], limit: 1).first
    }

    package func delivered(of app: AppID, identifier: String) throws -> DeliveredRecord? {
        try delivered("WHERE appID = ? AND identifier = ?", [app, identifier], limit: 1).first
    }

    /// Reads a page of an app's listed notifications after an identifier, sorted by the bytes of their identifiers; a
    /// page with fewer than `limit` and ``largestNotificationPage`` is the last.
    package func deliveredNotifications(of app: AppID, after: String?, limit: Int) throws -> [DeliveredRecord] {
        try delivered(
            "WHERE appID = ? AND identifier > ? AND isListed = 1 ORDER BY identifier",
            [app, after ?? ""],
            limit: limit
        )
    }

    /// Reads the most recently delivered listed notifications of some apps or of all, newest first.
    package func newestDelivered(limit: Int, of apps: Set<AppID>? = nil) throws -> [DeliveredRecord] {
        guard let apps else { return try delivered("WHERE isListed = 1 ORDER BY place DESC", limit: limit) }
        // Without the index SQLite searches for the apps and sorts all of their rows.
        return try delivered(
            """
            INDEXED BY deliveredNotificationListed
            WHERE isListed = 1 AND appID IN (SELECT value FROM json_each(?)) ORDER BY place DESC
            """,
            [try StoredJSON.text(apps.map(\.rawValue), of: "A list of apps")],
            limit: limit
        )
    }

    /// Reads the newest alert of some apps that waits for an answer, listed or not; `nil` if none waits.
    package func newestAlert(of apps: Set<AppID>) throws -> DeliveredRecord? {
        try delivered(
            "\(Self.alertsOfApps) ORDER BY place DESC",
            [try StoredJSON.text(apps.map(\.rawValue), of: "A list of apps")],
            limit: 1
        ).first
    }

    /// Reads the number of alerts of some apps that wait for an answer.
    package func alertCount(of apps: Set<AppID>) throws -> Int {
        try number(
            "SELECT count(*) FROM deliveredNotification \(Self.alertsOfApps)",
            [try StoredJSON.text(apps.map(\.rawValue), of: "A list of apps")]
        )
    }

    private static let alertsOfApps = """
        INDEXED BY deliveredNotificationAlert
        WHERE alertStyle = 'alert' AND appID IN (SELECT value FROM json_each(?))
        """

    private func delivered(_ rest: String, _ values: StoredValues = [], limit: Int) throws -> [DeliveredRecord] {
        try readableRows(
            "SELECT \(Self.deliveredColumns) FROM deliveredNotification \(rest)",
            values,
            limit: min(limit, Self.largestNotificationPage),
            Self.delivered
        )
    }

    package func deliveredCount() throws -> Int {
        try number("SELECT coalesce(sum(listed), 0) FROM notificationUsage")
    }

    package func deliveredCounts() throws -> [AppID: Int] {
        let rows = try all("SELECT appID, listed FROM notificationUsage WHERE listed > 0")
        return Dictionary(uniqueKeysWithValues: rows.map { (AppID($0[0]), $0[1]) })
    }

    /// Reads a delivered notification, and throws if it is damaged.
    func requireDelivered(_ id: DeliveredID) throws -> DeliveredRecord? {
        try first("SELECT \(Self.deliveredColumns) FROM deliveredNotification WHERE id = ?", [id]).map(Self.delivered)
    }

    private static func delivered(_ row: Row) throws(StoreError) -> DeliveredRecord {
        let app: String = row[1]
        let identifier: String = row[2]
        let what = { "the delivered notification \(identifier) of \(app)" }
        return DeliveredRecord(
            id: DeliveredID(rawValue: row[0]),
            app: AppID(app),
            request: try StoredJSON.value(row[3], of: what()),
            actions: try StoredActions.value(row[4], of: what()),
            date: Date(storedMilliseconds: row[5]),
            due: Date(storedMilliseconds: row[6]),
            isLate: row[7],
            isListed: row[8],
            alertStyle: NotificationAlertStyle(rawValue: row[10]) ?? .banner,
            revision: Revision(row[9])
        )
    }
}

extension DurableReader {
    /// Reads the identifiers of an app's scheduled and delivered notifications that begin with a text.
    package func notificationIdentifiers(beginning text: String, of app: AppID) throws -> [String] {
        try all(
            """
            SELECT identifier FROM pendingNotification WHERE appID = ?1 AND substr(identifier, 1, length(?2)) = ?2
            UNION SELECT identifier FROM deliveredNotification WHERE appID = ?1 AND substr(identifier, 1, length(?2)) = ?2
            ORDER BY identifier
            """,
            [app, text]
        ).map { $0[0] }
    }
}
