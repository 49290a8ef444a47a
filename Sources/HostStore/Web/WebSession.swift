package import FoundationEssentials

/// A browser that is signed in.
package struct WebSession: Hashable, Sendable {
    /// The hash of its token; the token itself is never stored.
    package let tokenHash: String
    /// When it signed in.
    package let created: Date
    /// When it was last seen.
    package let lastSeen: Date
}
