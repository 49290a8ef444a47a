import GRDB
import SQLiteSupport
package import TodayProtocol

/// The cloud's response to a change of a subscription.
package enum RecordSubscriptionChange: Hashable, Sendable {
    /// The cloud has the subscription under an id.
    case created(RecordSubscription, cloudID: String)
    /// The cloud no longer has the subscription with an id; if the app ended it, it is deleted.
    case removed(id: String)
    case refused(RecordSubscription, TodayProtocol.RecordError)

    var id: String {
        switch self {
        case .created(let subscription, _), .refused(let subscription, _): subscription.id
        case .removed(let id): id
        }
    }
}

/// Queues changes of records, and records the state of changes and subscriptions in the cloud.
package enum RecordOperation: Hashable, Sendable {
    /// Adds changes at the end of their container's queue.
    ///
    /// Refused with code `limitExceeded` if the queue would have more than `RecordLimits.queuedChanges` changes or
    /// `RecordLimits.queuedBytes`, or if the app's changes in all queues would exceed `RecordLimits.appQueuedBytes`.
    case enqueue(RecordChangeSet)
    /// Records that changes are about to be sent, so that a lost response is noticed; the outcome is `delivering` with
    /// the numbers of those that are still queued: none if the host's device id in the cloud is no longer `device`.
    case begin(container: String, device: String, numbers: [Int64])
    /// Removes changes from the queue, and queues the refused ones as failures for their apps.
    ///
    /// Queued changes of the same record by the same process with the same change tag continue from the new tag. It
    /// does nothing if the host's device id in the cloud is no longer `device`.
    case finish(container: String, device: String, outcomes: [Int64: RecordChangeOutcome])
    case setToken(AppID, container: String, zone: ZoneName, token: String)
    /// Deletes the change tokens of a deleted zone.
    case forgetZone(container: String, ZoneName)
    /// Sets a subscription that an app requests; `unchanged` if it is already stored.
    ///
    /// Refused with code `limitExceeded` if the app would have more than `RecordLimits.subscriptions`.
    case subscribe(AppID, container: String, RecordSubscription)
    case unsubscribe(AppID, container: String, id: String)
    /// Records the cloud's response to a change of a subscription; `unchanged` if the host's device id in the cloud is
    /// no longer `device`.
    case setSubscription(AppID, container: String, device: String, RecordSubscriptionChange)
    /// Deletes subscriptions that fire once and have fired, by their id in the cloud.
    case subscriptionFired(container: String, cloudID: String)
    /// Removes an app's failures up to a number; refused with code `alreadyFinished` if there are none. Must be
    /// committed together with the changes that the app made in its answer.
    case finishFailures(AppID, through: Int64)
}

extension TransactionContext {
    func apply(_ operation: RecordOperation) throws -> OperationOutcome {
        switch operation {
        case .enqueue(let changes): try enqueue(changes)
        case .begin(let container, let device, let numbers):
            .delivering(try begin(numbers, of: container, device: device))
        case .finish(let container, let device, let outcomes): try finish(outcomes, of: container, device: device)
        case .setToken(let app, let container, let zone, let token): try setToken(token, of: app, container, zone)
        case .forgetZone(let container, let zone):
            try run("DELETE FROM recordToken WHERE container = ? AND zone = ?", [container, zone]) > 0
                ? .changed : .unchanged
        case .subscribe(let app, let container, let subscription): try want(subscription, of: app, container)
        case .unsubscribe(let app, let container, let id): try endSubscription(id, of: app, container)
        case .setSubscription(let app, let container, let device, let change):
            try reader.cloudLink()?.deviceID == device
                ? apply(change, of: app, container) : .unchanged
        case .subscriptionFired(let container, let cloudID): try fired(cloudID, container)
        case .finishFailures(let app, let last): try finishFailures(app, through: last)
        }
    }

    /// Deletes the state of a database of the cloud: change tokens, and the subscriptions known to exist in it.
    func forgetRecordDatabase() throws {
        try run("DELETE FROM recordToken")
        try run("DELETE FROM recordSubscription WHERE wanted IS NULL")
        try run("UPDATE recordSubscription SET created = NULL, cloudID = NULL, error = NULL")
        for row in try all("SELECT DISTINCT container FROM recordSubscription ORDER BY container") {
            record(.recordSubscriptions(row[0]))
        }
    }

