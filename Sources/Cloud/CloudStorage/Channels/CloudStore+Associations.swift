import GRDB
import SQLiteSupport

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

extension CloudStore {
    /// What became of an association.
    package enum Association: Hashable, Sendable {
        /// It is as it was asked for.
        case done
        /// The app has no such channel.
        case unknownChannel
        /// The channel is a host's, which belongs to the person as whom it joined.
        case belongsToPerson
    }

    /// Gives a channel to a named user, who is added if need be; another one loses it.
    ///
    /// A channel of a host cannot be given away: the host joined as a person, with a token.
    package func associate(
        _ channel: ChannelID,
        with name: String,
        of app: AppNumber
    ) async throws(CloudStoreError) -> Association {
        let outcome = try await changeNamedUser(name, of: app, by: NamedUserChange(associated: [channel]))
        return if case .refused(_, let association) = outcome { association } else { .done }
    }

    /// Takes a channel from a named user.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - name: Whose it must be; none for anyone's.
    ///   - app: The app.
    /// - Returns: What became of it; a channel that was nobody's stays so.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func disassociate(
        _ channel: ChannelID,
        from name: String?,
        of app: AppNumber
    ) async throws(CloudStoreError) -> Association {
        try await write { context in
            let step = try context.taking(channel, from: name, of: app)
            if case .change(let record) = step { try context.take(record, of: app) }
            return step.association
        }
    }

    /// Changes a named user, who is added if need be: all of it or nothing.
    ///
    /// - Parameters:
    ///   - name: Who.
    ///   - app: The app.
    ///   - change: How.
    /// - Returns: What became of it.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    @discardableResult
    package func changeNamedUser(
        _ name: String,
        of app: AppNumber,
        by change: NamedUserChange = NamedUserChange()
    ) async throws(CloudStoreError) -> NamedUserOutcome {
        try await write { context in
            // Everything is asked first: whether a channel may be given or taken does not depend on the others.
            let taken = try change.disassociated.map { ($0, try context.taking($0, from: name, of: app)) }
            let given = try change.associated.map { ($0, try context.giving($0, to: name, of: app)) }
            for (channel, step) in taken + given where step.association != .done {
                return .refused(channel, step.association)
            }
            let user = try context.namedUser(name, of: app)
            for case (_, .change(let record)) in taken { try context.take(record, of: app) }
            for case (_, .change(let record)) in given { try context.give(record, to: user) }
            if change.tags != TagChange() {
                try TagTable.namedUsers.apply(change.tags, to: user.value, of: app, in: context.database)
                try context.touchNamedUser(user)
            }
            guard !change.attributes.isEmpty else { return .done(AttributeOutcome()) }
            let fits = try AttributeTable.namedUsers.apply(
                change.attributes,
                to: user.value,
                of: app,
                now: context.now,
                in: context.database
            )
            try context.touchNamedUser(user)
            return .done(AttributeOutcome(full: fits ? [] : [name]))
        }
    }
}

/// What is to be done so that a channel is, or is not, a named user's.
private enum AssociationStep {
    /// Nothing: it is so.
    case nothing
    /// The channel has to change.
    case change(ChannelRecord)
    /// It cannot be.
    case refused(CloudStore.Association)

    var association: CloudStore.Association {
        if case .refused(let association) = self { association } else { .done }
    }
}

extension WriteContext {
    fileprivate func giving(_ id: ChannelID, to name: String, of app: AppNumber) throws -> AssociationStep {
        guard let channel = try database.channel(id, of: app) else { return .refused(.unknownChannel) }
        guard channel.device != nil else { return .change(channel) }
        return channel.namedUser == name ? .nothing : .refused(.belongsToPerson)
    }

    fileprivate func taking(_ id: ChannelID, from name: String?, of app: AppNumber) throws -> AssociationStep {
        guard let channel = try database.channel(id, of: app) else { return .refused(.unknownChannel) }
        guard let user = channel.namedUser, name == nil || user == name else { return .nothing }
        return channel.device == nil ? .change(channel) : .refused(.belongsToPerson)
    }

    fileprivate func give(_ channel: ChannelRecord, to user: NamedUserNumber) throws {
        try database.run("UPDATE channel SET namedUserNumber = ? WHERE number = ?", [user, channel.number])
        try touchNamedUser(user)
    }

    fileprivate func take(_ channel: ChannelRecord, of app: AppNumber) throws {
        try database.run("UPDATE channel SET namedUserNumber = NULL WHERE number = ?", [channel.number])
        if let user = channel.namedUser { try touchNamedUser(try namedUser(user, of: app)) }
    }
}
