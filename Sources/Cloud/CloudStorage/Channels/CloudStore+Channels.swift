import SQLStore
import SQLiteSupport

extension CloudStore {
    package func addChannel(_ channel: NewChannel, to app: AppNumber) async throws(CloudStoreError) {
        try await write { context in _ = try context.addChannel(channel, to: app) }
    }

    package func channel(_ id: ChannelID, of app: AppNumber) async throws(CloudStoreError) -> ChannelRecord? {
        try await read { try $0.channel(id, of: app) }
    }

    /// Returns at most `limit` of an app's channels after another one, the oldest first.
    package func channels(
        of app: AppNumber,
        after: ChannelNumber? = nil,
        limit: Int = CloudStore.pageLimit
    ) async throws(CloudStoreError) -> [ChannelRecord] {
        try await read { database in
            try database.channels(
                "WHERE channel.appNumber = ? AND channel.number > ? ORDER BY channel.number LIMIT ?",
                [app, after?.value ?? 0, limit]
            )
        }
    }

    /// Changes the registered properties of a channel, but its tags only by `tags`, and records the time as
    /// ``ChannelRecord/registered``; returns `true` if the channel exists.
    package func updateChannel(
        _ id: ChannelID,
        of app: AppNumber,
        tags: TagChange = TagChange(),
        _ change: @escaping @Sendable (inout ChannelRecord) throws -> Void
    ) async throws(CloudStoreError) -> Bool {
        try await write { context in
            guard var channel = try context.channel(id, of: app) else { return false }
            try change(&channel)
            try context.save(channel)
            try context.apply(tags, to: .channel, channel.number.value, of: app)
            return true
        }
    }

    /// Adds an open channel, or changes the one with the id by which the sender knows it, or else with its address.
    ///
    /// The id of `channel` is used only if it is new. `tags` are the new tags of the group `device`; `nil` leaves them.
    /// Returns the channel's id, or `nil` if no channel has the id `known`.
    package func saveOpenChannel(
        _ channel: NewChannel,
        known: ChannelID?,
        tags: [String]?,
        of app: AppNumber
    ) async throws(CloudStoreError) -> ChannelID? {
        try await write { context in
            let query = "SELECT id FROM channel WHERE \(Self.openChannel)"
            guard let id = try known ?? context.value(query, [app, channel.type, channel.address]) else {
                _ = try context.addChannel(channel, to: app)
                return channel.id
            }
            guard var record = try context.channel(id, of: app) else { return nil }
            record.optIn = channel.optIn
            record.address = channel.address ?? record.address
            record.properties = channel.properties
            try context.save(record)
            if let tags {
                try context.apply(TagChange(set: ["device": tags]), to: .channel, record.number.value, of: app)
            }
            return id
        }
    }

    /// Removes channels and their access to inboxes, and returns their ids; unknown ids are ignored.
    @discardableResult
    package func removeChannels(_ ids: [ChannelID], of app: AppNumber) async throws(CloudStoreError) -> [ChannelID] {
        try await write { context in
            try ids.filter { id in
                try context.run("DELETE FROM channel WHERE id = ? AND appNumber = ?", [id, app]) > 0
            }
        }
    }

    /// Removes the open channel with an address; returns `true` if it existed.
    package func removeOpenChannel(
        type: String,
        address: String,
        of app: AppNumber
    ) async throws(CloudStoreError) -> Bool {
        try await run("DELETE FROM channel WHERE \(Self.openChannel)", [app, type, address]) > 0
    }

    package func openChannel(
        type: String,
        address: String,
        of app: AppNumber
    ) async throws(CloudStoreError) -> ChannelID? {
        try await value("SELECT id FROM channel WHERE \(Self.openChannel)", [app, type, address])
    }

    private static let openChannel = "appNumber = ? AND type = ? AND address = ? AND type LIKE 'open::%'"

    /// Returns the time zones of an app's channels; the element `nil` stands for channels without one.
    package func zones(of app: AppNumber) async throws(CloudStoreError) -> [String?] {
        try await list("SELECT DISTINCT zone FROM channel WHERE appNumber = ?", [app]) { $0["zone"] }
    }
}

extension SQLConnection {
    func channel(_ id: ChannelID, of app: AppNumber) throws -> ChannelRecord? {
        try channels("WHERE channel.id = ? AND channel.appNumber = ?", [id, app]).first
    }

    func channels(_ condition: String, _ arguments: SQLArguments) throws -> [ChannelRecord] {
        let rows = try rows(
            """
            SELECT channel.*, namedUser.name AS namedUser FROM channel
            LEFT JOIN namedUser ON namedUser.number = channel.namedUserNumber \(condition)
            """,
            arguments
        )
        let tags = try tags(of: .channel, rows.map { $0["number"] })
        let attributes = try attributes(of: .channel, rows.map { $0["number"] })
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
        let number = try insert(
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
        try apply(TagChange(add: channel.tags), to: .channel, number, of: app)
        return ChannelNumber(number)
    }

    /// Stores the registered properties of a channel, and enables the channel again.
    func save(_ channel: ChannelRecord) throws {
        try run(
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
