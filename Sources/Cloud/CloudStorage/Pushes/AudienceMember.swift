/// A condition that an index answers: the candidates of an audience are found by these.
package enum AudienceLeaf: Hashable, Sendable {
    /// One channel.
    case channel(ChannelID)
    /// The channels of a named user.
    case namedUser(String)
    /// The channels that have a tag, or whose named user has it.
    case tag(group: String, tag: String)
    /// The channels of a static list's members.
    case staticList(String)
    /// The channels that have an attribute with a value, or whose named user has it.
    case attribute(String, AttributeValue)
}

/// A channel that may belong to an audience, with everything that a selector asks about.
package struct AudienceMember: Hashable, Sendable {
    /// One of its tags.
    package struct Tag: Hashable, Sendable {
        /// The group; `device` for plain tags.
        package let group: String
        /// The tag.
        package let tag: String

        /// Names a tag.
        package init(group: String, tag: String) {
            self.group = group
            self.tag = tag
        }
    }

    /// The store's number of the channel.
    package let channel: ChannelNumber
    /// Its id.
    package let id: ChannelID
    /// Its type.
    package let type: String
    /// Its time zone, if it told.
    package let zone: String?
    /// Whether the person wants notifications there.
    package let optIn: Bool
    /// The named user, if it is one's.
    package let namedUser: String?
    /// The store's number of the named user.
    package let namedUserNumber: NamedUserNumber?
    /// The device that gets its events, if it is a host's.
    package let device: DeviceNumber?
    /// Where its messages go, if there is such an inbox.
    package let inbox: InboxNumber?
    /// Its tags and those of its named user, if they were asked for.
    package var tags: Set<Tag>
    /// The static lists that it is in, of those that were asked about.
    package var staticLists: Set<String>
    /// Of the attributes that were asked for: its own values and those of its named user, by key.
    package var attributes: [String: [AttributeValue]]

    /// Describes a member.
    package init(
        channel: ChannelNumber,
        id: ChannelID,
        type: String,
        zone: String? = nil,
        optIn: Bool = true,
        namedUser: String? = nil,
        namedUserNumber: NamedUserNumber? = nil,
        device: DeviceNumber? = nil,
        inbox: InboxNumber? = nil,
        tags: Set<Tag> = [],
        staticLists: Set<String> = [],
        attributes: [String: [AttributeValue]] = [:]
    ) {
        self.channel = channel
        self.id = id
        self.type = type
        self.zone = zone
        self.optIn = optIn
        self.namedUser = namedUser
        self.namedUserNumber = namedUserNumber
        self.device = device
        self.inbox = inbox
        self.tags = tags
        self.staticLists = staticLists
        self.attributes = attributes
    }
}
