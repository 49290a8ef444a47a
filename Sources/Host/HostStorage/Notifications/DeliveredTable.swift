import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
import TodayProtocol

/// The table of delivered notifications.
enum DeliveredTable {
    /// Largest number of notifications that are ordered by due time, and the time in seconds in which they arrived.
    private static let (burst, burstTime) = (32, 60.0)
    /// Distance between the places of two notifications, which leaves room for others.
    private static let gap: Int64 = 1 << 20

    /// A reference to a row, and whether it is listed.
    private struct Entry {
        var id: DeliveredID
        var isListed: Bool

        init(_ row: Row) {
            id = DeliveredID(rawValue: row[0])
            isListed = row[1]
        }
    }

    /// Delivers a notification in place of one with the same identifier, and removes the oldest ones of the app beyond
    /// the limit.
    static func put(_ delivery: NotificationDelivery, in context: TransactionContext) throws -> DeliveredRecord {
        let scheduled = delivery.scheduled
        let app = scheduled.app
        let old = try find(scheduled.request.identifier, of: app, in: context)
        let isListed = delivery.presentation.contains(.list)
        let arrives = delivery.presentation.contains(.banner)
        let style = arrives ? delivery.alertStyle : .none
        if let old { try TraceTable.add(TraceHop(.replaced), to: old.id, in: context) }
        let id = try write(delivery, isListed: isListed, style: style, over: old?.id, in: context)
        let wasListed = old?.isListed ?? false
        try NotificationUsage(
            delivered: old == nil ? 1 : 0,
            listed: (isListed ? 1 : 0) - (wasListed ? 1 : 0)
        ).add(to: app, in: context)
        _ = context.record(.delivered(id, app: app, arrives: arrives))
        try BrowserPushOutbox.deliver(
            id,
            identifier: scheduled.request.identifier,
            of: app,
            arrives: arrives,
            in: context
        )
        try trace(delivery, as: id, arrives ? style.rawValue : "list", in: context)
        try trim(app, in: context)
        return DeliveredRecord(
            id: id,
            app: app,
            request: scheduled.request,
            actions: scheduled.actions,
            date: Date(storedMilliseconds: context.now.storedMilliseconds),
            due: Date(storedMilliseconds: scheduled.due.storedMilliseconds),
            isLate: delivery.isLate,
            isListed: isListed,
            alertStyle: style,
            revision: context.revision
        )
    }

    /// Withdraws a notification.
    ///
    /// - Parameters:
    ///   - id: The notification.
    ///   - hop: The reason for the trace; by default it depends on the origin of the transaction.
    ///   - context: The transaction.
    /// - Returns: `true` if it existed.
    /// - Throws: The error of SQLite.
    static func withdraw(
        _ id: DeliveredID,
        because hop: TraceHop? = nil,
        in context: TransactionContext
    ) throws -> Bool {
        let row = try context.database.row(
            "SELECT id, isListed, appID FROM deliveredNotification WHERE id = ?",
            [id.rawValue]
        )
        guard let row else { return false }
        try withdraw([Entry(row)], of: AppID(row[2]), because: hop, in: context)
        return true
    }

    /// Withdraws notifications by their identifiers.
    static func withdraw(
        _ identifiers: [String],
        of app: AppID,
        because hop: TraceHop? = nil,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        var isChanged = false
        for identifier in identifiers {
            guard let entry = try find(identifier, of: app, in: context) else { continue }
            try withdraw([entry], of: app, because: hop, in: context)
            isChanged = true
        }
        return isChanged ? .changed : .unchanged
    }

    /// Withdraws all notifications of an app, oldest first.
    static func withdrawAll(of app: AppID, in context: TransactionContext) throws -> OperationOutcome {
        let entries = try oldest(NotificationOperation.deliveredLimit, of: app, in: context)
        try withdraw(entries, of: app, in: context)
        return entries.isEmpty ? .unchanged : .changed
    }

    /// Stores the changed request of a notification; surfaces that show it draw it again, without a banner or an alert.
    static func rewrite(_ record: DeliveredRecord, in context: TransactionContext) throws {
        let identifier = record.request.identifier
        try context.run(
            "UPDATE deliveredNotification SET request = ?, revision = ?, alertStyle = 'none' WHERE id = ?",
            [
                try StoredJSON.text(record.request, of: "The notification \(identifier) of \(record.app)"),
                context.revision.number, record.id.rawValue,
            ]
        )
        _ = context.record(.delivered(record.id, app: record.app, arrives: false))
        try BrowserPushOutbox.rewrite(record.id, in: context)
    }

