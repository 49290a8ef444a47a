public import FoundationEssentials
public import JSON
import JSONRPC

/// The id of a queued action: 1 to 128 printable ASCII characters without a space.
///
/// An app and a group never have two actions with the same id; enqueuing an id again changes nothing.
public struct ActionID: Identifier {
    /// The string.
    public let rawValue: String

    /// Creates an identifier from any string, without validation.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The largest length of an id in bytes.
    package static let lengthLimit = 128

    /// `true` if the string is a valid id.
    package var isWellFormed: Bool {
        let bytes = rawValue.utf8
        return (1...Self.lengthLimit).contains(bytes.count) && bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// Process to host: adds actions to the containing app's queue of a group.
///
/// Outside a transaction the host replies when the actions are on disk. In a transaction the reply means that they are
/// accepted; they are committed with the acknowledgement. An id that the queue has, or that the app processed within
/// the last thirty days, adds nothing. The host refuses the whole request if one action is refused: with
/// `limitExceeded` for a payload over 64 KiB, more than 100 actions, or a queue with 10,000 actions.
package struct ActionsEnqueueRequest: RPCRequest {
    package static let method = "actions/enqueue"
    /// The largest number of actions in one request.
    package static let actionLimit = 100
    /// The largest size of a payload, in bytes of JSON.
    package static let payloadBytes = 64 << 10

    package struct Reply: Codable, Hashable, Sendable {
        /// The ids of the actions, in their order.
        package var ids: [ActionID]

        package init(ids: [ActionID]) { self.ids = ids }
    }

    /// One action to add.
    package struct NewAction: Codable, Hashable, Sendable {
        package var id: ActionID
        /// The author's value.
        package var payload: JSONValue

        package init(id: ActionID, payload: JSONValue) {
            self.id = id
            self.payload = payload
        }
    }

    package var group: GroupID
    package var actions: [NewAction]
    package var transaction: Int?

    package init(group: GroupID, actions: [NewAction], transaction: Int? = nil) {
        self.group = group
        self.actions = actions
        self.transaction = transaction
    }
}

/// Process to host: reads a page of a group's unprocessed actions of the app, in order.
///
/// A page has at most 100 actions and 256 KiB of payloads. It shows only what is committed, so an action of the open
/// transaction is not in it.
package struct ActionsPendingRequest: RPCRequest {
    package static let method = "actions/pending"

    package struct Reply: Codable, Hashable, Sendable {
        package var actions: [PendingAction]
        /// The number after which the next page begins; left out at the end.
        package var next: Int?

        package init(actions: [PendingAction], next: Int?) {
            self.actions = actions
            self.next = next
        }
    }

    package var group: GroupID
    /// The `next` of the previous page; the first page if left out.
    package var after: Int?

    package init(group: GroupID, after: Int? = nil) {
        self.group = group
        self.after = after
    }
}

/// An action that the app has not processed.
public struct PendingAction: Codable, Hashable, Sendable, Identifiable {
    /// The state of an action in the queue.
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        /// The app is not processing it, and no attempt at it has failed; it can be withdrawn.
        case waiting
        /// The app is processing it.
        case delivered
        /// An attempt failed; the host repeats it later.
        case retrying
        /// Too many attempts failed; the person decides whether it is repeated or discarded.
        case failed
    }

    /// The action's id.
    public var id: ActionID
    /// The author's value as JSON.
    public var payload: JSONValue
    /// The time when it was enqueued.
    public var enqueued: Date
    /// The state in the queue.
    public var state: State
    /// The number of attempts that failed.
    public var attempts: Int
    /// The reason why the last attempt failed, a sentence.
    public var error: String?

    /// Creates a description of an action.
    public init(
        id: ActionID,
        payload: JSONValue,
        enqueued: Date,
        state: State = .waiting,
        attempts: Int = 0,
        error: String? = nil
    ) {
        self.id = id
        self.payload = payload
        self.enqueued = enqueued
        self.state = state
        self.attempts = attempts
        self.error = error
    }

    /// Decodes the author's value; throws `DecodingError` if the payload is of another type.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try payload.decode(type)
    }
}

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

/// Process to host: withdraws actions.
///
/// An action cannot be withdrawn while the app is processing it, nor after an attempt at it has failed; after the
/// failure of a whole batch only its first action counts as attempted. Such actions and unknown ids are ignored. In a
/// transaction the actions that the reply names are withdrawn with the commit; if one of them has been sent to the app
/// by then, the transaction fails.
package struct ActionsWithdrawRequest: RPCRequest {
    package static let method = "actions/withdraw"
    /// The largest number of ids in one request.
    package static let idLimit = 100

    package struct Reply: Codable, Hashable, Sendable {
        /// The ids of the withdrawn actions.
        package var withdrawn: [ActionID]

        package init(withdrawn: [ActionID]) { self.withdrawn = withdrawn }
    }

    package var group: GroupID
    package var ids: [ActionID]
    package var transaction: Int?

    package init(group: GroupID, ids: [ActionID], transaction: Int? = nil) {
        self.group = group
        self.ids = ids
        self.transaction = transaction
    }
}
