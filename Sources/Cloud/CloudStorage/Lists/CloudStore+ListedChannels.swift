import SQLStore
import SQLiteSupport

/// A channel that a static list contains, directly or through a named user.
package struct ListedChannel: Hashable, Sendable {
    package let number: ChannelNumber
    package let id: ChannelID
    package let type: String
}

/// A position in the channels of a list: first the channels that it names, then those of its named users.
package struct ListCursor: Hashable, Sendable {
    /// The last named user that was read; `nil` while the channels that the list names are read.
    let user: String?
    let channel: ChannelNumber

    package static let start = ListCursor(user: nil, channel: ChannelNumber(0))
}

extension CloudStore {
    /// Returns the channels of an app with some ids; unknown ids are ignored.
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

    /// Returns a page, which may be empty, of the channels that an upload's members have now, without duplicates, and
    /// the next position, `nil` after the last page; `notFound` if the members were replaced too long ago.
    package func listedChannels(
        of upload: ListUploadNumber,
        _ app: AppNumber,
        after cursor: ListCursor,
        limit: Int = CloudStore.pageLimit
    ) async throws(CloudStoreError) -> (page: [ListedChannel], next: ListCursor?) {
        let date = currentDate.storedMilliseconds
        return try await read { database in
            let query = "SELECT 1 FROM listUpload WHERE number = ? AND (expires IS NULL OR expires > ?)"
            guard try database.exists(query, [upload, date]) else {
                throw CloudStoreError(.notFound, "These members were replaced.")
            }
            guard let user = cursor.user else {
                let page = try database.rows(
                    """
                    SELECT channel.number, channel.id, channel.type FROM listChannel
                    CROSS JOIN channel ON channel.number = channelNumber
                    WHERE uploadNumber = ? AND channelNumber > ? ORDER BY channelNumber LIMIT ?
                    """,
                    [upload, cursor.channel, limit]
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
                [app, upload, user, user, cursor.channel, limit]
            )
            let next = rows.count < limit ? nil : rows.last.map { ListCursor(user: $0["name"], channel: $0["number"]) }
            return (rows.map(ListedChannel.init), next)
        }
    }
}

extension ListedChannel {
    fileprivate init(_ row: SQLRow) { self.init(number: row["number"], id: row["id"], type: row["type"]) }
}
