import SQLStore
import SQLiteSupport

extension SQLConnection {
    /// The number of named users on lists above which scanning all channels of the app is faster than sorting the
    /// channels of those users for each page.
    private static var longList: Int { 2000 }

    func channelCount(of upload: ListUploadNumber, _ app: AppNumber) throws -> Int {
        try count(
            """
            (SELECT channel.number FROM listChannel CROSS JOIN channel ON channel.number = channelNumber
            WHERE uploadNumber = ?
            UNION SELECT channel.number FROM listUser
            CROSS JOIN namedUser ON namedUser.appNumber = ? AND namedUser.name = listUser.name
            CROSS JOIN channel ON channel.namedUserNumber = namedUser.number WHERE uploadNumber = ?) AS member
            """,
            [upload, app, upload]
        )
    }

    /// Returns `true` if the static lists among some conditions have more than `longList` named users together.
    func areLongLists(_ leaves: [AudienceLeaf], of app: AppNumber) throws -> Bool {
        var count = 0
        for case .staticList(let name) in leaves {
            count +=
                try value(
                    """
                    SELECT users FROM staticList JOIN listUpload ON listUpload.number = staticList.uploadNumber
                    WHERE staticList.appNumber = ? AND name = ?
                    """,
                    [app, name]
                ) ?? 0
        }
        return count > Self.longList
    }

    /// Returns the next channels of a static list, ordered by number.
    func channels(ofList name: String, _ app: AppNumber, after: ChannelNumber, _ limit: Int) throws -> [ChannelNumber] {
        guard let upload = try upload(ofList: name, app) else { return [] }
        return try values(
            """
            SELECT channel.number FROM listChannel CROSS JOIN channel ON channel.number = channelNumber
            WHERE uploadNumber = ? AND channelNumber > ? ORDER BY channelNumber LIMIT ?
            """,
            [upload, after, limit]
        )
            + values(
                """
                SELECT channel.number FROM listUser
                CROSS JOIN namedUser ON namedUser.appNumber = ? AND namedUser.name = listUser.name
                CROSS JOIN channel ON channel.namedUserNumber = namedUser.number
                WHERE uploadNumber = ? AND channel.number > ? ORDER BY channel.number LIMIT ?
                """,
                [app, upload, after, limit]
            )
    }

    /// Returns the static lists, among the given ones, that each channel is in, by the channel's number.
    func staticLists(
        among names: Set<String>,
        of app: AppNumber,
        having channels: [ChannelNumber]
    ) throws -> [Int64: Set<String>] {
        var result: [Int64: Set<String>] = [:]
        guard !names.isEmpty, !channels.isEmpty else { return result }
        let numbers = channels.jsonNumbers()
        for name in names {
            guard let upload = try upload(ofList: name, app) else { continue }
            let found = try rows(
                """
                SELECT value FROM json_each(?) CROSS JOIN listChannel ON uploadNumber = ? AND channelNumber = value
                UNION SELECT value FROM json_each(?) CROSS JOIN channel ON channel.number = value
                CROSS JOIN namedUser ON namedUser.number = channel.namedUserNumber
                CROSS JOIN listUser ON uploadNumber = ? AND listUser.name = namedUser.name
                """,
                [numbers, upload, numbers, upload]
            )
            for row in found { result[row[0], default: []].insert(name) }
        }
        return result
    }

    private func upload(ofList name: String, _ app: AppNumber) throws -> ListUploadNumber? {
        try value("SELECT uploadNumber FROM staticList WHERE appNumber = ? AND name = ?", [app, name])
    }
}
