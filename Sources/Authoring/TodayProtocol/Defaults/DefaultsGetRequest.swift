import JSONRPC

/// Process to host: reads one key of a group's shared defaults.
///
/// It sees every write that the process asked for before, and those of its own transaction if it names one.
package struct DefaultsGetRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "defaults/get"

    /// What the host answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// The value; left out when the key has none.
        package var value: PropertyValue?

        /// Makes an answer.
        package init(value: PropertyValue?) { self.value = value }
    }

    /// The group.
    package var group: GroupID
    /// The key.
    package var key: String
    /// The transaction that this belongs to, if any.
    package var transaction: Int?

    /// Asks for a key.
    package init(group: GroupID, key: String, transaction: Int? = nil) {
        self.group = group
        self.key = key
        self.transaction = transaction
    }
}
