package import CloudStore

/// A member of a static list, as its sender names it.
package enum ListMember: Hashable, Sendable {
    /// Every channel of a named user, also of one who comes later.
    case namedUser(String)
    /// A channel, which must be of a kind if one is named.
    case channel(ChannelID, kind: ChannelKindName?)
}
