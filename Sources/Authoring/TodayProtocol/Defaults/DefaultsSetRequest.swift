package import JSONRPC

/// Process to host: sets one key of a group's shared defaults.
///
/// Outside a transaction the answer comes when the write is on disk and every process of the group, this one too, has
/// been sent `defaults/changed`. In a transaction the answer says that the write is accepted; it is committed with the
/// acknowledgement.
package struct DefaultsSetRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "defaults/set"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply

    /// The group.
    package var group: GroupID
    /// The key: 1 to 256 bytes without control characters.
    package var key: String
    /// The value, at most 256 KiB on the wire.
    package var value: PropertyValue
    /// The transaction that this belongs to, if any.
    package var transaction: Int?

    /// Asks for a write.
    package init(group: GroupID, key: String, value: PropertyValue, transaction: Int? = nil) {
        self.group = group
        self.key = key
        self.value = value
        self.transaction = transaction
    }
}
