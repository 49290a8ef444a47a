package import FoundationEssentials
import GRDB
import SQLiteSupport

/// What a host gets when it has registered an app.
package struct DeviceChannel: Hashable, Sendable {
    /// The id of the channel.
    package let channel: ChannelID
    /// The inbox of the person in that app, shared by all of the person's hosts.
    package let inbox: InboxID
}

extension CloudStore {
    /// Registers an app on a host: one channel, which belongs to the named user whose name is the person's, and which
    /// shares that user's inbox.
    ///
    /// A second time changes the channel that is there.
    ///
    /// - Parameters:
    ///   - channel: What the channel is; its id is used only if it is new.
    ///   - device: The host.
    ///   - app: The app.
    ///   - inbox: The id of the inbox, used only if the user has none yet.
    ///   - passwordHash: The SHA-256 of the password with which this host reads the inbox from now on.
    /// - Returns: The ids; none if the device is gone.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func registerDeviceChannel(
        _ channel: NewChannel,
        device: DeviceNumber,
        app: AppNumber,
        inbox: InboxID,
        passwordHash: Data
    ) async throws(CloudStoreError) -> DeviceChannel? {
        try await write { context in
            let database = context.database
            let row = try database.row(
                "SELECT person.name FROM device JOIN person ON person.number = device.personNumber WHERE device.number = ?",
                [device]
            )
            guard let person: String = row?["name"] else { return nil }
            let user = try context.namedUser(person, of: app)
            let kept = try context.sharedInbox(of: user, app: app, id: inbox)
            let known = try database.row(
                "SELECT id, number FROM channel WHERE deviceNumber = ? AND appNumber = ?",
                [device, app]
            )
            let number: ChannelNumber
            let id: ChannelID
            if let known {
                number = known["number"]
                id = known["id"]
                guard var record = try database.channel(id, of: app) else { return nil }
                record.optIn = channel.optIn
                record.background = channel.background
                record.zone = channel.zone
                record.properties = channel.properties
                try context.save(record)
                let change = TagChange(set: ["device": channel.tags["device"] ?? []])
                try TagTable.channels.apply(change, to: number.value, of: app, in: database)
            } else {
                number = try context.addChannel(channel, to: app)
                id = channel.id
            }
            try database.run(
                "UPDATE channel SET namedUserNumber = ?, inboxNumber = ?, deviceNumber = ? WHERE number = ?",
                [user, kept.number, device, number]
            )
            try database.run("DELETE FROM credential WHERE channelNumber = ?", [number])
            try database.run(
                "INSERT INTO credential (inboxNumber, channelNumber, hash) VALUES (?, ?, ?)",
                [kept.number, number, passwordHash]
            )
            return DeviceChannel(channel: id, inbox: kept.id)
        }
    }

    /// Removes the channel of an app from a host.
    ///
    /// - Returns: Whether there was one.
    package func removeDeviceChannel(
        of device: DeviceNumber,
        app: AppNumber
    ) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.database.run("DELETE FROM channel WHERE deviceNumber = ? AND appNumber = ?", [device, app]) > 0
        }
    }
}
