import JSONRPC

/// Host to process: keys of a shared group changed, through this process or another one.
///
/// Sent in the order of the commits, and always before the host's next request to the process. Changes that wait to be
/// sent are merged.
package struct DefaultsChangedNotification: RPCNotification {
    package static let method = "defaults/changed"

    package var group: GroupID
    /// The revision of the newest commit that the changes include.
    package var revision: Revision
    /// The new values by key.
    package var values: [String: PropertyValue]
    /// The keys that were removed.
    package var removed: [String]

    package init(group: GroupID, revision: Revision, values: [String: PropertyValue], removed: [String]) {
        self.group = group
        self.revision = revision
        self.values = values
        self.removed = removed
    }
}
