/// A channel that a static list leads to.
package struct ListedChannel: Hashable, Sendable {
    /// The store's number of it.
    package let number: ChannelNumber
    /// Its id.
    package let id: ChannelID
    /// Its type.
    package let type: String
}

/// How far the reading of a list's channels has come: first those that it names, then those of its named users.
package struct ListPlace: Hashable, Sendable {
    /// The named user that was read last; none while the channels are read that the list names itself.
    let user: String?
    /// The channel that was read last.
    let channel: ChannelNumber

    /// The place before every channel.
    package static let start = ListPlace(user: nil, channel: ChannelNumber(0))
}
