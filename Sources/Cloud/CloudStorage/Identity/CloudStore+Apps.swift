package import FoundationEssentials
import SQLStore
import SQLiteSupport

package struct AppRecord: Hashable, Sendable {
    package let number: AppNumber
    /// The app's bundle identifier.
    package let name: String
    /// The app key: 22 characters, not secret.
    package let key: String
    /// The app secret, stored in clear because signatures are checked with it (HMAC).
    package let secret: String
    /// The SHA-256 of the master secret.
    package let masterHash: Data

    init(_ row: SQLRow) {
        number = row["number"]
        name = row["name"]
        key = row["key"]
        secret = row["secret"]
        masterHash = row["masterHash"]
    }
}

/// An app to add; its members mean what those of ``AppRecord`` do.
package struct NewApp: Hashable, Sendable {
    package var name: String
    package var key: String
    package var secret: String
    package var masterHash: Data

    package init(name: String, key: String, secret: String, masterHash: Data) {
        self.name = name
        self.key = key
        self.secret = secret
        self.masterHash = masterHash
    }
}

extension CloudStore {
    /// Adds apps, except for those whose key is known; `conflict` if an app is known with another key.
    package func addApps(_ apps: [NewApp]) async throws(CloudStoreError) {
        try await write { context in
            for app in apps where try !context.exists("SELECT 1 FROM app WHERE key = ?", [app.key]) {
                guard try !context.exists("SELECT 1 FROM app WHERE name = ?", [app.name]) else {
                    throw CloudStoreError(.conflict, "\(app.name) has keys already.")
                }
                try context.run(
                    "INSERT INTO app (name, key, secret, masterHash, created) VALUES (?, ?, ?, ?, ?)",
                    [app.name, app.key, app.secret, app.masterHash, context.now.storedMilliseconds]
                )
            }
        }
    }

    package func app(key: String) async throws(CloudStoreError) -> AppRecord? {
        try await first("SELECT * FROM app WHERE key = ?", [key], AppRecord.init)
    }

    package func app(name: String) async throws(CloudStoreError) -> AppRecord? {
        try await first("SELECT * FROM app WHERE name = ?", [name], AppRecord.init)
    }

    /// Returns all apps, in the order in which they were added; at most 10,000.
    package func apps() async throws(CloudStoreError) -> [AppRecord] {
        try await list("SELECT * FROM app ORDER BY number LIMIT 10000", [], AppRecord.init)
    }
}
