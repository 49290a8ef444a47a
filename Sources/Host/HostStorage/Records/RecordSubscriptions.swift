import GRDB
import SQLiteSupport
import TodayProtocol

/// The table of the subscriptions that apps request, with their state in the cloud.
extension TransactionContext {
    func want(_ subscription: RecordSubscription, of app: AppID, _ container: String) throws -> OperationOutcome {
        try RecordCheck.check(subscription)
        let old = try reader.recordSubscription(subscription.id, of: app, container)
        guard old?.wanted != subscription else { return .unchanged }
        let text = try StoredJSON.text(subscription, of: "The subscription \(subscription.id)")
        try run(
            """
            INSERT INTO recordSubscription (appID, container, id, wanted) VALUES (?, ?, ?, ?)
            ON CONFLICT (appID, container, id) DO UPDATE SET wanted = excluded.wanted, error = NULL
            """,
            [app, container, subscription.id, text]
        )
        let row = try first("SELECT count(*) FROM recordSubscription WHERE appID = ? AND wanted IS NOT NULL", [app])
        guard let count: Int = row?[0], count <= RecordLimits.subscriptions else {
            throw StoreError(
                .limitExceeded,
                "\(app) has \(RecordLimits.subscriptions) subscriptions to records, which is the limit; end one first."
            )
        }
        return record(.recordSubscriptions(container))
    }

    func endSubscription(_ id: String, of app: AppID, _ container: String) throws -> OperationOutcome {
        guard let old = try reader.recordSubscription(id, of: app, container), old.wanted != nil else {
            return .unchanged
        }
        if old.cloudID == nil {
            try deleteSubscription(id, of: app, container)
        } else {
            try run(
                "UPDATE recordSubscription SET wanted = NULL, error = NULL WHERE appID = ? AND container = ? AND id = ?",
                [app, container, id]
            )
        }
        return record(.recordSubscriptions(container))
    }

    func apply(_ change: RecordSubscriptionChange, of app: AppID, _ container: String) throws -> OperationOutcome {
        switch change {
        case .created(let subscription, let cloudID):
            try created(subscription, as: cloudID, of: app, container)
        case .removed(let id): try removed(id, of: app, container)
        case .refused(let subscription, let error): try refused(subscription, error, of: app, container)
        }
    }

    private func created(
        _ subscription: RecordSubscription,
        as cloudID: String,
        of app: AppID,
        _ container: String
    ) throws -> OperationOutcome {
        try run(
            """
            UPDATE recordSubscription SET created = ?, cloudID = ?, error = NULL
            WHERE appID = ? AND container = ? AND id = ?
            """,
            [
                try StoredJSON.text(subscription, of: "The subscription \(subscription.id)"), cloudID, app,
                container, subscription.id,
            ],
            recording: .recordSubscriptions(container)
        )
    }

    private func removed(_ id: String, of app: AppID, _ container: String) throws -> OperationOutcome {
        guard let old = try reader.recordSubscription(id, of: app, container) else { return .unchanged }
        if old.wanted == nil {
            try deleteSubscription(id, of: app, container)
        } else {
            try run(
                "UPDATE recordSubscription SET created = NULL, cloudID = NULL WHERE appID = ? AND container = ? AND id = ?",
                [app, container, id]
            )
        }
        return record(.recordSubscriptions(container))
    }

    private func refused(
        _ subscription: RecordSubscription,
        _ error: TodayProtocol.RecordError,
        of app: AppID,
        _ container: String
    ) throws -> OperationOutcome {
        // If the app now requests other settings, those are tried instead.
        let old = try reader.recordSubscription(subscription.id, of: app, container)
        guard old?.wanted == subscription else { return .unchanged }
        try run(
            "UPDATE recordSubscription SET error = ? WHERE appID = ? AND container = ? AND id = ?",
            [
                try StoredJSON.text(error, of: "The error of the subscription \(subscription.id)"), app,
                container, subscription.id,
            ]
        )
        return record(.recordSubscriptions(container))
    }

