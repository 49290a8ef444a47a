public import FoundationEssentials

/// A message in the person's inbox of an app, without the body: the host shows that, in a frame of its own, on a page
/// of the app that names the message.
public struct Message: Codable, Hashable, Sendable, Identifiable {
    /// The message's id in the cloud, which is the same on all devices.
    public var id: MessageID
    /// The title.
    public var title: String
    /// A second line: the value of `com.urbanairship.listing.field1` in the sender's extras.
    public var subtitle: String?
    /// The time when it was sent.
    public var sent: Date
    /// The time when it expires; `nil` if it does not.
    public var expires: Date?
    /// `true` if it is marked as read, on this device or another one.
    public var isRead: Bool
    /// The URL of an image for the list, `https` or `http`.
    public var icon: String?
    /// The type of the body: `text/html`, `text/plain` or `text/markdown`.
    public var contentType: String
    /// `true` if the body and its images are on this device, so that it can be opened offline.
    public var hasBody: Bool
    /// The sender's additional values, by name.
    public var extra: [String: String]

    /// Creates a message.
    public init(
        id: MessageID,
        title: String,
        subtitle: String? = nil,
        sent: Date,
        expires: Date? = nil,
        isRead: Bool,
        icon: String? = nil,
        contentType: String,
        hasBody: Bool,
        extra: [String: String] = [:]
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.sent = sent
        self.expires = expires
        self.isRead = isRead
        self.icon = icon
        self.contentType = contentType
        self.hasBody = hasBody
        self.extra = extra
    }
}
