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

/// Process to host: removes one key of a group's shared defaults; removing a key without a value is not an error.
///
/// The reply has the same meaning as for ``DefaultsSetRequest``.
package struct DefaultsRemoveRequest: RPCRequest {
    package static let method = "defaults/remove"

    package var group: GroupID
    package var key: String
    package var transaction: Int?

    package init(group: GroupID, key: String, transaction: Int? = nil) {
        self.group = group
        self.key = key
        self.transaction = transaction
    }
}

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
