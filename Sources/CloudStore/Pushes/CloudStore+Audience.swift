import GRDB
import StoreSupport

extension CloudStore {
    /// A page of the channels that may belong to an audience, in the order of their numbers.
    ///
    /// - Parameters:
    ///   - app: Whose channels.
    ///   - leaves: Candidates fulfil one of these; none means that every channel is a candidate.
    ///   - after: The last channel of the page before.
    ///   - limit: How many at most. A page with fewer is the last one.
    ///   - attributes: The keys of the attributes that members bring; others are not read.
    /// - Returns: The page.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func candidates(
        of app: AppNumber,
        leaves: [AudienceLeaf]?,
        after: ChannelNumber,
        limit: Int,
        attributes: Set<String> = []
    ) async throws(CloudStoreError) -> [AudienceMember] {
        try await read { database in
            let page: [Row]
            if let leaves {
                var numbers: Set<ChannelNumber> = []
                for leaf in leaves { try numbers.formUnion(database.channels(leaf, of: app, after: after, limit)) }
                page = try database.rows(
                    "\(Database.memberQuery) WHERE channel.number IN (SELECT value FROM json_each(?)) ORDER BY channel.number",
                    [numbers.sorted().prefix(limit).jsonNumbers()]
                )
            } else {
                page = try database.rows(
                    """
                    \(Database.memberQuery) WHERE channel.appNumber = ? AND channel.number > ?
                    ORDER BY channel.number LIMIT ?
                    """,
                    [app, after, limit]
                )
            }
            var members = try database.members(page)
            try database.addAttributes(attributes, of: app, to: &members, page)
            return members
        }
    }
}

extension Database {
    fileprivate func channels(
        _ leaf: AudienceLeaf,
        of app: AppNumber,
        after: ChannelNumber,
        _ limit: Int
    ) throws -> [ChannelNumber] {
        let found: [Row]
        switch leaf {
        case .channel(let id):
            found = try rows(
                "SELECT number FROM channel WHERE id = ? AND appNumber = ? AND number > ?",
                [id, app, after]
            )
        case .namedUser(let name):
            found = try rows(
                """
                SELECT channel.number FROM namedUser JOIN channel ON channel.namedUserNumber = namedUser.number
                WHERE namedUser.appNumber = ? AND namedUser.name = ? AND channel.number > ?
                ORDER BY channel.number LIMIT ?
                """,
                [app, name, after, limit]
            )
        case .tag(let group, let tag):
            found =
                try rows(
                    """
                    SELECT channelNumber AS number FROM channelTag
                    WHERE appNumber = ? AND tagGroup = ? AND tag = ? AND channelNumber > ?
                    ORDER BY channelNumber LIMIT ?
                    """,
                    [app, group, tag, after, limit]
                )
                + rows(
                    """
                    SELECT channel.number FROM namedUserTag
                    JOIN channel ON channel.namedUserNumber = namedUserTag.namedUserNumber
                    WHERE namedUserTag.appNumber = ? AND tagGroup = ? AND tag = ? AND channel.number > ?
                    ORDER BY channel.number LIMIT ?
                    """,
                    [app, group, tag, after, limit]
                )
        case .attribute(let key, let value):
            found = try AttributeTable.channels(key, value, of: app, after: after, limit, in: self)
        }
        return found.map { $0["number"] }
    }

    /// What ``members(_:)`` reads by place: finding columns by name takes longer than the query, with so many rows.
    fileprivate static let memberQuery = """
        SELECT channel.number, channel.namedUserNumber, channel.id, channel.type, channel.zone, channel.optIn,
        namedUser.name, channel.deviceNumber, channel.inboxNumber FROM channel
        LEFT JOIN namedUser ON namedUser.number = channel.namedUserNumber
        """

    fileprivate func members(_ page: [Row]) throws -> [AudienceMember] {
        let own = try TagTable.channels.tags(of: page.map { $0[0] }, in: self)
        let users = try TagTable.namedUsers.tags(of: page.compactMap { $0[1] }, in: self)
        return page.map { row in
            let number: ChannelNumber = row[0]
            let user: Int64? = row[1]
            var tags: Set<AudienceMember.Tag> = []
            for groups in [own[number.value], user.flatMap { users[$0] }].compactMap({ $0 }) {
                for (group, names) in groups {
                    for name in names { tags.insert(AudienceMember.Tag(group: group, tag: name)) }
                }
            }
            return AudienceMember(
                channel: number,
                id: row[2],
                type: row[3],
                zone: row[4],
                optIn: row[5],
                namedUser: row[6],
                device: row[7],
                inbox: row[8],
                tags: tags
            )
        }
    }
}
