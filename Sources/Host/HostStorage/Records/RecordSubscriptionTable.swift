import GRDB
import SQLiteSupport
import TodayProtocol

/// The table of the subscriptions that apps request, with their state in the cloud.
enum RecordSubscriptionTable {
    static func want(
        _ subscription: RecordSubscription,
        of app: AppID,
        _ container: String,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        try RecordCheck.check(subscription)
        let old = try context.reader.recordSubscription(subscription.id, of: app, container)
        guard old?.wanted != subscription else { return .unchanged }
        let text = try StoredJSON.text(subscription, of: "The subscription \(subscription.id)")
        try context.run(
            """
            INSERT INTO recordSubscription (appID, container, id, wanted) VALUES (?, ?, ?, ?)
            ON CONFLICT (appID, container, id) DO UPDATE SET wanted = excluded.wanted, error = NULL
            """,
            [app.rawValue, container, subscription.id, text]
        )
        let row = try context.database.row(
            "SELECT count(*) FROM recordSubscription WHERE appID = ? AND wanted IS NOT NULL",
            [app.rawValue]
        )
        guard let count: Int = row?[0], count <= RecordLimits.subscriptions else {
            throw StoreError(
                .limitExceeded,
                "\(app) has \(RecordLimits.subscriptions) subscriptions to records, which is the limit; end one first."
            )
        }
        return context.record(.recordSubscriptions(container))
    }

    static func end(
        _ id: String,
        of app: AppID,
        _ container: String,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        guard let old = try context.reader.recordSubscription(id, of: app, container), old.wanted != nil else {
            return .unchanged
        }
        if old.cloudID == nil {
            try delete(id, of: app, container, in: context)
        } else {
            try context.run(
                "UPDATE recordSubscription SET wanted = NULL, error = NULL WHERE appID = ? AND container = ? AND id = ?",
                [app.rawValue, container, id]
            )
        }
        return context.record(.recordSubscriptions(container))
    }

    static func apply(
        _ change: RecordSubscriptionChange,
        of app: AppID,
        _ container: String,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        switch change {
        case .created(let subscription, let cloudID):
            try created(subscription, as: cloudID, of: app, container, in: context)
        case .removed(let id): try removed(id, of: app, container, in: context)
        case .refused(let subscription, let error): try refused(subscription, error, of: app, container, in: context)
        }
    }

    private static func created(
        _ subscription: RecordSubscription,
        as cloudID: String,
        of app: AppID,
        _ container: String,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let count = try context.run(
            """
            UPDATE recordSubscription SET created = ?, cloudID = ?, error = NULL
            WHERE appID = ? AND container = ? AND id = ?
            """,
            [
                try StoredJSON.text(subscription, of: "The subscription \(subscription.id)"), cloudID, app.rawValue,
                container, subscription.id,
            ]
        )
        return count > 0 ? context.record(.recordSubscriptions(container)) : .unchanged
    }

    private static func removed(
        _ id: String,
        of app: AppID,
        _ container: String,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        guard let old = try context.reader.recordSubscription(id, of: app, container) else { return .unchanged }
        if old.wanted == nil {
            try delete(id, of: app, container, in: context)
        } else {
            try context.run(
                "UPDATE recordSubscription SET created = NULL, cloudID = NULL WHERE appID = ? AND container = ? AND id = ?",
                [app.rawValue, container, id]
            )
        }
        return context.record(.recordSubscriptions(container))
    }

    private static func refused(
        _ subscription: RecordSubscription,
        _ error: TodayProtocol.RecordError,
        of app: AppID,
        _ container: String,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        // If the app now requests other settings, those are tried instead.
        let old = try context.reader.recordSubscription(subscription.id, of: app, container)
        guard old?.wanted == subscription else { return .unchanged }
        try context.run(
            "UPDATE recordSubscription SET error = ? WHERE appID = ? AND container = ? AND id = ?",
            [
                try StoredJSON.text(error, of: "The error of the subscription \(subscription.id)"), app.rawValue,
                container, subscription.id,
            ]
        )
        return context.record(.recordSubscriptions(container))
    }

    static func fired(_ cloudID: String, _ container: String, in context: TransactionContext) throws
        -> OperationOutcome
    {
        var outcome = OperationOutcome.unchanged
        for subscription in try context.reader.recordSubscriptions(in: container, cloudID: cloudID)
        where subscription.created?.firesOnce ?? false {
            if subscription.isActive || subscription.wanted == nil {
                try delete(subscription.id, of: subscription.app, container, in: context)
            } else {
                // The app now requests other settings, with which the subscription is created next.
                _ = try removed(subscription.id, of: subscription.app, container, in: context)
            }
            outcome = context.record(.recordSubscriptions(container))
        }
        return outcome
    }

    /// Marks every subscription as missing in the cloud, and deletes those that were ended.
    static func forgetDatabase(in context: TransactionContext) throws {
        try context.run("DELETE FROM recordSubscription WHERE wanted IS NULL")
        try context.run("UPDATE recordSubscription SET created = NULL, cloudID = NULL, error = NULL")
        for row in try context.database.rows("SELECT DISTINCT container FROM recordSubscription ORDER BY container") {
            _ = context.record(.recordSubscriptions(row[0]))
        }
    }

    /// Returns the app's own id for the subscription that the cloud names in a notification.
    static func ownID(
        of cloudID: String,
        _ app: AppID,
        _ container: String,
        in context: TransactionContext
    ) throws -> String {
        let own = try context.reader.recordSubscriptions(in: container, cloudID: cloudID).filter { $0.app == app }
        return own.first { $0.id == cloudID }?.id ?? own.first?.id ?? cloudID
    }

    private static func delete(
        _ id: String,
        of app: AppID,
        _ container: String,
        in context: TransactionContext
    ) throws {
        try context.run(
            "DELETE FROM recordSubscription WHERE appID = ? AND container = ? AND id = ?",
            [app.rawValue, container, id]
        )
    }
}
