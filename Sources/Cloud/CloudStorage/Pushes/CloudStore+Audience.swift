import SQLStore
import SQLiteSupport

/// A condition that can be answered with an index, and so finds the candidates of an audience.
package enum AudienceLeaf: Hashable, Sendable {
    case channel(ChannelID)
    case namedUser(String)
    /// The channels with a tag, or whose named user has it.
    case tag(group: String, tag: String)
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

    package let channel: ChannelNumber
    package let id: ChannelID
    package let type: String
    /// Its time zone; `nil` if its device has not registered one.
    package var zone: String?
    package var namedUser: String?
    package var namedUserNumber: NamedUserNumber?
    /// The device that receives its events; `nil` if the channel is not a host's.
    package var device: DeviceNumber?
    /// The inbox that its messages go to, if any.
    package var inbox: InboxNumber?
    /// Its tags and those of its named user; empty unless requested.
    package var tags: Set<Tag> = []
    package var staticLists: Set<String> = []
    /// The values of the requested attributes, its own and those of its named user, by key.
    package var attributes: [String: [AttributeValue]] = [:]
}

extension CloudStore {
    /// Returns a page of the channels that may belong to an audience, ordered by number; a shorter page is the last
    /// one.
    ///
    /// Every candidate fulfils at least one of `leaves`; `nil` if every channel is a candidate. The members have their
    /// tags, the static lists among `lists` that contain them, and the attributes with the given keys.
    package func candidates(
        of app: AppNumber,
        leaves: [AudienceLeaf]?,
        after: ChannelNumber,
        limit: Int,
        needsTags: Bool = true,
        lists: Set<String> = [],
        attributes: Set<String> = []
    ) async throws(CloudStoreError) -> [AudienceMember] {
        try await read { database in
            var members: [AudienceMember]
            if let leaves, try !database.areLongLists(leaves, of: app) {
                var numbers: Set<ChannelNumber> = []
                for leaf in leaves { try numbers.formUnion(database.channels(leaf, of: app, after: after, limit)) }
                members = try database.members(
                    "channel.number IN (SELECT value FROM json_each(?)) ORDER BY channel.number",
                    [numbers.sorted().prefix(limit).jsonNumbers()]
                )
            } else {
                members = try database.members(
                    "channel.appNumber = ? AND channel.number > ? ORDER BY channel.number LIMIT ?",
                    [app, after, limit]
                )
            }
            if needsTags { try database.addTags(to: &members) }
            try database.addStaticLists(lists, of: app, to: &members)
            try database.addAttributes(attributes, of: app, to: &members)
            return members
        }
    }
}

extension SQLConnection {
    fileprivate func channels(
        _ leaf: AudienceLeaf,
        of app: AppNumber,
        after: ChannelNumber,
        _ limit: Int
    ) throws -> [ChannelNumber] {
        switch leaf {
        case .channel(let id):
            try values("SELECT number FROM channel WHERE id = ? AND appNumber = ? AND number > ?", [id, app, after])
        case .namedUser(let name):
            try values(
                """
                SELECT channel.number FROM namedUser JOIN channel ON channel.namedUserNumber = namedUser.number
                WHERE namedUser.appNumber = ? AND namedUser.name = ? AND channel.number > ?
                ORDER BY channel.number LIMIT ?
                """,
                [app, name, after, limit]
            )
        case .tag(let group, let tag):
            try values(
                """
                SELECT channelNumber FROM channelTag
                WHERE appNumber = ? AND tagGroup = ? AND tag = ? AND channelNumber > ?
                ORDER BY channelNumber LIMIT ?
                """,
                [app, group, tag, after, limit]
            )
                + values(
                    """
                    SELECT channel.number FROM namedUserTag
                    JOIN channel ON channel.namedUserNumber = namedUserTag.namedUserNumber
                    WHERE namedUserTag.appNumber = ? AND tagGroup = ? AND tag = ? AND channel.number > ?
                    ORDER BY channel.number LIMIT ?
                    """,
                    [app, group, tag, after, limit]
                )
        case .staticList(let name): try channels(ofList: name, app, after: after, limit)
        case .attribute(let key, let value):
            try channels(withAttribute: key, value, of: app, after: after, limit)
        }
    }

    /// Reads members without their tags, lists and attributes.
    fileprivate func members(_ condition: String, _ arguments: SQLArguments) throws -> [AudienceMember] {
        // With so many rows, finding columns by name takes longer than the query, and so do generic functions.
        let cursor = try cursor(
            """
            SELECT channel.number, channel.id, channel.type, channel.zone, namedUser.name,
            channel.namedUserNumber, channel.deviceNumber, channel.inboxNumber FROM channel
            LEFT JOIN namedUser ON namedUser.number = channel.namedUserNumber WHERE \(condition)
            """,
            arguments
        )
        var members: [AudienceMember] = []
        while let row = try cursor.next() {
            members.append(
                AudienceMember(
                    channel: ChannelNumber(row.integer(0)),
                    id: ChannelID(row.text(1)),
                    type: row.text(2),
                    zone: row.values.text(3),
                    namedUser: row.values.text(4),
                    namedUserNumber: row.values.integer(5).map { NamedUserNumber($0) },
                    device: row.values.integer(6).map { DeviceNumber($0) },
                    inbox: row.values.integer(7).map { InboxNumber($0) }
                )
            )
        }
        return members
    }

    fileprivate func addTags(to members: inout [AudienceMember]) throws {
        let own = try tags(of: .channel, members.map(\.channel.value))
        let users = try tags(of: .namedUser, members.compactMap(\.namedUserNumber?.value))
        for (index, member) in members.enumerated() {
            let user = member.namedUserNumber.flatMap { users[$0.value] }
            for groups in [own[member.channel.value], user].compactMap({ $0 }) {
                for (group, names) in groups {
                    for name in names { members[index].tags.insert(AudienceMember.Tag(group: group, tag: name)) }
                }
            }
        }
    }

    fileprivate func addStaticLists(_ lists: Set<String>, of app: AppNumber, to members: inout [AudienceMember]) throws
    {
        guard !lists.isEmpty else { return }
        let found = try staticLists(among: lists, of: app, having: members.map(\.channel))
        for index in members.indices { members[index].staticLists = found[members[index].channel.value] ?? [] }
    }
}
