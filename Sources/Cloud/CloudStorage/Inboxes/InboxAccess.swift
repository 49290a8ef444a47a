package import FoundationEssentials

/// The data for deciding whether a request may read an inbox.
package struct InboxAccess: Hashable, Sendable {
    /// A password of the inbox.
    package struct Credential: Hashable, Sendable {
        /// The SHA-256 of the password.
        package let hash: Data
        /// The channel that the password was issued to, if any.
        package let channel: ChannelNumber?
    }

    package let inbox: InboxNumber
    package let app: AppNumber
    /// The app's bundle identifier.
    package let appName: String
    /// The version of its list, a number that grows with each change; it is close to the seconds since 1970.
    package let modified: Int64
    package let credentials: [Credential]
}

/// A message in the list of an inbox.
package struct ListedMessage: Hashable, Sendable {
    package let id: CloudMessageID
    package let title: String
    package let contentType: String
    package let sent: Date
    /// The time at which it expires; `nil` if it does not.
    package let expires: Date?
    /// Further fields of the sender, a JSON object of strings.
    package let extra: String?
    /// Its icons, a JSON object.
    package let icons: String?
    package let isUnread: Bool
}

package struct StoredMessageBody: Hashable, Sendable {
    package let contentType: String
    package let bytes: Data
}
