package import JSONRPC

/// Process to host: removes one key of a group's shared defaults; a key that has no value is no error.
///
/// It is answered as ``DefaultsSetRequest`` is.
package struct DefaultsRemoveRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "defaults/remove"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply

    /// The group.
    package var group: GroupID
    /// The key.
    package var key: String
    /// The transaction that this belongs to, if any.
    package var transaction: Int?

    /// Asks for a removal.
    package init(group: GroupID, key: String, transaction: Int? = nil) {
        self.group = group
        self.key = key
        self.transaction = transaction
    }
}
