package import FoundationEssentials
import SQLStore
import SQLiteSupport

/// A host that has joined as a person.
package struct DeviceRecord: Hashable, Sendable {
    package let number: DeviceNumber
    package let id: DeviceID
    package let person: String
    /// The name that it gave itself.
    package let name: String
    package let created: Date
    /// The approximate time of its last request.
    package let seen: Date

    init(_ row: SQLRow) {
        number = row["number"]
        id = row["id"]
        person = row["person"]
        name = row["name"]
        created = row.date("created")
        seen = row.date("seen")
    }
}

extension CloudStore {
    /// The largest number of unused join tokens of a person.
    package static let joinTokenLimit = 32

    private static let deviceQuery = """
        SELECT device.*, person.name AS person FROM device JOIN person ON person.number = device.personNumber
        """

    /// Adds a token with which one device may join as a person, who is added if missing; `conflict` at
    /// ``joinTokenLimit``.
    package func addJoinToken(hash: Data, person: String, expires: Date) async throws(CloudStoreError) {
        try await write { context in
            let now = context.now.storedMilliseconds
            try context.run(
                "INSERT INTO person (name, created) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                [person, now]
            )
            let waiting = try context.count(
                """
                joinToken JOIN person ON person.number = joinToken.personNumber
                WHERE person.name = ? AND joinToken.expires > ?
                """,
                [person, now]
            )
            guard waiting < Self.joinTokenLimit else {
                throw CloudStoreError(
                    .conflict,
                    "\(Self.joinTokenLimit) tokens of \(person) wait to be used; revoke them first."
                )
            }
            try context.run(
                "INSERT INTO joinToken (hash, personNumber, expires) SELECT ?, number, ? FROM person WHERE name = ?",
                [hash, expires.storedMilliseconds, person]
            )
        }
    }

    /// Consumes the one-time token with the SHA-256 `token`, and adds the device that sent it, with the SHA-256 of its
    /// own token; `nil` if the token is unknown, used, revoked or expired.
    package func join(
        token: Data,
        id: DeviceID,
        name: String,
        tokenHash: Data
    ) async throws(CloudStoreError) -> DeviceRecord? {
        try await write { context in
            let now = context.now.storedMilliseconds
            let person: Int64? = try context.value(
                "DELETE FROM joinToken WHERE hash = ? AND expires > ? RETURNING personNumber",
                [token, now]
            )
            guard let person else { return nil }
            let number = try context.insert(
                "INSERT INTO device (id, personNumber, name, tokenHash, created, seen) VALUES (?, ?, ?, ?, ?, ?)",
                [id, person, name, tokenHash, now, now]
            )
            try context.run("INSERT INTO deviceSequence (deviceNumber, sequence) VALUES (?, 0)", [number])
            return try context.row("\(Self.deviceQuery) WHERE device.id = ?", [id]).map(DeviceRecord.init)
        }
    }

    package func device(tokenHash: Data) async throws(CloudStoreError) -> DeviceRecord? {
        try await first("\(Self.deviceQuery) WHERE device.tokenHash = ?", [tokenHash], DeviceRecord.init)
    }

    package func existing(_ devices: [DeviceNumber]) async throws(CloudStoreError) -> Set<DeviceNumber> {
        Set(
            try await values(
                "SELECT number FROM device WHERE number IN (SELECT value FROM json_each(?))",
                [devices.jsonNumbers()]
            )
        )
    }

    package func touch(_ device: DeviceNumber) async throws(CloudStoreError) {
        try await write(.rowLocks) { context in
            try context.run("UPDATE device SET seen = ? WHERE number = ?", [context.now.storedMilliseconds, device])
        }
    }

    /// Returns devices of a person, or of everybody for `nil`, after another device; the oldest first.
    package func devices(
        of person: String?,
        after: DeviceNumber? = nil,
        limit: Int = CloudStore.pageLimit
    ) async throws(CloudStoreError) -> [DeviceRecord] {
        try await list(
            """
            \(Self.deviceQuery) WHERE device.number > ? AND (CAST(? AS TEXT) IS NULL OR person.name = ?)
            ORDER BY device.number LIMIT ?
            """,
            [after?.value ?? 0, person, person, limit],
            DeviceRecord.init
        )
    }

    /// Removes a device with its channels, events and access to inboxes; `nil` if the person, if given, has none such.
    package func removeDevice(
        _ id: DeviceID,
        of person: String? = nil
    ) async throws(CloudStoreError) -> DeviceNumber? {
        try await write { context in
            let row = try context.row(
                "\(Self.deviceQuery) WHERE device.id = ? AND (CAST(? AS TEXT) IS NULL OR person.name = ?)",
                [id, person, person]
            )
            guard let device = row.map(DeviceRecord.init) else { return nil }
            try context.removeDevice(device.number)
            return device.number
        }
    }

    /// Revokes all access of a person: devices, unused join tokens, tokens for topics and logins to containers.
    ///
    /// Inboxes and records stay, for devices that join later as the same person. Returns the removed devices; `nil` if
    /// the person has neither devices nor tokens nor logins.
    package func revoke(person: String) async throws(CloudStoreError) -> [DeviceNumber]? {
        try await write { context in
            let logins = try context.run("DELETE FROM recordLogin WHERE person = ?", [person])
            let number: Int64? = try context.value("SELECT number FROM person WHERE name = ?", [person])
            guard let number else { return logins > 0 ? [] : nil }
            try context.run("DELETE FROM joinToken WHERE personNumber = ?", [number])
            try context.run("DELETE FROM topicToken WHERE name = ?", [person])
            let devices: [DeviceNumber] = try context.values(
                "SELECT number FROM device WHERE personNumber = ?",
                [number]
            )
            for device in devices { try context.removeDevice(device) }
            try context.run("DELETE FROM person WHERE number = ?", [number])
            return devices
        }
    }
}

extension WriteContext {
    fileprivate func removeDevice(_ device: DeviceNumber) throws {
        try forgetEvents(upTo: [device: Int64.max])
        try run("DELETE FROM device WHERE number = ?", [device])
    }
}
