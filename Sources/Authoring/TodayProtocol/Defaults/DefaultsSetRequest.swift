import JSONRPC

/// Process to host: sets one key of a group's shared defaults.
///
/// Outside a transaction the host replies when the write is on disk and every process of the group, including this one,
/// was sent `defaults/changed`. In a transaction the reply means that the write is accepted; it is committed with the
/// acknowledgement.
package struct DefaultsSetRequest: RPCRequest {
    package static let method = "defaults/set"

    package var group: GroupID
    /// The key: 1 to 256 bytes without control characters.
    package var key: String
    /// The value, at most 256 KiB on the wire.
    package var value: PropertyValue
    package var transaction: Int?

    package init(group: GroupID, key: String, value: PropertyValue, transaction: Int? = nil) {
        self.group = group
        self.key = key
        self.value = value
        self.transaction = transaction
    }
}
