package import FoundationEssentials

/// One app on one device, or what stands for it.
package struct ChannelRecord: Hashable, Sendable {
    /// The store's number of it.
    package let number: ChannelNumber
    /// Its id.
    package let id: ChannelID
    /// Whose it is.
    package let app: AppNumber
    /// `ios`, `android`, `amazon`, `web`, or `open::NAME`.
    package var type: String
    /// Where a push is sent to, if the type has such a thing.
    package var address: String?
    /// Whether the person wants notifications there.
    package var optIn: Bool
    /// Whether it takes silent pushes.
    package var background: Bool
    /// The IANA name of its time zone, if it told.
    package var zone: String?
    /// What else it told, a JSON object that the store does not read.
    package var properties: String
    /// The named user, if it is one's.
    package let namedUser: String?
    /// The inbox that its messages go to, if there is one.
    package let inbox: InboxNumber?
    /// The device that gets its events, if it is a host's.
    package let device: DeviceNumber?
    /// When it was made.
    package let created: Date
    /// When it last told of itself.
    package let registered: Date
    /// Its tags by group, sorted.
    package var tags: [String: [String]]
    /// Its own attributes, by key.
    package let attributes: [String: AttributeValue]
}

/// A channel to be made.
package struct NewChannel: Hashable, Sendable {
    /// Its id.
    package var id: ChannelID
    /// Its type.
    package var type: String
    /// Where a push is sent to.
    package var address: String?
    /// Whether the person wants notifications there.
    package var optIn: Bool
    /// Whether it takes silent pushes.
    package var background: Bool
    /// The IANA name of its time zone.
    package var zone: String?
    /// What else it told, a JSON object.
    package var properties: String
    /// Its tags by group.
    package var tags: [String: [String]]

    /// Describes a channel.
    package init(
        id: ChannelID,
        type: String,
        address: String? = nil,
        optIn: Bool = true,
        background: Bool = true,
        zone: String? = nil,
        properties: String = "{}",
        tags: [String: [String]] = [:]
    ) {
        self.id = id
        self.type = type
        self.address = address
        self.optIn = optIn
        self.background = background
        self.zone = zone
        self.properties = properties
        self.tags = tags
    }
}
