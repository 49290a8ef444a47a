import GRDB
import SQLiteSupport

extension CloudStore {
    package func addChannel(_ channel: NewChannel, to app: AppNumber) async throws(CloudStoreError) {
        try await write { context in _ = try context.addChannel(channel, to: app) }
    }

    /// Returns a channel of an app; `nil` if it does not exist.
    package func channel(_ id: ChannelID, of app: AppNumber) async throws(CloudStoreError) -> ChannelRecord? {
        try await read { try $0.channel(id, of: app) }
    }

    /// Returns a page of an app's channels, the oldest first.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - after: The last element of the previous page; `nil` for the first page.
    ///   - limit: The largest number of elements.
    /// - Returns: The page.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func channels(
        of app: AppNumber,
        after: ChannelNumber? = nil,
        limit: Int = CloudStore.pageLimit
    ) async throws(CloudStoreError) -> [ChannelRecord] {
        try await read { database in
            let rows = try database.rows(
                """
                \(Database.channelQuery) WHERE channel.appNumber = ?
                AND channel.number > ?
                ORDER BY channel.number LIMIT ?
                """,
                [app, after?.value ?? 0, limit]
            )
            return try database.channels(rows)
        }
    }

    /// Changes the registered properties of a channel, and records the time as ``ChannelRecord/registered``.
    ///
    /// - Parameters:
    ///   - id: The channel.
    ///   - app: The app.
    ///   - tags: The change of its tags.
    ///   - change: Changes the record. Changes of the tags are ignored; use `tags`.
    /// - Returns: `true` if the channel exists.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func updateChannel(
        _ id: ChannelID,
        of app: AppNumber,
        tags: TagChange = TagChange(),
        _ change: @escaping @Sendable (inout ChannelRecord) throws -> Void
    ) async throws(CloudStoreError) -> Bool {
        try await write { context in
            guard var channel = try context.database.channel(id, of: app) else { return false }
            try change(&channel)
            try context.save(channel)
            try TagTable.channels.apply(tags, to: channel.number.value, of: app, in: context.database)
            return true
        }
    }

    /// Adds an open channel, or changes the one with its id or its address.
    ///
    /// - Parameters:
    ///   - channel: The channel; its id is used only if it is new.
    ///   - known: The id by which the sender knows the channel; `nil` if the sender knows none.
    ///   - tags: The new tags of the group `device`; `nil` to leave them.
    ///   - app: The app.
    /// - Returns: The id of the channel; `nil` if no channel has the id `known`.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func saveOpenChannel(
        _ channel: NewChannel,
        known: ChannelID?,
        tags: [String]?,
        of app: AppNumber
    ) async throws(CloudStoreError) -> ChannelID? {
        try await write { context in
            let row =
                try known.map {
                    try context.database.row("SELECT id FROM channel WHERE id = ? AND appNumber = ?", [$0, app])
                }
                ?? context.database.row(
                    "SELECT id FROM channel WHERE appNumber = ? AND type = ? AND address = ? AND type LIKE 'open::%'",
                    [app, channel.type, channel.address]
                )
            guard let id: ChannelID = row?["id"] else {
                guard known == nil else { return nil }
                _ = try context.addChannel(channel, to: app)
                return channel.id
            }
            guard var record = try context.database.channel(id, of: app) else { return nil }
            record.optIn = channel.optIn
            record.address = channel.address ?? record.address
            record.properties = channel.properties
            try context.save(record)
            if let tags {
                let change = TagChange(set: ["device": tags])
                try TagTable.channels.apply(change, to: record.number.value, of: app, in: context.database)
            }
            return id
        }
    }

    /// Removes channels and their access to inboxes; unknown ids are ignored.
    ///
    /// - Returns: The ids of the removed channels.
    @discardableResult
    package func removeChannels(_ ids: [ChannelID], of app: AppNumber) async throws(CloudStoreError) -> [ChannelID] {
        try await write { context in
            try ids.filter { id in
                try context.database.run("DELETE FROM channel WHERE id = ? AND appNumber = ?", [id, app]) > 0
            }
        }
    }

    /// Removes the open channel with an address.
    ///
    /// - Returns: `true` if it existed.
    package func removeOpenChannel(
        type: String,
        address: String,
        of app: AppNumber
    ) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.database.run(
                "DELETE FROM channel WHERE appNumber = ? AND type = ? AND address = ? AND type LIKE 'open::%'",
                [app, type, address]
            ) > 0
        }
    }

    /// Changes the tags of channels.
    ///
    /// - Returns: The unknown ids; the other channels were changed.
    package func changeTags(
        _ change: TagChange,
        ofChannels ids: [ChannelID],
        of app: AppNumber
    ) async throws(CloudStoreError) -> [ChannelID] {
        try await write { context in
            var unknown: [ChannelID] = []
            for id in ids {
                let row = try context.database.row(
                    "SELECT number FROM channel WHERE id = ? AND appNumber = ?",
                    [id, app]
                )
                guard let number: Int64 = row?["number"] else {
                    unknown.append(id)
                    continue
                }
                try TagTable.channels.apply(change, to: number, of: app, in: context.database)
            }
            return unknown
        }
    }

    /// Returns the id of the open channel with an address.
    package func openChannel(
        type: String,
        address: String,
        of app: AppNumber
    ) async throws(CloudStoreError) -> ChannelID? {
        try await read { database in
            try database.row(
                "SELECT id FROM channel WHERE appNumber = ? AND type = ? AND address = ? AND type LIKE 'open::%'",
                [app, type, address]
            )?["id"]
        }
    }

    /// Returns the time zones of an app's channels; the element `nil` stands for channels without one.
    package func zones(of app: AppNumber) async throws(CloudStoreError) -> [String?] {
        try await read { database in
            try database.rows("SELECT DISTINCT zone FROM channel WHERE appNumber = ?", [app]).map { $0["zone"] }
        }
    }
}

