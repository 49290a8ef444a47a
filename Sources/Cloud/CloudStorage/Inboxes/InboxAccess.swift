package import FoundationEssentials

/// What is needed to decide whether somebody may read an inbox.
package struct InboxAccess: Hashable, Sendable {
    /// One password that opens it.
    package struct Credential: Hashable, Sendable {
        /// The password's SHA-256.
        package let hash: Data
        /// The channel that it was given to, if it was given to one.
        package let channel: ChannelNumber?
    }

    /// The inbox.
    package let inbox: InboxNumber
    /// Whose app's it is.
    package let app: AppNumber
    /// The bundle identifier of that app.
    package let appName: String
    /// When its list last changed: a number that grows with each change, about seconds since 1970.
    package let modified: Int64
    /// The passwords that open it.
    package let credentials: [Credential]
}

/// A message as the list of an inbox shows it.
package struct ListedMessage: Hashable, Sendable {
    /// Its id.
    package let id: CloudMessageID
    /// Its title.
    package let title: String
    /// The media type of its body.
    package let contentType: String
    /// When it was sent.
    package let sent: Date
    /// From when on it is gone, if it expires.
    package let expires: Date?
    /// What the sender added, a JSON object of strings.
    package let extra: String?
    /// Its icons, a JSON object.
    package let icons: String?
    /// Whether its reader has not read it.
    package let isUnread: Bool
}

/// The body of a message.
package struct StoredMessageBody: Hashable, Sendable {
    /// Its media type.
    package let contentType: String
    /// Its bytes.
    package let bytes: Data
}
