import JSONRPC

/// Process to host: reads a page of a group's shared defaults, ordered by key.
///
/// Changes that happen meanwhile arrive as `defaults/changed` with a later revision than that of the page.
package struct DefaultsAllRequest: RPCRequest {
    package static let method = "defaults/all"

    package struct Reply: Codable, Hashable, Sendable {
        /// The values by key.
        package var values: [String: PropertyValue]
        /// The last key of the page; left out at the end.
        package var next: String?
        /// The revision of the state that the page shows.
        package var revision: Revision

        package init(values: [String: PropertyValue], next: String?, revision: Revision) {
            self.values = values
            self.next = next
            self.revision = revision
        }
    }

    package var group: GroupID
    /// The key after which the page begins; from the beginning if left out.
    package var after: String?

    package init(group: GroupID, after: String? = nil) {
        self.group = group
        self.after = after
    }
}
