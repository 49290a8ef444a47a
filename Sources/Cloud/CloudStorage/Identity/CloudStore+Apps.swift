package import FoundationEssentials
import GRDB
import SQLiteSupport

/// An app that the cloud serves, with what proves who speaks for it.
package struct AppRecord: Hashable, Sendable {
    /// The store's number of it.
    package let number: AppNumber
    /// The bundle identifier of the app.
    package let name: String
    /// The app key: 22 characters, no secret.
    package let key: String
    /// The app secret, kept as it is, since signed tokens are checked with it (HMAC).
    package let secret: String
    /// The SHA-256 of the master secret.
    package let masterHash: Data
}

/// An app to be added.
package struct NewApp: Hashable, Sendable {
    /// The bundle identifier of the app.
    package var name: String
    /// The app key.
    package var key: String
    /// The app secret.
    package var secret: String
    /// The SHA-256 of the master secret.
    package var masterHash: Data

    /// Describes an app.
    package init(name: String, key: String, secret: String, masterHash: Data) {
        self.name = name
        self.key = key
        self.secret = secret
        self.masterHash = masterHash
    }
}

extension CloudStore {
    /// Adds apps; one whose key is there already stays as it is.
    ///
    /// - Throws: ``CloudStoreError`` with code `conflict` if another key belongs to the same app.
    package func addApps(_ apps: [NewApp]) async throws(CloudStoreError) {
        try await write { context in
            for app in apps {
                let known = try context.database.row("SELECT name FROM app WHERE key = ?", [app.key])
                if known != nil { continue }
                guard try context.database.row("SELECT 1 FROM app WHERE name = ?", [app.name]) == nil else {
                    throw CloudStoreError(.conflict, "\(app.name) has keys already.")
                }
                try context.database.run(
                    "INSERT INTO app (name, key, secret, masterHash, created) VALUES (?, ?, ?, ?, ?)",
                    [app.name, app.key, app.secret, app.masterHash, context.now.storedMilliseconds]
                )
            }
        }
    }

    /// The app to which a key belongs, if it is one.
    package func app(key: String) async throws(CloudStoreError) -> AppRecord? {
        try await read { try $0.row("SELECT * FROM app WHERE key = ?", [key]).map(AppRecord.init) }
    }

    /// The app with a bundle identifier, if it has keys.
    package func app(name: String) async throws(CloudStoreError) -> AppRecord? {
        try await read { try $0.row("SELECT * FROM app WHERE name = ?", [name]).map(AppRecord.init) }
    }

    /// All apps, in the order in which they were added; a cloud has few.
    package func apps() async throws(CloudStoreError) -> [AppRecord] {
        try await read { try $0.rows("SELECT * FROM app ORDER BY number LIMIT 10000").map(AppRecord.init) }
    }
}

extension AppRecord {
    init(_ row: Row) {
        self.init(
            number: row["number"],
            name: row["name"],
            key: row["key"],
            secret: row["secret"],
            masterHash: row["masterHash"]
        )
    }
}
