import JSONRPC

/// App to host: deletes messages on all of the person's devices.
///
/// The change is on disk when the host replies, and sent to the cloud later. Unknown ids are ignored.
package struct MessagesDeleteRequest: RPCRequest {
    package static let method = "messages/delete"
    /// The allowed values of ``hold``.
    package static let holdRange = 1.0...600.0

    /// The messages, at most 1,000.
    package var ids: [MessageID]
    /// The number of seconds for which the messages are only hidden on this device, so that ``MessagesRestoreRequest``
    /// can restore them: 1 to 600; `nil` deletes them at once.
    ///
    /// They are deleted afterwards, even if the host was killed in the meantime.
    package var hold: Double?
    package var transaction: Int?

    package init(ids: [MessageID], hold: Double? = nil, transaction: Int? = nil) {
        self.ids = ids
        self.hold = hold
        self.transaction = transaction
    }
}

/// App to host: restores messages whose deletion is held; other ids are ignored.
package struct MessagesRestoreRequest: RPCRequest {
    package static let method = "messages/restore"

    /// The messages, at most 1,000.
    package var ids: [MessageID]
    package var transaction: Int?

    package init(ids: [MessageID], transaction: Int? = nil) {
        self.ids = ids
        self.transaction = transaction
    }
}
