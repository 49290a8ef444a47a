package import FoundationEssentials
import GRDB
import SQLiteSupport

/// A host that has joined as a person.
package struct DeviceRecord: Hashable, Sendable {
    /// The store's row number.
    package let number: DeviceNumber
    package let id: DeviceID
    /// The person who joined it.
    package let person: String
    /// The name that it gave itself.
    package let name: String
    /// The time at which it joined.
    package let created: Date
    /// The approximate time of its last request.
    package let seen: Date
}

extension CloudStore {
    /// The largest number of unused join tokens of a person.
    package static let joinTokenLimit = 32

    private static let deviceQuery = """
        SELECT device.*, person.name AS person FROM device JOIN person ON person.number = device.personNumber
        """

    /// Adds a token with which one device may join as a person; adds the person if missing.
    ///
    /// - Parameters:
    ///   - hash: The token's SHA-256.
    ///   - person: The person's name.
    ///   - expires: The time at which the token expires.
    /// - Throws: ``CloudStoreError`` with code `conflict` if the person has ``joinTokenLimit`` unused tokens.
    package func addJoinToken(hash: Data, person: String, expires: Date) async throws(CloudStoreError) {
        try await write { context in
            let now = context.now.storedMilliseconds
            try context.database.run(
                "INSERT INTO person (name, created) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                [person, now]
            )
            let waiting = try context.database.row(
                """
                SELECT COUNT(*) AS count FROM joinToken JOIN person ON person.number = joinToken.personNumber
                WHERE person.name = ? AND joinToken.expires > ?
                """,
                [person, now]
            )
            guard waiting?["count"] ?? 0 < Self.joinTokenLimit else {
                throw CloudStoreError(
                    .conflict,
                    "\(Self.joinTokenLimit) tokens of \(person) wait to be used; revoke them first."
                )
            }
            try context.database.run(
                "INSERT INTO joinToken (hash, personNumber, expires) SELECT ?, number, ? FROM person WHERE name = ?",
                [hash, expires.storedMilliseconds, person]
            )
        }
    }

    /// Consumes a join token and adds the device that sent it.
    ///
    /// - Parameters:
    ///   - token: The SHA-256 of the one-time token.
    ///   - id: The device's new id.
    ///   - name: The name that the device gave itself.
    ///   - tokenHash: The SHA-256 of the device's own token.
    /// - Returns: The device; `nil` if the token is unknown, used, revoked or expired.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func join(
        token: Data,
        id: DeviceID,
        name: String,
        tokenHash: Data
    ) async throws(CloudStoreError) -> DeviceRecord? {
        try await write { context in
            let now = context.now.storedMilliseconds
            let used = try context.database.row(
                "DELETE FROM joinToken WHERE hash = ? AND expires > ? RETURNING personNumber",
                [token, now]
            )
            guard let person: Int64 = used?["personNumber"] else { return nil }
            try context.database.run(
                """
                INSERT INTO device (id, personNumber, name, tokenHash, created, seen) VALUES (?, ?, ?, ?, ?, ?)
                """,
                [id, person, name, tokenHash, now, now]
            )
            return try context.database.row("\(Self.deviceQuery) WHERE device.id = ?", [id]).map(DeviceRecord.init)
        }
    }

    /// Returns the device with a token; `nil` if no device has it.
    package func device(tokenHash: Data) async throws(CloudStoreError) -> DeviceRecord? {
        try await read { database in
            try database.row("\(Self.deviceQuery) WHERE device.tokenHash = ?", [tokenHash]).map(DeviceRecord.init)
        }
    }

    /// Returns the given devices that still exist.
    package func existing(_ devices: [DeviceNumber]) async throws(CloudStoreError) -> Set<DeviceNumber> {
        try await read { database in
            let rows = try database.rows(
                "SELECT number FROM device WHERE number IN (SELECT value FROM json_each(?))",
                [devices.jsonNumbers()]
            )
            return Set(rows.map { $0["number"] })
        }
    }

    /// Records the time as a device's last request.
    package func touch(_ device: DeviceNumber) async throws(CloudStoreError) {
        try await write { context in
            try context.database.run(
                "UPDATE device SET seen = ? WHERE number = ?",
                [context.now.storedMilliseconds, device]
            )
        }
    }

    /// Returns a page of devices, the oldest first.
    ///
    /// - Parameters:
    ///   - person: The person who owns the devices; `nil` for all devices.
    ///   - after: The last element of the previous page; `nil` for the first page.
    ///   - limit: The largest number of elements.
    /// - Returns: The page.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func devices(
        of person: String?,
        after: DeviceNumber? = nil,
        limit: Int = CloudStore.pageLimit
    ) async throws(CloudStoreError) -> [DeviceRecord] {
        try await read { database in
            try database.rows(
                """
                \(Self.deviceQuery) WHERE device.number > ? AND (? IS NULL OR person.name = ?)
                ORDER BY device.number LIMIT ?
                """,
                [after?.value ?? 0, person, person, limit]
            ).map(DeviceRecord.init)
        }
    }

    /// Removes one device with its channels, its events and its access to inboxes.
    ///
    /// - Parameters:
    ///   - id: The device.
    ///   - person: The person who must own the device; `nil` for any.
    /// - Returns: Its number; `nil` if it does not exist.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func removeDevice(
        _ id: DeviceID,
        of person: String? = nil
    ) async throws(CloudStoreError) -> DeviceNumber? {
        try await write { context in
            let row = try context.database.row(
                "\(Self.deviceQuery) WHERE device.id = ? AND (? IS NULL OR person.name = ?)",
                [id, person, person]
            )
            guard let device = row.map(DeviceRecord.init) else { return nil }
            try context.removeDevice(device.number)
            return device.number
        }
    }

    /// Revokes all access of a person: their devices, their unused join tokens, their tokens for topics and their logins
    /// to containers.
    ///
    /// Inboxes and records stay, for devices that join later as the same person.
    ///
    /// - Returns: The removed devices; `nil` if the person has neither devices nor tokens nor logins.
    package func revoke(person: String) async throws(CloudStoreError) -> [DeviceNumber]? {
        try await write { context in
            let logins = try context.database.run("DELETE FROM recordLogin WHERE person = ?", [person])
            guard
                let number: Int64 = try context.database.row("SELECT number FROM person WHERE name = ?", [person])?[
                    "number"
                ]
            else { return logins > 0 ? [] : nil }
            try context.database.run("DELETE FROM joinToken WHERE personNumber = ?", [number])
            try context.database.run("DELETE FROM topicToken WHERE name = ?", [person])
            let devices = try context.database.rows("SELECT number FROM device WHERE personNumber = ?", [number])
                .map { $0["number"] as DeviceNumber }
            for device in devices { try context.removeDevice(device) }
            try context.database.run("DELETE FROM person WHERE number = ?", [number])
            return devices
        }
    }
}

extension WriteContext {
    /// Removes a device with its events and everything that refers to it.
    fileprivate func removeDevice(_ device: DeviceNumber) throws {
        try forgetEvents(of: device, upTo: Int64.max)
        try database.run("DELETE FROM device WHERE number = ?", [device])
    }
}

extension DeviceRecord {
    init(_ row: Row) {
        self.init(
            number: row["number"],
            id: row["id"],
            person: row["person"],
            name: row["name"],
            created: row.date("created"),
            seen: row.date("seen")
        )
    }
}