    func fired(_ cloudID: String, _ container: String) throws
        -> OperationOutcome
    {
        var outcome = OperationOutcome.unchanged
        for subscription in try reader.recordSubscriptions(in: container, cloudID: cloudID)
        where subscription.created?.firesOnce ?? false {
            if subscription.isActive || subscription.wanted == nil {
                try deleteSubscription(subscription.id, of: subscription.app, container)
            } else {
                // The app now requests other settings, with which the subscription is created next.
                _ = try removed(subscription.id, of: subscription.app, container)
            }
            outcome = record(.recordSubscriptions(container))
        }
        return outcome
    }

    /// Marks every subscription as missing in the cloud, and deletes those that were ended.
    func forgetSubscriptions() throws {
        try run("DELETE FROM recordSubscription WHERE wanted IS NULL")
        try run("UPDATE recordSubscription SET created = NULL, cloudID = NULL, error = NULL")
        for row in try all("SELECT DISTINCT container FROM recordSubscription ORDER BY container") {
            record(.recordSubscriptions(row[0]))
        }
    }

    /// Returns the app's own id for the subscription that the cloud names in a notification.
    func ownID(of cloudID: String, _ app: AppID, _ container: String) throws -> String {
        let own = try reader.recordSubscriptions(in: container, cloudID: cloudID).filter { $0.app == app }
        return own.first { $0.id == cloudID }?.id ?? own.first?.id ?? cloudID
    }

    private func deleteSubscription(_ id: String, of app: AppID, _ container: String) throws {
        try run("DELETE FROM recordSubscription WHERE appID = ? AND container = ? AND id = ?", [app, container, id])
    }
}

/// The table of failures that wait for their apps.
extension TransactionContext {
    func add(_ failure: RecordFailure, of app: AppID) throws {
        // An app that is not installed cannot receive failures.
        guard try reader.app(app) != nil else { return }
        let text = try StoredJSON.text(failure, of: "The failure of the record \(failure.name)")
        try run("INSERT INTO recordFailure (appID, failure, size) VALUES (?, ?, ?)", [app, text, text.utf8.count])
        if try dropOldest(of: app) > 0 {
            let error = StoreError(
                .limitExceeded,
                """
                \(app) does not handle its failed records; of more than \(RecordLimits.failures), or 16 MiB, the oldest \
                are lost.
                """
            )
            logOnce(error, "Failures of records are dropped")
        }
        record(.recordFailures(app))
    }

    /// Deletes the oldest failures of an app beyond the limits, but never the newest one.
    ///
    /// - Returns: The number of deleted failures.
    private func dropOldest(of app: AppID) throws -> Int {
        let row = try first("SELECT count(*), coalesce(sum(size), 0) FROM recordFailure WHERE appID = ?", [app])
        let isOver = row.map { $0[0] as Int > RecordLimits.failures || $0[1] as Int > RecordLimits.failureBytes }
        guard isOver ?? false else { return 0 }
        return try run(
            """
            DELETE FROM recordFailure WHERE number IN (
                SELECT number FROM (
                    SELECT number, row_number() OVER newest AS position, sum(size) OVER newest AS bytes
                    FROM recordFailure WHERE appID = ? WINDOW newest AS (ORDER BY number DESC))
                WHERE position > ? OR bytes > ? AND position > 1)
            """,
            [app, RecordLimits.failures, RecordLimits.failureBytes]
        )
    }

    func finishFailures(_ app: AppID, through last: Int64) throws -> OperationOutcome {
        let count = try run("DELETE FROM recordFailure WHERE appID = ? AND number <= ?", [app, last])
        guard count > 0 else {
            throw StoreError(.alreadyFinished, "The failed records of \(app) were acknowledged before.")
        }
        return record(.recordFailures(app))
    }

    func forgetFailures(_ app: AppID) throws {
        try run("DELETE FROM recordFailure WHERE appID = ?", [app], recording: .recordFailures(app))
    }
}
