public import FoundationEssentials
public import JSON
import JSONRPC

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
