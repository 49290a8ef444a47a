package import FoundationEssentials

/// A token with which somebody proves a name to the topics' routes; the store keeps its hash alone.
package struct TopicToken: Hashable, Sendable {
    /// The SHA-256 of the token.
    package var hash: Data
    /// The name that it proves.
    package var name: String
    /// What the operator calls it; may be empty.
    package var label: String
    /// From when on it works no more; none if it always does.
    package var expires: Date?

    /// Describes a token.
    package init(hash: Data, name: String, label: String = "", expires: Date? = nil) {
        self.hash = hash
        self.name = name
        self.label = label
        self.expires = expires
    }
}