    /// Turns every queued change into a failure, because the host leaves the person's cloud.
    func failAllRecordChanges() throws {
        try forgetRecordDatabase()
        try failAllChanges(
            TodayProtocol.RecordError(.notLinked, "This device left the cloud before the change was sent.")
        )
    }
}

/// The table of the subscriptions that apps request, with their state in the cloud.
extension TransactionContext {
    func want(_ subscription: RecordSubscription, of app: AppID, _ container: String) throws -> OperationOutcome {
        try RecordCheck.check(subscription)
        var stored =
            try reader.recordSubscription(subscription.id, of: app, container)
            ?? StoredRecordSubscription(app: app, container: container, id: subscription.id)
        guard stored.wanted != subscription else { return .unchanged }
        (stored.wanted, stored.error) = (subscription, nil)
        try put(stored)
        let count = try number("SELECT count(*) FROM recordSubscription WHERE appID = ? AND wanted IS NOT NULL", [app])
        guard count <= RecordLimits.subscriptions else {
            throw StoreError(
                .limitExceeded,
                "\(app) has \(RecordLimits.subscriptions) subscriptions to records, which is the limit; end one first."
            )
        }
        return record(.recordSubscriptions(container))
    }

    func endSubscription(_ id: String, of app: AppID, _ container: String) throws -> OperationOutcome {
        guard var stored = try reader.recordSubscription(id, of: app, container), stored.wanted != nil else {
            return .unchanged
        }
        (stored.wanted, stored.error) = (nil, nil)
        return try put(stored)
    }

    func apply(_ change: RecordSubscriptionChange, of app: AppID, _ container: String) throws -> OperationOutcome {
        guard var stored = try reader.recordSubscription(change.id, of: app, container) else { return .unchanged }
        switch change {
        case .created(let subscription, let cloudID):
            (stored.created, stored.cloudID, stored.error) = (subscription, cloudID, nil)
        case .removed: (stored.created, stored.cloudID) = (nil, nil)
        case .refused(let subscription, let error):
            // If the app now requests other settings, those are tried instead.
            guard stored.wanted == subscription else { return .unchanged }
            stored.error = error
        }
        return try put(stored)
    }

    func fired(_ cloudID: String, _ container: String) throws -> OperationOutcome {
        var outcome = OperationOutcome.unchanged
        for var stored in try reader.recordSubscriptions(in: container, cloudID: cloudID)
        where stored.created?.firesOnce ?? false {
            // If the app now requests other settings, the subscription is created with those next.
            if stored.isActive { stored.wanted = nil }
            (stored.created, stored.cloudID) = (nil, nil)
            outcome = try put(stored)
        }
        return outcome
    }

    /// Stores a subscription, or deletes one that neither the app requests nor the cloud has.
    @discardableResult
    private func put(_ subscription: StoredRecordSubscription) throws -> OperationOutcome {
        let key: StoredValues = [subscription.app, subscription.container, subscription.id]
        try run("DELETE FROM recordSubscription WHERE appID = ? AND container = ? AND id = ?", key)
        func text(_ value: (some Encodable)?) throws(StoreError) -> String? {
            guard let value else { return nil }
            return try StoredJSON.text(value, of: "The subscription \(subscription.id)")
        }
        if subscription.wanted != nil || subscription.created != nil {
            try run(
                """
                INSERT INTO recordSubscription (appID, container, id, wanted, created, cloudID, error)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                key + [
                    try text(subscription.wanted), try text(subscription.created), subscription.cloudID,
                    try text(subscription.error),
                ]
            )
        }
        return record(.recordSubscriptions(subscription.container))
    }

    /// Returns the app's own id for the subscription that the cloud names in a notification.
    func ownID(of cloudID: String, _ app: AppID, _ container: String) throws -> String {
        let own = try reader.recordSubscriptions(in: container, cloudID: cloudID).filter { $0.app == app }
        return own.first { $0.id == cloudID }?.id ?? own.first?.id ?? cloudID
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

    /// Deletes the oldest failures of an app beyond the limits, but never the newest one; returns their number.
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
}
