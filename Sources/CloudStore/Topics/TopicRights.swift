/// What somebody may do with a topic.
package enum TopicRights: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case deny
    /// Subscribe.
    case readOnly = "read-only"
    /// Publish.
    case writeOnly = "write-only"
    /// Both.
    case readWrite = "read-write"

    /// Whether subscribing is allowed.
    package var mayRead: Bool { self == .readOnly || self == .readWrite }
    /// Whether publishing is allowed.
    package var mayWrite: Bool { self == .writeOnly || self == .readWrite }
}
