package import FoundationEssentials
import GRDB
import JSON
import SQLiteSupport
package import TodayProtocol

/// Changes the action queues of apps.
///
/// A queue belongs to an app and a group. An action stays in it until the app has processed it, the person discards it,
/// or the process that enqueued it withdraws it. The store reports every change but ``deliver(_:)`` as
/// ``StoreChange/actions(_:_:)``.
package enum ActionOperation: Hashable, Sendable {
    /// The largest number of actions in the queues of one app.
    package static let queueLimit = 10_000
    /// The largest total size of the payloads in the queues of one app, in bytes of JSON.
    package static let queueBytes = 32 << 20
    /// The largest number of actions in one batch, and their largest payload size; a batch has at least one action.
    package static let batchLimit = 100
    package static let batchBytes = 256 << 10
    /// Limits for the remembered ids of an app's processed actions: their number, and their age in seconds.
    package static let processedLimit = 100_000
    package static let processedLifetime = 30.0 * 86_400
    /// Number of bytes after which a reason is cut.
    package static let reasonBytes = 1000
    /// Default time for which an action waits before the person is asked to open its app, in seconds.
    package static let requestDelay = 24.0 * 60 * 60

    /// Adds an action; `unchanged` if its id is queued, or was processed or discarded recently.
    ///
    /// Refused with code `invalid` if the id is malformed, with `limitExceeded` if the payload is larger than
    /// ``TodayProtocol/ActionsEnqueueRequest/payloadBytes`` or a queue would exceed ``queueLimit`` or ``queueBytes``,
    /// and with `notFound` if the app is not installed.
    case enqueue(AppID, GroupID, ActionsEnqueueRequest.NewAction)
    /// Removes actions that were never delivered; the outcome is `withdrawn`.
    ///
    /// With `requiresAll` it is refused with code `notFound` if one of them cannot be removed. Actions in `enqueued`,
    /// which the same transaction enqueued, may be missing: they were processed earlier, so enqueuing them had no
    /// effect.
    case withdraw(AppID, GroupID, [ActionID], requiresAll: Bool = false, enqueued: Set<ActionID> = [])
    /// Marks the actions of a batch as being delivered until a later operation finishes the batch or the store is
    /// closed; the outcome is `delivering` with the numbers of the actions that are still queued.
    ///
    /// The mark is not durable and costs no write to the disk: after a crash of the host the action counts as not
    /// delivered, since no change that the app made through the host was committed.
    case deliver([Int64])
    /// Finishes a batch that the app answered: removes what it processed, and counts failed attempts.
    ///
    /// If the app names no action of the batch, the first one counts as failed. Refused with code `alreadyFinished` if
    /// no action of the batch is queued any more because the app was removed; none of the app's changes are then kept.
    /// Ids that were not delivered are ignored, and an action in `failed` failed even if it is in `processed` too.
    case finish(ActionBatch, processed: Set<ActionID> = [], failed: [ActionID: LocalizableText] = [:])
    /// Counts a failed attempt for the first action of a batch; the other actions stay as they are.
    case fail(ActionBatch, reason: LocalizableText)
    /// Ends the delivery of a batch without counting an attempt.
    case release([Int64])
    /// Records a successful background run of an app, which postpones the request to open it.
    ///
    /// With `hasProcessed`, it also records that the queue was emptied, unless actions wait. Without it, nothing
    /// changes if the app has no actions.
    case recordRun(AppID, hasProcessed: Bool)
    /// Records that the person was asked to open an app, or that the request was removed.
    case setRequested(AppID, Bool)
    /// Makes an action due at once and resets its attempts; refused with code `notFound` if it does not exist, and with
    /// `invalid` while it is being delivered.
    case retry(Int64)
    /// Removes an action and remembers its id; refused like ``retry(_:)``.
    case discard(Int64)
}

extension TransactionContext {
    func apply(_ operation: ActionOperation) throws -> OperationOutcome {
        switch operation {
        case .enqueue(let app, let group, let action): try enqueue(action, to: group, of: app)
        case .withdraw(let app, let group, let ids, let requiresAll, let enqueued):
            .withdrawn(try withdraw(ids, from: group, of: app, requiresAll: requiresAll, enqueued: enqueued))
        case .deliver(let numbers): .delivering(try deliver(numbers))
        case .finish(let batch, let processed, let failed): try finish(batch, processed, failed)
        case .fail(let batch, let reason): try fail(batch, reason)
        case .release(let numbers): try release(numbers)
        case .recordRun(let app, let hasProcessed):
            try recordRun(of: app, hasProcessed: hasProcessed) == .changed
                ? record(.appRun(app)) : .unchanged
        case .setRequested(let app, let isRequested): try setRequested(isRequested, of: app)
        case .retry(let number): try retryAction(number)
        case .discard(let number): try discardAction(number)
        }
    }
}

