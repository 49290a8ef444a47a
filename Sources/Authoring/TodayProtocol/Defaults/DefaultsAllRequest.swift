import JSONRPC

/// Process to host: reads a page of a group's shared defaults, ordered by key.
///
/// Changes that happen meanwhile arrive as `defaults/changed` with a later revision than the page's.
package struct DefaultsAllRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "defaults/all"

    /// What the host answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// The values by key.
        package var values: [String: PropertyValue]
        /// The last key of the page, if more follow it.
        package var next: String?
        /// Up to where the page tells the truth.
        package var revision: Revision

        /// Makes an answer.
        package init(values: [String: PropertyValue], next: String?, revision: Revision) {
            self.values = values
            self.next = next
            self.revision = revision
        }
    }

    /// The group.
    package var group: GroupID
    /// The key after which the page begins; from the beginning if left out.
    package var after: String?

    /// Asks for a page.
    package init(group: GroupID, after: String? = nil) {
        self.group = group
        self.after = after
    }
}
