package import FoundationEssentials
package import TodayProtocol

/// A stored action in the queue of an app and a group.
package struct ActionRecord: Hashable, Sendable {
    /// Ascending number, which is the order in which the app receives the actions of a group.
    package var number: Int64
    package var app: AppID
    package var group: GroupID
    /// The action as processes see it.
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

/// An app's answer to a batch.
package struct ActionBatchResult: Hashable, Sendable {
    package var app: AppID
    package var group: GroupID
    /// Numbers of the delivered actions.
    package var numbers: [Int64]
    /// Ids of the actions that the app processed; ids that were not delivered are ignored.
    package var processed: Set<ActionID>
    /// Reasons of the failed actions, as sentences; an action named here failed even if it is in ``processed`` too.
    package var failed: [ActionID: LocalizableText]

    package init(
        _ batch: ActionBatch,
        processed: Set<ActionID> = [],
        failed: [ActionID: LocalizableText] = [:]
    ) {
        app = batch.app
        group = batch.group
        numbers = batch.numbers
        self.processed = processed
        self.failed = failed
    }
}

/// The pending work for an app's queue, and its times.
package struct ActionSchedule: Hashable, Sendable {
    package var app: AppID
    /// Earliest time at which an action that is not due now is due for another attempt.
    package var nextAttempt: Date?
    /// `true` if actions can be delivered now.
    package var isDue: Bool
    /// Time from which the person should be asked to open the app because actions have waited too long; `nil` if none
    /// wait.
    package var request: Date?
    /// `true` if the person was asked and the request was not removed since.
    package var isRequested: Bool
}

/// The back-off between attempts of an action.
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
