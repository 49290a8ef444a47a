import JSONRPC

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