    /// Ends the wait of an app's alerts for an answer; they stay in the list.
    static func endAlerts(of app: AppID, in context: TransactionContext) throws {
        try context.run(
            "UPDATE deliveredNotification SET alertStyle = 'banner' WHERE alertStyle = 'alert' AND appID = ?",
            [app.rawValue]
        )
    }

    private static func write(
        _ delivery: NotificationDelivery,
        isListed: Bool,
        style: NotificationAlertStyle,
        over old: DeliveredID?,
        in context: TransactionContext
    ) throws -> DeliveredID {
        let scheduled = delivery.scheduled
        let app = scheduled.app
        let identifier = scheduled.request.identifier
        let place = try place(due: scheduled.due, over: old, in: context)
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
        try context.run(
            statement,
            [
                app.rawValue, identifier,
                try StoredJSON.text(scheduled.request, of: "The notification \(identifier) of \(app)"),
                try StoredActions.text(scheduled.actions, of: identifier, app: app),
                context.now.storedMilliseconds, scheduled.due.storedMilliseconds, delivery.isLate ? 1 : 0,
                isListed ? 1 : 0, context.revision.number, style.rawValue, place,
            ]
        )
        return old ?? DeliveredID(rawValue: context.database.lastInsertedRowID)
    }

    /// Returns the place in the list of a notification that is delivered now.
    ///
    /// It is last, but before notifications of the last minute that were due later: the bodies of messages that were
    /// sent one after the other may arrive in any order.
    private static func place(due: Date, over old: DeliveredID?, in context: TransactionContext) throws -> Int64 {
        let newest = try context.database.rows(
            "SELECT place, date, due FROM deliveredNotification WHERE id IS NOT ? ORDER BY place DESC LIMIT \(burst + 1)",
            [old?.rawValue]
        ).map { row -> (place: Int64, date: Int64, due: Int64) in (row[0], row[1], row[2]) }
        let last = (newest.first?.place ?? 0) + gap
        let recent = context.now.addingTimeInterval(-burstTime).storedMilliseconds
        let later = newest.prefix(burst).prefix { $0.date >= recent && $0.due > due.storedMilliseconds }
        guard let next = later.last?.place else { return last }
        let before = later.count < newest.count ? newest[later.count].place : 0
        return next - before > 1 ? before + (next - before) / 2 : last
    }

    private static func trace(
        _ delivery: NotificationDelivery,
        as id: DeliveredID,
        _ presentation: String,
        in context: TransactionContext
    ) throws {
        let subject = TraceTable.Subject(delivery.scheduled.request, of: delivery.scheduled.app, as: id)
        try TraceTable.add(TraceHop(.stored, detail: presentation), to: subject, in: context)
        if let reason = delivery.withheld { try TraceTable.add(.withheld(reason), to: subject, in: context) }
    }

    private static func trim(_ app: AppID, in context: TransactionContext) throws {
        let count = try NotificationUsage.of(app, in: context.database).delivered
        let excess = count - NotificationOperation.deliveredLimit
        guard excess > 0 else { return }
        try withdraw(oldest(excess, of: app, in: context), of: app, because: .withdrawn(by: .limit), in: context)
    }

    private static func withdraw(
        _ entries: [Entry],
        of app: AppID,
        because hop: TraceHop? = nil,
        in context: TransactionContext
    ) throws {
        for entry in entries {
            try TraceTable.add(hop ?? .withdrawn(by: context.origin.withdrawal), to: entry.id, in: context)
            try context.run("DELETE FROM deliveredNotification WHERE id = ?", [entry.id.rawValue])
            _ = context.record(.withdrawn(entry.id, app: app))
            try BrowserPushOutbox.withdraw(entry.id, in: context)
        }
        guard !entries.isEmpty else { return }
        try NotificationUsage(delivered: -entries.count, listed: -entries.count { $0.isListed })
            .add(to: app, in: context)
    }

    private static func find(_ identifier: String, of app: AppID, in context: TransactionContext) throws -> Entry? {
        try context.database.row(
            "SELECT id, isListed FROM deliveredNotification WHERE appID = ? AND identifier = ?",
            [app.rawValue, identifier]
        ).map(Entry.init)
    }

    private static func oldest(_ count: Int, of app: AppID, in context: TransactionContext) throws -> [Entry] {
        try context.database.rows(
            "SELECT id, isListed FROM deliveredNotification WHERE appID = ? ORDER BY place LIMIT ?",
            [app.rawValue, count]
        ).map(Entry.init)
    }
}

extension ChangeOrigin {
    /// The value that a trace records when a transaction of this origin withdraws a notification.
    fileprivate var withdrawal: TraceEvent.Withdrawal {
        switch self {
        case .host: .host
        case .person: .person
        case .app, .widget: .app
        }
    }
}
