package import TodayProtocol

/// Some of a group's shared defaults, in the order of their keys' bytes.
package struct DefaultsPage: Hashable, Sendable {
    /// The keys with their values.
    package let entries: [DefaultsEntry]
    /// Whether more follow; the next page begins after the last key of this one.
    package let hasMore: Bool
    /// The last commit that the page sees.
    package let revision: Revision
}
