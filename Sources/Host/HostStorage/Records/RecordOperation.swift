import GRDB
package import TodayProtocol

/// The cloud's response to a change of a subscription.
package enum RecordSubscriptionChange: Hashable, Sendable {
    /// The cloud has the subscription under an id.
    case created(RecordSubscription, cloudID: String)
    /// The cloud no longer has the subscription with an id; if the app ended it, it is deleted.
    case removed(id: String)
    /// The cloud refuses the requested subscription.
    case refused(RecordSubscription, TodayProtocol.RecordError)
}

/// Queues changes of records, and records the state of changes and subscriptions in the cloud.
package enum RecordOperation: Hashable, Sendable {
    /// Adds changes at the end of their container's queue.
    ///
    /// Refused with code `limitExceeded` if the queue would have more than `RecordLimits.queuedChanges` changes or
    /// `RecordLimits.queuedBytes`, or if the app's changes in all queues would exceed `RecordLimits.appQueuedBytes`.
    case enqueue(RecordChangeSet)
    /// Records that changes are about to be sent, so that a lost response is noticed; the outcome is `delivering` with
    /// the numbers of those that are still queued, because a deletion may have withdrawn some since they were read.
    ///
    /// There are none if the host's device id in the cloud is no longer `device`.
    case begin(container: String, device: String, numbers: [Int64])
    /// Removes changes from the queue, and queues the refused ones as failures for their apps.
    ///
    /// Queued changes of the same record by the same process with the same change tag continue from the new tag. It
    /// does nothing if the host's device id in the cloud is no longer `device`.
    case finish(container: String, device: String, outcomes: [Int64: RecordChangeOutcome])
    /// Sets an app's change token for a zone.
    case setToken(AppID, container: String, zone: ZoneName, token: String)
    /// Deletes the change tokens of a deleted zone.
    case forgetZone(container: String, ZoneName)
    /// Sets a subscription that an app requests; `unchanged` if it is already stored.
    ///
    /// Refused with code `limitExceeded` if the app would have more than `RecordLimits.subscriptions`.
    case subscribe(AppID, container: String, RecordSubscription)
    /// Ends a subscription; `unchanged` if there is none.
    case unsubscribe(AppID, container: String, id: String)
    /// Records the cloud's response to a change of a subscription; `unchanged` if the host's device id in the cloud is
    /// no longer `device`.
    case setSubscription(AppID, container: String, device: String, RecordSubscriptionChange)
    /// Deletes subscriptions that fire once and have fired, by their id in the cloud.
    case subscriptionFired(container: String, cloudID: String)
    /// Removes an app's failures up to a number after the app has acknowledged them; refused with code
    /// `alreadyFinished` if there are none.
    ///
    /// It must be committed together with the changes of the app.
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
        case .forgetZone(let container, let zone): try forgetTokens(container, zone)
        case .subscribe(let app, let container, let subscription): try want(subscription, of: app, container)
        case .unsubscribe(let app, let container, let id): try endSubscription(id, of: app, container)
        case .setSubscription(let app, let container, let device, let change):
            try reader.cloudLink()?.deviceID == device
                ? apply(change, of: app, container) : .unchanged
        case .subscriptionFired(let container, let cloudID): try fired(cloudID, container)
        case .finishFailures(let app, let last): try finishFailures(app, through: last)
        }
    }

    /// Deletes the tokens, subscriptions and failures of an app that is removed.
    ///
    /// Its queued changes were acknowledged and are still sent; its subscriptions stay in the cloud, because the
    /// person's other devices may use them.
    func forgetRecords(_ app: AppID) throws {
        try run("DELETE FROM recordToken WHERE appID = ?", [app])
        try run("DELETE FROM recordSubscription WHERE appID = ?", [app])
        try forgetFailures(app)
    }

    /// Deletes the state of a database of the cloud: change tokens, and the subscriptions known to exist in it.
    func forgetRecordDatabase() throws {
        try run("DELETE FROM recordToken")
        try forgetSubscriptions()
    }

    /// Turns every queued change into a failure, because the host leaves the person's cloud.
    func failAllRecordChanges() throws {
        try forgetRecordDatabase()
        try failAllChanges(
            TodayProtocol.RecordError(.notLinked, "This device left the cloud before the change was sent.")
        )
    }
}
