package import CloudStore

/// An inbox that somebody has opened with a password.
package struct OpenInbox: Hashable, Sendable {
    /// Its id.
    package let id: InboxID
    /// What the store knows of it.
    package let access: InboxAccess
    /// The channel whose password it was, if it was one's.
    package let channel: ChannelNumber?
}
