public import FoundationEssentials
import JSONRPC

/// Process to host: reads the number of a group's waiting actions and the time when the app last emptied its queue.
package struct ActionsStateRequest: RPCRequest {
    package static let method = "actions/state"
    package typealias Reply = ActionQueueState

    package var group: GroupID

    package init(group: GroupID) { self.group = group }
}

/// The state of an app's action queue.
public struct ActionQueueState: Codable, Hashable, Sendable {
    /// The number of the group's actions that wait, are being processed, or are retried.
    public var pending: Int
    /// The number of the group's actions that failed and wait for the person.
    public var failed: Int
    /// The time when the app last emptied its queue in all its groups; `nil` if it never did.
    public var lastProcessed: Date?
    /// The time since which the app should be opened, because its actions have waited too long: a day after the oldest one was
    /// enqueued, or after the app's last successful run, unless the person has configured another time; `nil` if they have not.
    ///
    /// A tap that enqueues an action then opens the app's page once the action is stored.
    public var overdueSince: Date?

    /// Creates a state.
    public init(pending: Int = 0, failed: Int = 0, lastProcessed: Date? = nil, overdueSince: Date? = nil) {
        self.pending = pending
        self.failed = failed
        self.lastProcessed = lastProcessed
        self.overdueSince = overdueSince
    }
}
