import GRDB
package import TodayProtocol

/// What a cloud did about a subscription.
package enum RecordSubscriptionChange: Hashable, Sendable {
    /// It has the subscription, under an id.
    case created(RecordSubscription, cloudID: String)
    /// It does not have the subscription with an id any more; one that was ended is deleted.
    case removed(id: String)
    /// It refuses the subscription as it is wanted.
    case refused(RecordSubscription, TodayProtocol.RecordError)
}

/// Queues changes of records, and records what the cloud has of them and of subscriptions.
package enum RecordOperation: Hashable, Sendable {
    /// Adds changes at the end of their container's queue.
    ///
    /// Refused with code `limitExceeded` if the queue would have more than `RecordLimits.queuedChanges` changes or
    /// `RecordLimits.queuedBytes`, or the app's changes in all queues more than `RecordLimits.appQueuedBytes`.
    case enqueue(RecordChangeSet)
    /// Records that sending changes begins, so that a lost answer is noticed; the outcome is `delivering` with the
    /// numbers of those that are still there: a deletion may have withdrawn some since they were read.
    ///
    /// There are none if the host's device id in the cloud is not `device` any more.
    case begin(container: String, device: String, numbers: [Int64])
    /// Removes changes from the queue, and queues the refused ones as failures for their apps.
    ///
    /// Changes of the same record by the same process that wait with the same change tag continue from the new tag. It
    /// does nothing if the host's device id in the cloud is not `device` any more.
    case finish(container: String, device: String, outcomes: [Int64: RecordChangeOutcome])
    /// Sets the token behind the changes of a zone that an app accepted.
    case setToken(AppID, container: String, zone: ZoneName, token: String)
    /// Deletes the tokens of a zone that was deleted.
    case forgetZone(container: String, ZoneName)
    /// Sets a subscription that an app wants; `unchanged` if it is stored already.
    ///
    /// Refused with code `limitExceeded` beyond `RecordLimits.subscriptions` of the app.
    case subscribe(AppID, container: String, RecordSubscription)
    /// Ends a subscription; `unchanged` if there is none.
    case unsubscribe(AppID, container: String, id: String)
    /// Records what a cloud did about a subscription; `unchanged` if the host's device id in the cloud is not `device`
    /// any more.
    case setSubscription(AppID, container: String, device: String, RecordSubscriptionChange)
    /// Deletes subscriptions that fire once and have fired, by the cloud's id.
    case subscriptionFired(container: String, cloudID: String)
    /// Removes an app's failures up to a number after the app has acknowledged them; refused with code
    /// `alreadyFinished` if there are none.
    ///
    /// It must be committed together with the changes of the app.
    case finishFailures(AppID, through: Int64)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .enqueue(let changes): try RecordQueueTable.enqueue(changes, in: context)
        case .begin(let container, let device, let numbers):
            .delivering(try RecordQueueTable.begin(numbers, of: container, device: device, in: context))
        case .finish(let container, let device, let outcomes):
            try RecordQueueTable.finish(outcomes, of: container, device: device, in: context)
        case .setToken(let app, let container, let zone, let token):
            try RecordTokenTable.set(token, of: app, container, zone, in: context)
        case .forgetZone(let container, let zone): try RecordTokenTable.forget(container, zone, in: context)
        case .subscribe(let app, let container, let subscription):
            try RecordSubscriptionTable.want(subscription, of: app, container, in: context)
        case .unsubscribe(let app, let container, let id):
            try RecordSubscriptionTable.end(id, of: app, container, in: context)
        case .setSubscription(let app, let container, let device, let change):
            try context.reader.cloudLink()?.deviceID == device
                ? RecordSubscriptionTable.apply(change, of: app, container, in: context) : .unchanged
        case .subscriptionFired(let container, let cloudID):
            try RecordSubscriptionTable.fired(cloudID, container, in: context)
        case .finishFailures(let app, let last): try RecordFailureTable.finish(app, through: last, in: context)
        }
    }

    /// Deletes the tokens, subscriptions and failures of an app that is removed.
    ///
    /// Its queued changes were acknowledged, and are still sent; its subscriptions stay in the cloud, since other devices
    /// of the person may use them.
    static func forget(_ app: AppID, in context: TransactionContext) throws {
        try context.run("DELETE FROM recordToken WHERE appID = ?", [app.rawValue])
        try context.run("DELETE FROM recordSubscription WHERE appID = ?", [app.rawValue])
        try RecordFailureTable.forget(app, in: context)
    }

    /// Forgets what belongs to a database of the cloud: tokens, and which subscriptions it has.
    static func forgetDatabase(in context: TransactionContext) throws {
        try context.run("DELETE FROM recordToken")
        try RecordSubscriptionTable.forgetDatabase(in: context)
    }

    /// Ends every queued change as a failure, since the host leaves the person's cloud.
    static func forgetPerson(in context: TransactionContext) throws {
        try forgetDatabase(in: context)
        try RecordQueueTable.failAll(
            TodayProtocol.RecordError(.notLinked, "This device left the cloud before the change was sent."),
            in: context
        )
    }
}
