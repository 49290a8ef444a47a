package import FoundationEssentials
package import TodayProtocol

/// An action in the queue of an app and a group, as the store has it.
package struct ActionRecord: Hashable, Sendable {
    /// An ascending number: the order in which the app receives the actions of a group.
    package var number: Int64
    package var app: AppID
    package var group: GroupID
    /// The action as processes see it.
    package var action: PendingAction
    /// When it is due for another attempt; `nil` if none has failed, or if it was set aside.
    package var nextAttempt: Date?

    package init(number: Int64, app: AppID, group: GroupID, action: PendingAction, nextAttempt: Date? = nil) {
        self.number = number
        self.app = app
        self.group = group
        self.action = action
        self.nextAttempt = nextAttempt
    }
}

package struct ActionPage: Hashable, Sendable {
    package var actions: [ActionRecord]
    /// The number after which the next page begins; `nil` at the end.
    package var next: Int64?
}

/// Actions of one group that an app is given together, in their order.
package struct ActionBatch: Hashable, Sendable {
    package var app: AppID
    package var group: GroupID
    /// Never empty.
    package var actions: [ActionRecord]

    package var numbers: [Int64] { actions.map(\.number) }
}

/// What an app answered about a batch.
package struct ActionBatchResult: Hashable, Sendable {
    package var app: AppID
    package var group: GroupID
    /// The numbers of the actions that the app was given.
    package var numbers: [Int64]
    /// The actions that the app processed; ids that it was not given are ignored.
    package var processed: Set<ActionID>
    /// The actions that failed, with sentences; they count as failed even if they are named as processed as well.
    package var failed: [ActionID: String]

    package init(
        _ batch: ActionBatch,
        processed: Set<ActionID> = [],
        failed: [ActionID: String] = [:]
    ) {
        app = batch.app
        group = batch.group
        numbers = batch.numbers
        self.processed = processed
        self.failed = failed
    }
}

/// What the host has to do about an app's queue, and when.
package struct ActionSchedule: Hashable, Sendable {
    package var app: AppID
    /// The first time at which actions are due for another attempt, if nothing else is due.
    package var nextAttempt: Date?
    /// Whether actions can be delivered now.
    package var isDue: Bool
    /// From when on the app should be opened, since its actions have waited too long; `nil` if nothing waits.
    package var request: Date?
    /// Whether the person was asked, and the request was not removed since.
    package var isRequested: Bool
}

/// When a failed attempt is repeated.
package enum ActionBackoff {
    /// How many attempts an action has before it is set aside.
    package static let attemptLimit = 8
    /// The longest wait, in seconds.
    package static let longest = 300.0

    /// The wait in seconds after a number of failed attempts: one second, then twice as long each time.
    package static func delay(after attempts: Int) -> Double {
        min(longest, Double(1 << min(max(attempts - 1, 0), 16)))
    }
}
