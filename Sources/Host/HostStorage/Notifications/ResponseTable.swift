import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
import TodayProtocol

enum ResponseTable {
    /// Records a response to a notification.
    static func record(
        _ id: String,
        to delivered: DeliveredRecord,
        action: String,
        text: String?,
        in context: TransactionContext
    ) throws -> ResponseRecord {
        let app = delivered.app
        guard (1...128).contains(id.utf8.count) else {
            throw StoreError(.invalid, "A response's id has 1 to 128 bytes.")
        }
        guard try state(of: id, in: context) == nil else {
            throw StoreError(.invalid, "The response \(id) is there already.")
        }
        guard try unfinishedCount(of: app, in: context) < ResponseOperation.unfinishedLimit else {
            throw StoreError(
                .limitExceeded,
                """
                \(ResponseOperation.unfinishedLimit) responses to notifications of \(app) wait or failed already; \
                retry or discard those that failed.
                """
            )
        }
        let notification = delivered.notification
        let identifier = notification.request.identifier
        try context.run(
            """
            INSERT INTO notificationResponse
                (id, appID, identifier, deliveredID, notification, action, text, date, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending')
            """,
            [
                id, app.rawValue, identifier, delivered.id.rawValue,
                try StoredJSON.text(notification, of: "The notification \(identifier) of \(app)"), action, text,
                context.now.storedMilliseconds,
            ]
        )
        return ResponseRecord(
            number: context.database.lastInsertedRowID,
            app: app,
            response: NotificationResponse(
                id: id,
                notification: notification,
                actionIdentifier: action,
                text: text
            ),
            notification: delivered.id,
            date: Date(storedMilliseconds: context.now.storedMilliseconds),
            state: .pending
        )
    }

    /// Acknowledges a pending response, or marks it as failed.
    static func finish(
        _ id: String,
        as ending: ResponseRecord.State,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        guard let (app, old) = try state(of: id, in: context) else { throw missing(id) }
        guard old == "pending" else {
            throw StoreError(.alreadyFinished, "The response \(id) to a notification of \(app) was finished before.")
        }
        switch ending {
        case .pending:
            return .unchanged
        case .acknowledged(let date):
            try context.run(
                "UPDATE notificationResponse SET state = 'acknowledged', acknowledged = ? WHERE id = ?",
                [date.storedMilliseconds, id]
            )
            try prune(app, in: context)
        case .failed(let reason):
            try context.run(
                "UPDATE notificationResponse SET state = 'failed', reason = ? WHERE id = ?",
                [reason.stored(bytes: ResponseOperation.reasonBytes), id]
            )
        }
        return context.record(.responses(app))
    }

    /// Makes a failed response pending again.
    static func retry(_ id: String, in context: TransactionContext) throws -> OperationOutcome {
        guard let (app, old) = try state(of: id, in: context) else { throw missing(id) }
        guard old == "failed" else { return .unchanged }
        try context.run("UPDATE notificationResponse SET state = 'pending', reason = NULL WHERE id = ?", [id])
        return context.record(.responses(app))
    }

    /// Deletes a response that is not pending.
    static func discard(_ id: String, in context: TransactionContext) throws -> OperationOutcome {
        guard let (app, old) = try state(of: id, in: context), old != "pending" else { return .unchanged }
        try context.run("DELETE FROM notificationResponse WHERE id = ?", [id])
        return context.record(.responses(app))
    }

    /// Deletes all responses of an app.
    static func removeAll(of app: AppID, in context: TransactionContext) throws {
        let count = try context.run("DELETE FROM notificationResponse WHERE appID = ?", [app.rawValue])
        if count > 0 { _ = context.record(.responses(app)) }
    }

    private static func state(
        of id: String,
        in context: TransactionContext
    ) throws -> (app: AppID, state: String)? {
        try context.database.row("SELECT appID, state FROM notificationResponse WHERE id = ?", [id])
            .map { (AppID($0[0]), $0[1]) }
    }

    private static func unfinishedCount(of app: AppID, in context: TransactionContext) throws -> Int {
        try context.database.row(
            "SELECT count(*) FROM notificationResponse WHERE appID = ? AND state <> 'acknowledged'",
            [app.rawValue]
        )?[0] ?? 0
    }

    /// Deletes old acknowledged responses of all apps, and those beyond the limit of one app.
    private static func prune(_ app: AppID, in context: TransactionContext) throws {
        let oldest = context.now.addingTimeInterval(-ResponseOperation.acknowledgedLifetime).storedMilliseconds
        try context.run(
            "DELETE FROM notificationResponse WHERE acknowledged IS NOT NULL AND acknowledged < ?",
            [oldest]
        )
        try context.run(
            """
            DELETE FROM notificationResponse WHERE number IN (
                SELECT number FROM notificationResponse WHERE appID = ? AND acknowledged IS NOT NULL
                ORDER BY acknowledged DESC, number DESC LIMIT -1 OFFSET ?)
            """,
            [app.rawValue, ResponseOperation.acknowledgedLimit]
        )
    }

    private static func missing(_ id: String) -> StoreError {
        StoreError(.notFound, .noSuchResponse(id))
    }
}
