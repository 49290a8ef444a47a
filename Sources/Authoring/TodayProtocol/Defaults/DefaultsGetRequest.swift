import JSONRPC

/// Process to host: reads one key of a group's shared defaults.
///
/// The reply reflects all earlier writes of the process, and those of the request's transaction if it names one.
package struct DefaultsGetRequest: RPCRequest {
    package static let method = "defaults/get"

    package struct Reply: Codable, Hashable, Sendable {
        /// The value; left out if the key has none.
        package var value: PropertyValue?

        package init(value: PropertyValue?) { self.value = value }
    }

    package var group: GroupID
    package var key: String
    package var transaction: Int?

    package init(group: GroupID, key: String, transaction: Int? = nil) {
        self.group = group
        self.key = key
        self.transaction = transaction
    }
}
