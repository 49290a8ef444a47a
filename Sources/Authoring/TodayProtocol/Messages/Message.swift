public import FoundationEssentials

/// A message in the person's inbox of an app.
///
/// It tells what a list shows. The body is not here: the host draws it, in a frame of its own, where a page of the app names
/// the message.
public struct Message: Codable, Hashable, Sendable, Identifiable {
    /// The message's name in the cloud; the same on all devices.
    public var id: MessageID
    /// Its title.
    public var title: String
    /// A second line: what the sender wrote as `com.urbanairship.listing.field1` among the extras.
    public var subtitle: String?
    /// When it was sent.
    public var sent: Date
    /// When it goes by itself; never if left out.
    public var expires: Date?
    /// Whether the person has read it, on this device or another one.
    public var isRead: Bool
    /// The address of a picture for the list, `https` or `http`.
    public var icon: String?
    /// What the body is: `text/html`, `text/plain` or `text/markdown`.
    public var contentType: String
    /// Whether the body and its pictures are on this device, so that it opens offline.
    public var hasBody: Bool
    /// What else the sender gave along, by name.
    public var extra: [String: String]

    /// Describes a message.
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
