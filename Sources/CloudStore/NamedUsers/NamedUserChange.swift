/// How one named user is to change.
package struct NamedUserChange: Hashable, Sendable {
    /// The channels to take from them, if they are theirs.
    package var disassociated: [ChannelID]
    /// The channels to give to them then; another one loses them.
    package var associated: [ChannelID]
    /// How their tags change.
    package var tags: TagChange
    /// How their attributes change, in this order; at most 100.
    package var attributes: [AttributeChange]

    /// Describes a change.
    package init(
        disassociated: [ChannelID] = [],
        associated: [ChannelID] = [],
        tags: TagChange = TagChange(),
        attributes: [AttributeChange] = []
    ) {
        self.disassociated = disassociated
        self.associated = associated
        self.tags = tags
        self.attributes = attributes
    }
}

/// What became of a change of a named user.
package enum NamedUserOutcome: Hashable, Sendable {
    /// They are as it was asked for, but for attributes that there was no room for.
    case done(AttributeOutcome)
    /// Nothing was changed, since a channel cannot be given to them or taken from them.
    case refused(ChannelID, CloudStore.Association)
}
