package import FoundationEssentials
import SQLStore
import SQLiteSupport

/// A login of a person to a container, from which web auth tokens are made.
package struct CloudRecordLogin: Hashable, Sendable {
    package let number: RecordLoginNumber
    /// The id in tokens and stamps.
    package let id: String
    package let container: ContainerNumber
    package let person: String
    /// The key that makes and checks tokens.
    package let secret: Data
    /// The approximate time of its last use.
    package let seen: Date

    init(_ row: SQLRow) {
        number = row["number"]
        id = row["id"]
        container = row["containerNumber"]
        person = row["person"]
        secret = row["secret"]
        seen = row.date("seen")
    }
}

extension CloudStore {
    /// Adds a login of a person to a container; beyond ``CloudRecordLimits/logins``, the least recently used are
    /// removed.
    package func addLogin(
        _ id: String,
        of person: String,
        to container: ContainerNumber,
        secret: Data
    ) async throws(CloudStoreError) {
        try await write { context in
            let now = context.now.storedMilliseconds
            try context.run(
                "INSERT INTO recordLogin (id, containerNumber, person, secret, created, seen) VALUES (?, ?, ?, ?, ?, ?)",
                [id, container, person, secret, now, now]
            )
            try context.run(
                """
                DELETE FROM recordLogin WHERE number IN (SELECT number FROM recordLogin
                WHERE person = ? AND containerNumber = ? ORDER BY seen DESC, number DESC LIMIT -1 OFFSET ?)
                """,
                [person, container, CloudRecordLimits.logins]
            )
        }
    }

    package func login(_ id: String) async throws(CloudStoreError) -> CloudRecordLogin? {
        try await first("SELECT * FROM recordLogin WHERE id = ?", [id], CloudRecordLogin.init)
    }

    package func touch(_ login: RecordLoginNumber) async throws(CloudStoreError) {
        try await write { context in
            try context.run(
                "UPDATE recordLogin SET seen = ? WHERE number = ?",
                [context.now.storedMilliseconds, login]
            )
        }
    }

    /// Adds a key of a server to a container, where an existing key stays; `conflict` at ``CloudRecordLimits/keys``.
    package func addRecordKey(
        _ id: String,
        to container: ContainerNumber,
        publicKey: Data
    ) async throws(CloudStoreError) {
        try await write { context in
            let others = try context.count("recordKey WHERE containerNumber = ? AND id <> ?", [container, id])
            guard others < CloudRecordLimits.keys else {
                throw CloudStoreError(.conflict, "The container has \(CloudRecordLimits.keys) keys already.")
            }
            try context.run(
                """
                INSERT INTO recordKey (containerNumber, id, publicKey, created) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
                [container, id, publicKey, context.now.storedMilliseconds]
            )
        }
    }

    /// Removes a server-to-server key; returns `true` if it existed.
    package func removeRecordKey(_ id: String, of container: ContainerNumber) async throws(CloudStoreError) -> Bool {
        try await run("DELETE FROM recordKey WHERE containerNumber = ? AND id = ?", [container, id]) > 0
    }

    package func recordKey(_ id: String, of container: ContainerNumber) async throws(CloudStoreError) -> Data? {
        try await value("SELECT publicKey FROM recordKey WHERE containerNumber = ? AND id = ?", [container, id])
    }

    package func recordKeys(of container: ContainerNumber) async throws(CloudStoreError) -> [String] {
        try await values("SELECT id FROM recordKey WHERE containerNumber = ? ORDER BY created, id", [container])
    }
}
