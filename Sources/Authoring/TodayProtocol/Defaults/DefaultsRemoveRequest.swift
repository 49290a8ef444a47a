import JSONRPC

/// Process to host: removes one key of a group's shared defaults; removing a key without a value is not an error.
///
/// The reply has the same meaning as for ``DefaultsSetRequest``.
package struct DefaultsRemoveRequest: RPCRequest {
    package static let method = "defaults/remove"

    package var group: GroupID
    package var key: String
    package var transaction: Int?

    package init(group: GroupID, key: String, transaction: Int? = nil) {
        self.group = group
        self.key = key
        self.transaction = transaction
    }
}
