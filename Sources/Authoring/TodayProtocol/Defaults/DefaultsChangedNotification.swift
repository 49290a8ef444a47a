import JSONRPC

/// Host to process: keys of a shared group changed, whoever changed them.
///
/// Sent in the order of the commits, and always before the host's next request to the process. Changes that wait to be
/// sent are merged.
package struct DefaultsChangedNotification: RPCNotification {
    /// The method's name on the wire.
    package static let method = "defaults/changed"

    /// The group.
    package var group: GroupID
    /// The newest of the commits that this tells of.
    package var revision: Revision
    /// The new values by key.
    package var values: [String: PropertyValue]
    /// The keys that have no value any more.
    package var removed: [String]

    /// Tells of changes.
    package init(group: GroupID, revision: Revision, values: [String: PropertyValue], removed: [String]) {
        self.group = group
        self.revision = revision
        self.values = values
        self.removed = removed
    }
}
