package import JSON
import JSONRPC

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
