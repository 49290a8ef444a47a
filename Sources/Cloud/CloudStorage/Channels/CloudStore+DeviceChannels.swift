package import FoundationEssentials
import SQLStore
import SQLiteSupport

package struct DeviceChannel: Hashable, Sendable {
    package let channel: ChannelID
    /// The inbox of the person in that app, shared by all of the person's hosts.
    package let inbox: InboxID
}

extension CloudStore {
    /// Registers an app on a host: adds or updates a channel, associates it with the named user who has the person's
    /// name, and attaches it to that user's inbox; `nil` if the device was removed.
    ///
    /// The ids of the channel and the inbox are used only if they do not exist yet; `passwordHash` is the SHA-256 of
    /// this host's new password for the inbox.
    package func registerDeviceChannel(
        _ channel: NewChannel,
        device: DeviceNumber,
        app: AppNumber,
        inbox: InboxID,
        passwordHash: Data
    ) async throws(CloudStoreError) -> DeviceChannel? {
        try await write { context in
            let person: String? = try context.value(
                "SELECT person.name FROM device JOIN person ON person.number = device.personNumber WHERE device.number = ?",
                [device]
            )
            guard let person else { return nil }
            let user = try context.namedUser(person, of: app)
            let shared = try context.sharedInbox(of: user, app: app, id: inbox)
            let known = try context.row(
                "SELECT id, number FROM channel WHERE deviceNumber = ? AND appNumber = ?",
                [device, app]
            )
            let number: ChannelNumber
            let id: ChannelID
            if let known {
                number = known["number"]
                id = known["id"]
                guard var record = try context.channel(id, of: app) else { return nil }
                record.optIn = channel.optIn
                record.background = channel.background
                record.zone = channel.zone
                record.properties = channel.properties
                try context.save(record)
                let change = TagChange(set: ["device": channel.tags["device"] ?? []])
                try context.apply(change, to: .channel, number.value, of: app)
            } else {
                number = try context.addChannel(channel, to: app)
                id = channel.id
            }
            try context.run(
                "UPDATE channel SET namedUserNumber = ?, inboxNumber = ?, deviceNumber = ? WHERE number = ?",
                [user, shared.number, device, number]
            )
            try context.run("DELETE FROM credential WHERE channelNumber = ?", [number])
            try context.run(
                "INSERT INTO credential (inboxNumber, channelNumber, hash) VALUES (?, ?, ?)",
                [shared.number, number, passwordHash]
            )
            return DeviceChannel(channel: id, inbox: shared.id)
        }
    }

    /// Removes the channel of an app from a host; returns `true` if it existed.
    package func removeDeviceChannel(
        of device: DeviceNumber,
        app: AppNumber
    ) async throws(CloudStoreError) -> Bool {
        try await run("DELETE FROM channel WHERE deviceNumber = ? AND appNumber = ?", [device, app]) > 0
    }
}