/// The limits of one action, which are checked before it is accepted in a transaction.
package enum ActionLimits {
    /// Checks an action and returns its payload as text; refused with code `invalid` or `limitExceeded`.
    @discardableResult
    package static func check(
        _ action: ActionsEnqueueRequest.NewAction,
        in group: GroupID
    ) throws(StoreError) -> String {
        guard action.id.isWellFormed else {
            throw StoreError(.invalid, "An action's id is 1 to 128 printable ASCII characters without a space.")
        }
        let text = action.payload.jsonText
        guard text.utf8.count <= ActionsEnqueueRequest.payloadBytes else {
            throw StoreError(
                .limitExceeded,
                """
                The action \(action.id) in \(group) has \(text.utf8.count) bytes; at most \
                \(ActionsEnqueueRequest.payloadBytes) are allowed. Put large data into the group's folder.
                """
            )
        }
        return text
    }
}

/// A stored action in the queue of an app and a group.
package struct ActionRecord: Hashable, Sendable {
    /// Ascending number, which is the order in which the app receives the actions of a group.
    package var number: Int64
    package var app: AppID
    package var group: GroupID
    package var action: PendingAction
    /// Reason that the last attempt failed, as a sentence; processes see it in English.
    package var error: LocalizableText?
    /// Time of the next attempt; `nil` if no attempt has failed or the action was set aside.
    package var nextAttempt: Date?
}

package struct ActionPage: Hashable, Sendable {
    package var actions: [ActionRecord]
    /// The number after which the next page begins; `nil` at the end.
    package var next: Int64?
}

/// Actions of one group that are delivered to an app together, in order.
package struct ActionBatch: Hashable, Sendable {
    package var app: AppID
    package var group: GroupID
    /// The actions, at least one.
    package var actions: [ActionRecord]

    package var numbers: [Int64] { actions.map(\.number) }
}

/// The pending work for an app's queue, and its times.
package struct ActionSchedule: Hashable, Sendable {
    package var app: AppID
    /// Earliest time at which an action that is not due now is due for another attempt.
    package var nextAttempt: Date?
    package var isDue: Bool
    /// Time from which the person should be asked to open the app; `nil` if no action waits.
    package var request: Date?
    /// `true` if the person was asked and the request was not removed since.
    package var isRequested: Bool
}

package enum ActionBackoff {
    /// Number of attempts after which an action is set aside.
    package static let attemptLimit = 8
    /// The longest wait, in seconds.
    package static let longest = 300.0

    /// Returns the wait in seconds after a number of failed attempts: one second, doubled for each further attempt.
    package static func delay(after attempts: Int) -> Double {
        min(longest, Double(1 << min(max(attempts - 1, 0), 16)))
    }
}

/// Changes the times at which apps are to be started in the background.
package enum ScheduledWakeOperation: Hashable, Sendable {
    /// Sets an app's time in place of an earlier one.
    ///
    /// A time less than `WakeScheduleRequest.minimumDelay` ahead is set to that delay. Refused with code `notFound` if
    /// the app is not installed.
    case set(AppID, Date)
    /// Removes an app's time; `unchanged` if it has none.
    case remove(AppID)
}

extension TransactionContext {
    func apply(_ operation: ScheduledWakeOperation) throws -> OperationOutcome {
        switch operation {
        case .set(let app, let date):
            try requireInstalled(app)
            let date = max(date, now.addingTimeInterval(WakeScheduleRequest.minimumDelay))
            try run(
                """
                INSERT INTO scheduledWake (appID, date) VALUES (?, ?)
                ON CONFLICT (appID) DO UPDATE SET date = excluded.date
                """,
                [app, date]
            )
            return record(.scheduledWake(app))
        case .remove(let app):
            return try run("DELETE FROM scheduledWake WHERE appID = ?", [app], recording: .scheduledWake(app))
        }
    }
}

extension DurableReader {
    /// Reads the times at which apps are to be started, earliest first.
    package func scheduledWakes() throws -> [(app: AppID, date: Date)] {
        try all("SELECT appID, date FROM scheduledWake ORDER BY date, appID").map { row in
            (AppID(row[0]), Date(storedMilliseconds: row[1]))
        }
    }
}

extension DurableSchema {
    static let scheduledWakeTable = """
        CREATE TABLE scheduledWake (
            appID TEXT NOT NULL PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE, date INTEGER NOT NULL) STRICT;
        """
}
