package import FoundationEssentials
package import TodayProtocol

/// A message in a list of the cloud.
///
/// Storing it applies ``MessageLimits``.
package struct RemoteMessage: Hashable, Sendable {
    /// The key of the extra that lists show as the second line.
    package static let subtitleExtra = "com.urbanairship.listing.field1"

    /// The id; a message with a malformed one is skipped.
    package var id: MessageID
    package var title: String
    package var sent: Date
    /// When the message expires; `nil` if never.
    package var expires: Date?
    /// Whether it is read according to the cloud.
    package var isRead: Bool
    /// The address of the icon.
    package var icon: String?
    /// The media type of the body.
    package var contentType: String
    /// The address of the body, if the cloud sends one.
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
