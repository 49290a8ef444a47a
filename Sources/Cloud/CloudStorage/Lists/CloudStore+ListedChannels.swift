import GRDB
import SQLiteSupport

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
package struct ListCursor: Hashable, Sendable {
    /// The named user that was read last; none while the channels are read that the list names itself.
    let user: String?
    /// The channel that was read last.
    let channel: ChannelNumber

    /// The place before every channel.
    package static let start = ListCursor(user: nil, channel: ChannelNumber(0))
}

extension CloudStore {
    /// The channels of an app that have some ids; unknown ids are passed over.
    package func listedChannels(
        _ ids: [ChannelID],
        of app: AppNumber
    ) async throws(CloudStoreError) -> [ListedChannel] {
        try await read { database in
            try ids.compactMap { id in
                try database.row("SELECT number, id, type FROM channel WHERE id = ? AND appNumber = ?", [id, app])
                    .map(ListedChannel.init)
            }
        }
    }

    /// A page of the channels that the members of an upload have now, each once.
    ///
    /// - Parameters:
    ///   - upload: The upload.
    ///   - app: Whose it is.
    ///   - place: How far the reading has come.
    ///   - limit: How many at most.
    /// - Returns: The page, which may be empty, and how far the reading has come then; none at its end.
    /// - Throws: ``CloudStoreError`` with code `notFound` if the members were replaced too long ago; or if the disk
    ///   failed.
    package func listedChannels(
        of upload: ListUploadNumber,
        _ app: AppNumber,
        after place: ListCursor,
        limit: Int = CloudStore.pageLimit
    ) async throws(CloudStoreError) -> (page: [ListedChannel], next: ListCursor?) {
        let date = currentDate.storedMilliseconds
        return try await read { database in
            let isThere = try database.row(
                "SELECT 1 FROM listUpload WHERE number = ? AND (expires IS NULL OR expires > ?)",
                [upload, date]
            )
            guard isThere != nil else { throw CloudStoreError(.notFound, "These members were replaced.") }
            guard let user = place.user else {
                let page = try database.rows(
                    """
                    SELECT channel.number, channel.id, channel.type FROM listChannel
                    CROSS JOIN channel ON channel.number = channelNumber
                    WHERE uploadNumber = ? AND channelNumber > ? ORDER BY channelNumber LIMIT ?
                    """,
                    [upload, place.channel, limit]
                ).map(ListedChannel.init)
                guard page.count == limit, let last = page.last else {
                    return (page, ListCursor(user: "", channel: ChannelNumber(0)))
                }
                return (page, ListCursor(user: nil, channel: last.number))
            }
            let rows = try database.rows(
                """
                SELECT channel.number, channel.id, channel.type, listUser.name FROM listUser
                CROSS JOIN namedUser ON namedUser.appNumber = ? AND namedUser.name = listUser.name
                CROSS JOIN channel ON channel.namedUserNumber = namedUser.number
                WHERE uploadNumber = ? AND listUser.name >= ? AND (listUser.name > ? OR channel.number > ?)
                AND NOT EXISTS (SELECT 1 FROM listChannel
                WHERE listChannel.uploadNumber = listUser.uploadNumber AND channelNumber = channel.number)
                ORDER BY listUser.name, channel.number LIMIT ?
                """,
                [app, upload, user, user, place.channel, limit]
            )
            let next = rows.count < limit ? nil : rows.last.map { ListCursor(user: $0["name"], channel: $0["number"]) }
            return (rows.map(ListedChannel.init), next)
        }
    }
}

extension ListedChannel {
    fileprivate init(_ row: Row) { self.init(number: row["number"], id: row["id"], type: row["type"]) }
}
