package import FoundationEssentials

/// A user of an app, as the app's senders name them.
package struct NamedUserRecord: Hashable, Sendable {
    /// The store's number of them.
    package let number: NamedUserNumber
    /// The name that senders use.
    package let name: String
    /// When they were first named.
    package let created: Date
    /// When their tags, attributes or channels last changed.
    package let modified: Date
    /// Their tags by group, sorted.
    package let tags: [String: [String]]
    /// Their own attributes, by key.
    package let attributes: [String: AttributeValue]
    /// Their channels, the oldest first; at most 1000.
    package let channels: [ChannelRecord]
}
