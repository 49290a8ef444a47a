package import FoundationEssentials
package import TodayProtocol

/// A message in a list of the cloud.
///
/// ``MessageLimits`` apply when it is stored.
package struct RemoteMessage: Hashable, Sendable {
    /// The key of the extra that lists show as the second line.
    package static let subtitleExtra = "com.urbanairship.listing.field1"

    /// The id; a message with a malformed id is skipped.
    package var id: MessageID
    package var title: String
    package var sent: Date
    /// Time at which the message expires; `nil` if it does not.
    package var expires: Date?
    /// `true` if the message is read according to the cloud.
    package var isRead: Bool
    /// The address of the icon.
    package var icon: String?
    /// The media type of the body.
    package var contentType: String
    /// The address of the body; `nil` if the cloud sends none.
    package var bodyURL: String?
    /// The extras of the sender.
    package var extra: [String: String]

    package init(
        id: MessageID,
        title: String,
        sent: Date,
        expires: Date? = nil,
        isRead: Bool,
        icon: String? = nil,
        contentType: String = "text/html",
        bodyURL: String? = nil,
        extra: [String: String] = [:]
    ) {
        self.id = id
        self.title = title
        self.sent = sent
        self.expires = expires
        self.isRead = isRead
        self.icon = icon
        self.contentType = contentType
        self.bodyURL = bodyURL
        self.extra = extra
    }
}
