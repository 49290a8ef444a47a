package import FoundationEssentials
package import TodayProtocol

/// A message as the cloud lists it.
///
/// What is too long is cut when it is kept, see ``MessageLimits``.
package struct RemoteMessage: Hashable, Sendable {
    /// The extra that a list shows as the second line.
    package static let subtitleExtra = "com.urbanairship.listing.field1"

    /// The message's id; one that is malformed is passed over.
    package var id: MessageID
    /// Its title.
    package var title: String
    /// When it was sent.
    package var sent: Date
    /// When it goes by itself; never if none.
    package var expires: Date?
    /// Whether the cloud has it as read.
    package var isRead: Bool
    /// The address of its picture.
    package var icon: String?
    /// What the body is.
    package var contentType: String
    /// Where the body is, if the cloud says so.
    package var bodyURL: String?
    /// What the sender gave along.
    package var extra: [String: String]

    /// Describes a message.
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
