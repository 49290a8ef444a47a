package import FoundationEssentials

/// A file that was attached to a message of a topic.
package struct TopicFile: Hashable, Sendable {
    /// The id of the message.
    package var id: String
    /// Who sent it: an address, for the limits.
    package var sender: String
    /// Its media type.
    package var type: String
    /// How many bytes it has; while it arrives, how many it may have.
    package var size: Int
    /// From when on it is gone.
    package var expires: Date

    /// Describes a file.
    package init(id: String, sender: String, type: String, size: Int, expires: Date) {
        self.id = id
        self.sender = sender
        self.type = type
        self.size = size
        self.expires = expires
    }
}
