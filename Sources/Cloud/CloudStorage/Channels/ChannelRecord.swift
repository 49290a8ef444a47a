package import FoundationEssentials

/// A channel: an app on one device, or an open channel's address.
package struct ChannelRecord: Hashable, Sendable {
    package let number: ChannelNumber
    package let id: ChannelID
    package let app: AppNumber
    /// `ios`, `android`, `amazon`, `web`, or `open::NAME`.
    package var type: String
    /// The address that a push is sent to, if the type has one.
    package var address: String?
    /// `true` if the person wants notifications there.
    package var optIn: Bool
    /// `true` if it accepts silent pushes.
    package var background: Bool
    /// The reason why APNs or the webhook rejects its address; `nil` if it does not, or since it was registered again.
    package let disabled: String?
    /// The last known number on the app's icon.
    package var badge: Int
    /// The IANA name of its time zone; `nil` if the device has not registered one.
    package var zone: String?
    /// Further properties that the device registered: a JSON object that the store does not interpret.
    package var properties: String
    package let namedUser: String?
    /// The inbox that its messages go to, if any.
    package let inbox: InboxNumber?
    /// The device that receives its events; `nil` if the channel is not a host's.
    package let device: DeviceNumber?
    package let created: Date
    package let registered: Date
    /// Its tags by group, in alphabetical order.
    package var tags: [String: [String]]
    /// Its own attributes, without those of its named user, by key.
    package let attributes: [String: AttributeValue]
}

/// A channel to add; its members mean what those of ``ChannelRecord`` do.
package struct NewChannel: Hashable, Sendable {
    package var id: ChannelID
    package var type: String
    package var address: String?
    package var optIn: Bool
    package var background: Bool
    package var badge: Int
    package var zone: String?
    package var properties: String
    package var tags: [String: [String]]

    package init(
        id: ChannelID,
        type: String,
        address: String? = nil,
        optIn: Bool = true,
        background: Bool = true,
        badge: Int = 0,
        zone: String? = nil,
        properties: String = "{}",
        tags: [String: [String]] = [:]
    ) {
        self.id = id
        self.type = type
        self.address = address
        self.optIn = optIn
        self.background = background
        self.badge = badge
        self.zone = zone
        self.properties = properties
        self.tags = tags
    }
}
