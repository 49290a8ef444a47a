import SQLStore
import SQLiteSupport

package struct NamedUserChange: Hashable, Sendable {
    /// The channels to disassociate, if they are associated with the user.
    package var disassociated: [ChannelID]
    /// The channels to associate afterwards; each leaves its previous user.
    package var associated: [ChannelID]
    package var tags: TagChange
    /// The changes of attributes, in the order in which they apply; at most 100.
    package var attributes: [AttributeChange]

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

package enum NamedUserOutcome: Hashable, Sendable {
    /// The change was made, except for attributes beyond the limit.
    case done(AttributeOutcome)
    /// Nothing was changed, because this channel cannot be associated or disassociated.
    case refused(ChannelID, CloudStore.Association)
}

extension CloudStore {
    package enum Association: Hashable, Sendable {
        case done
        case unknownChannel
        /// The channel belongs to a host, which always stays with the person who joined it.
        case belongsToPerson
    }

    /// Associates a channel with a named user, who is added if missing; the channel leaves its previous user.
    ///
    /// A host's channel cannot be moved to another user: the host joined with a token of one person.
    package func associate(
        _ channel: ChannelID,
        with name: String,
        of app: AppNumber
    ) async throws(CloudStoreError) -> Association {
        let outcome = try await changeNamedUser(name, of: app, by: NamedUserChange(associated: [channel]))
        return if case .refused(_, let association) = outcome { association } else { .done }
    }

    /// Disassociates a channel from a named user, or from any for `nil`; `done` also if it was not associated.
    package func disassociate(
        _ channel: ChannelID,
        from name: String?,
        of app: AppNumber
    ) async throws(CloudStoreError) -> Association {
        try await write { context in
            let step = try context.stepToDisassociate(channel, from: name, of: app)
            if let record = step.change { try context.disassociate(record, of: app) }
            return step.association
        }
    }

    /// Changes a named user, who is added if missing; makes the whole change or none of it.
    @discardableResult
    package func changeNamedUser(
        _ name: String,
        of app: AppNumber,
        by change: NamedUserChange = NamedUserChange()
    ) async throws(CloudStoreError) -> NamedUserOutcome {
        try await write { context in
            // All channels are checked before any is moved; whether one may be moved does not depend on the others.
            let leaving = try change.disassociated.map { ($0, try context.stepToDisassociate($0, from: name, of: app)) }
            let joining = try change.associated.map { ($0, try context.stepToAssociate($0, with: name, of: app)) }
            for (channel, step) in leaving + joining where step.association != .done {
                return .refused(channel, step.association)
            }
            let user = try context.namedUser(name, of: app)
            for record in leaving.compactMap(\.1.change) { try context.disassociate(record, of: app) }
            for record in joining.compactMap(\.1.change) { try context.associate(record, with: user) }
            if change.tags != TagChange() {
                try context.apply(change.tags, to: .namedUser, user.value, of: app)
                try context.touchNamedUser(user)
            }
            guard !change.attributes.isEmpty else { return .done(AttributeOutcome()) }
            let fits = try context.apply(change.attributes, to: .namedUser, user.value, of: app)
            try context.touchNamedUser(user)
            return .done(AttributeOutcome(full: fits ? [] : [name]))
        }
    }
}

/// The step that associates or disassociates a channel; the channel if it may change and has to.
private typealias AssociationStep = (association: CloudStore.Association, change: ChannelRecord?)

extension WriteContext {
    fileprivate func stepToAssociate(_ id: ChannelID, with name: String, of app: AppNumber) throws -> AssociationStep {
        guard let channel = try self.channel(id, of: app) else { return (.unknownChannel, nil) }
        guard channel.device != nil else { return (.done, channel) }
        return (channel.namedUser == name ? .done : .belongsToPerson, nil)
    }

    fileprivate func stepToDisassociate(_ id: ChannelID, from name: String?, of app: AppNumber) throws
        -> AssociationStep
    {
        guard let channel = try self.channel(id, of: app) else { return (.unknownChannel, nil) }
        guard let user = channel.namedUser, name == nil || user == name else { return (.done, nil) }
        return channel.device == nil ? (.done, channel) : (.belongsToPerson, nil)
    }

    fileprivate func associate(_ channel: ChannelRecord, with user: NamedUserNumber) throws {
        try run("UPDATE channel SET namedUserNumber = ? WHERE number = ?", [user, channel.number])
        try touchNamedUser(user)
    }

    fileprivate func disassociate(_ channel: ChannelRecord, of app: AppNumber) throws {
        try run("UPDATE channel SET namedUserNumber = NULL WHERE number = ?", [channel.number])
        if let user = channel.namedUser { try touchNamedUser(try namedUser(user, of: app)) }
    }
}
