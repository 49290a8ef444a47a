import FoundationEssentials
import GRDB
import SQLiteSupport
import TodayProtocol

/// Keeps the notifications that were delivered and neither answered nor taken back.
enum DeliveredTable {
    /// Which notification it is, and whether it stands in the list.
    private struct Place {
        var id: DeliveredID
        var isListed: Bool

        init(_ row: Row) {
            id = DeliveredID(rawValue: row[0])
            isListed = row[1]
        }
    }

    /// Delivers a notification in the place of one of the same app and identifier; the app's oldest give way.
    static func put(_ order: NotificationDelivery, in context: TransactionContext) throws -> DeliveredRecord {
        let scheduled = order.scheduled
        let app = scheduled.app
        let old = try find(scheduled.request.identifier, of: app, in: context)
        let isListed = order.presentation.contains(.list)
        let id = try write(order, isListed: isListed, over: old?.id, in: context)
        let wasListed = old?.isListed ?? false
        try NotificationUsage(
            delivered: old == nil ? 1 : 0,
            listed: (isListed ? 1 : 0) - (wasListed ? 1 : 0)
        ).add(to: app, in: context)
        _ = context.note(.delivered(id, app: app, arrives: order.presentation.contains(.banner)))
        try trim(app, in: context)
        return DeliveredRecord(
            id: id,
            app: app,
            request: scheduled.request,
            actions: scheduled.actions,
            date: Date(storedMilliseconds: context.now.storedMilliseconds),
            due: Date(storedMilliseconds: scheduled.due.storedMilliseconds),
            isLate: order.isLate,
            isListed: isListed,
            revision: context.revision
        )
    }

    /// Withdraws a notification.
    ///
    /// - Returns: Whether it was there.
    static func withdraw(_ id: DeliveredID, in context: TransactionContext) throws -> Bool {
        let row = try context.database.row(
            "SELECT id, isListed, appID FROM deliveredNotification WHERE id = ?",
            [id.rawValue]
        )
        guard let row else { return false }
        try withdraw([Place(row)], of: AppID(row[2]), in: context)
        return true
    }

    /// Withdraws notifications by their identifiers.
    static func withdraw(
        _ identifiers: [String],
        of app: AppID,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        var isChanged = false
        for identifier in identifiers {
            guard let place = try find(identifier, of: app, in: context) else { continue }
            try withdraw([place], of: app, in: context)
            isChanged = true
        }
        return isChanged ? .changed : .unchanged
    }

    /// Withdraws all notifications of an app, the oldest first.
    static func withdrawAll(of app: AppID, in context: TransactionContext) throws -> OperationOutcome {
        let places = try oldest(NotificationOperation.deliveredLimit, of: app, in: context)
        try withdraw(places, of: app, in: context)
        return places.isEmpty ? .unchanged : .changed
    }

    private static func write(
        _ order: NotificationDelivery,
        isListed: Bool,
        over old: DeliveredID?,
        in context: TransactionContext
    ) throws -> DeliveredID {
        let scheduled = order.scheduled
        let app = scheduled.app
        let identifier = scheduled.request.identifier
        // A replaced one keeps its number and becomes the newest.
        let statement =
            old == nil
            ? """
            INSERT INTO deliveredNotification
                (appID, identifier, place, request, actions, date, due, isLate, isListed, revision)
            VALUES (?1, ?2, (SELECT coalesce(max(place), 0) + 1 FROM deliveredNotification), ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """
            : """
            UPDATE deliveredNotification
            SET place = (SELECT coalesce(max(place), 0) + 1 FROM deliveredNotification), request = ?3, actions = ?4,
                date = ?5, due = ?6, isLate = ?7, isListed = ?8, revision = ?9
            WHERE appID = ?1 AND identifier = ?2
            """
        try context.run(
            statement,
            [
                app.rawValue, identifier,
                try StoredJSON.text(scheduled.request, of: "The notification \(identifier) of \(app)"),
                try StoredActions.text(scheduled.actions, of: identifier, app: app),
                context.now.storedMilliseconds, scheduled.due.storedMilliseconds, order.isLate ? 1 : 0,
                isListed ? 1 : 0, context.revision.number,
            ]
        )
        return old ?? DeliveredID(rawValue: context.database.lastInsertedRowID)
    }

    private static func trim(_ app: AppID, in context: TransactionContext) throws {
        let count = try NotificationUsage.of(app, in: context.database).delivered
        let excess = count - NotificationOperation.deliveredLimit
        guard excess > 0 else { return }
        try withdraw(oldest(excess, of: app, in: context), of: app, in: context)
    }

    private static func withdraw(_ places: [Place], of app: AppID, in context: TransactionContext) throws {
        for place in places {
            try context.run("DELETE FROM deliveredNotification WHERE id = ?", [place.id.rawValue])
            _ = context.note(.withdrawn(place.id, app: app))
        }
        guard !places.isEmpty else { return }
        try NotificationUsage(delivered: -places.count, listed: -places.count { $0.isListed })
            .add(to: app, in: context)
    }

    private static func find(_ identifier: String, of app: AppID, in context: TransactionContext) throws -> Place? {
        try context.database.row(
            "SELECT id, isListed FROM deliveredNotification WHERE appID = ? AND identifier = ?",
            [app.rawValue, identifier]
        ).map(Place.init)
    }

    private static func oldest(_ count: Int, of app: AppID, in context: TransactionContext) throws -> [Place] {
        try context.database.rows(
            "SELECT id, isListed FROM deliveredNotification WHERE appID = ? ORDER BY place LIMIT ?",
            [app.rawValue, count]
        ).map(Place.init)
    }
}