extension Database {
    static let channelQuery = """
        SELECT channel.*, namedUser.name AS namedUser FROM channel
        LEFT JOIN namedUser ON namedUser.number = channel.namedUserNumber
        """

    func channel(_ id: ChannelID, of app: AppNumber) throws -> ChannelRecord? {
        let rows = try rows("\(Self.channelQuery) WHERE channel.id = ? AND channel.appNumber = ?", [id, app])
        return try channels(rows).first
    }

    /// Makes records from rows of ``channelQuery``, with their tags and attributes.
    func channels(_ rows: [Row]) throws -> [ChannelRecord] {
        let tags = try TagTable.channels.tags(of: rows.map { $0["number"] }, in: self)
        let attributes = try AttributeTable.channels.attributes(of: rows.map { $0["number"] }, in: self)
        return rows.map { row in
            let number: ChannelNumber = row["number"]
            return ChannelRecord(
                number: number,
                id: row["id"],
                app: row["appNumber"],
                type: row["type"],
                address: row["address"],
                optIn: row["optIn"],
                background: row["background"],
                disabled: row["disabled"],
                badge: row["badge"],
                zone: row["zone"],
                properties: row["properties"],
                namedUser: row["namedUser"],
                inbox: row["inboxNumber"],
                device: row["deviceNumber"],
                created: row.date("created"),
                registered: row.date("registered"),
                tags: tags[number.value] ?? [:],
                attributes: attributes[number.value] ?? [:]
            )
        }
    }
}

extension WriteContext {
    func addChannel(_ channel: NewChannel, to app: AppNumber) throws -> ChannelNumber {
        let date = now.storedMilliseconds
        let number = try database.insert(
            """
            INSERT INTO channel
            (id, appNumber, type, address, optIn, background, badge, zone, properties, created, registered)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                channel.id, app, channel.type, channel.address, channel.optIn, channel.background, channel.badge,
                channel.zone, channel.properties, date, date,
            ]
        )
        try TagTable.channels.apply(TagChange(add: channel.tags), to: number, of: app, in: database)
        return ChannelNumber(number)
    }

    /// Stores the registered properties of a channel, and enables the channel again.
    func save(_ channel: ChannelRecord) throws {
        try database.run(
            """
            UPDATE channel SET type = ?, address = ?, optIn = ?, background = ?, zone = ?, properties = ?,
            badge = ?, disabled = NULL, registered = ? WHERE number = ?
            """,
            [
                channel.type, channel.address, channel.optIn, channel.background, channel.zone, channel.properties,
                channel.badge, now.storedMilliseconds, channel.number,
            ]
        )
    }
}
