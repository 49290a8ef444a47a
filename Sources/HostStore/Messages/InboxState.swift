/// How an inbox stands to the cloud's.
package struct InboxState: Hashable, Sendable {
    /// What the cloud named its last list; to be sent back so that an unchanged list is not sent again.
    package var lastModified: String?
    /// Whether the inbox has to be fetched.
    package var isDirty: Bool
    /// How many messages are here.
    package var messages: Int
    /// How many of them are unread.
    package var unread: Int

    /// Describes an inbox.
    package init(lastModified: String? = nil, isDirty: Bool = false, messages: Int = 0, unread: Int = 0) {
        self.lastModified = lastModified
        self.isDirty = isDirty
        self.messages = messages
        self.unread = unread
    }
}
