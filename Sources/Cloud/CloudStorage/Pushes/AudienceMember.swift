/// A condition that can be answered with an index, and so finds the candidates of an audience.
package enum AudienceLeaf: Hashable, Sendable {
    case channel(ChannelID)
    /// The channels of a named user.
    case namedUser(String)
    /// The channels with a tag, or whose named user has it.
    case tag(group: String, tag: String)
    /// The channels of a static list's members.
    case staticList(String)
    /// The channels with this value of an attribute, or whose named user has it.
    case attribute(String, AttributeValue)
}

/// A channel that may belong to an audience, with everything that a selector tests.
package struct AudienceMember: Hashable, Sendable {
    package struct Tag: Hashable, Sendable {
        /// The group; `device` for plain tags.
        package let group: String
        package let tag: String

        package init(group: String, tag: String) {
            self.group = group
            self.tag = tag
        }
    }

    /// The store's row number of the channel.
    package let channel: ChannelNumber
    package let id: ChannelID
    package let type: String
    /// Its time zone; `nil` if its device has not registered one.
    package var zone: String?
    /// The named user that it is associated with, if any.
    package var namedUser: String?
    /// The store's row number of the named user.
    package var namedUserNumber: NamedUserNumber?
    /// The device that receives its events; `nil` if the channel is not a host's.
    package var device: DeviceNumber?
    /// The inbox that its messages go to, if any.
    package var inbox: InboxNumber?
    /// Its tags and those of its named user; empty unless requested.
    package var tags: Set<Tag> = []
    /// The requested static lists that contain it.
    package var staticLists: Set<String> = []
    /// The values of the requested attributes, its own and those of its named user, by key.
    package var attributes: [String: [AttributeValue]] = [:]
}
