public import FoundationEssentials
public import JSON

/// What a sender sent to an app by way of the cloud.
public struct Push: Codable, Hashable, Sendable, Identifiable {
    /// What a push shows to the person.
    public struct Alert: Codable, Hashable, Sendable {
        /// The title.
        public var title: String?
        /// A second line below the title.
        public var subtitle: String?
        /// The text.
        public var body: String?

        /// Describes what is shown.
        public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
            self.title = title
            self.subtitle = subtitle
            self.body = body
        }
    }

    /// Names the push: one with the same id is the same push once more.
    public var id: String
    /// When the cloud accepted it.
    public var sent: Date
    /// What it shows; the host shows it by itself.
    public var alert: Alert?
    /// The message that it has put into the inbox, if any; it may come into the list later than the push.
    public var messageID: MessageID?
    /// What else the sender gave along.
    public var extra: [String: JSONValue]
    /// Whether the person sees nothing of it.
    public var isSilent: Bool

    /// Describes a push.
    public init(
        id: String,
        sent: Date,
        alert: Alert? = nil,
        messageID: MessageID? = nil,
        extra: [String: JSONValue] = [:],
        isSilent: Bool
    ) {
        self.id = id
        self.sent = sent
        self.alert = alert
        self.messageID = messageID
        self.extra = extra
        self.isSilent = isSilent
    }
}
