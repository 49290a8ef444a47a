package import FoundationEssentials
import GRDB
import SQLiteSupport

/// A list of channels and named users that a sender keeps elsewhere and has uploaded.
package struct StaticListRecord: Hashable, Sendable {
    /// The store's number of it.
    package let number: StaticListNumber
    /// The name by which senders know it.
    package let name: String
    /// What its sender says of it.
    package let description: String?
    /// What its sender added, a JSON object that the store does not read.
    package let extra: String?
    /// When it was made.
    package let created: Date
    /// When its members were last replaced, or when it was made.
    package let updated: Date
    /// How many channels its members had when they were last replaced.
    package let channelCount: Int
    /// The upload that brought its members, if there was one.
    package let upload: ListUploadNumber?
}

extension CloudStore {
    /// How many static lists an app has at most.
    package static let staticListLimit = 1000

    /// Makes a static list without members.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - description: What its sender says of it.
    ///   - extra: What its sender added, a JSON object.
    ///   - app: Whose it is.
    /// - Throws: ``CloudStoreError`` with code `conflict` if the app has a list of that name, or
    ///   ``staticListLimit`` of them.
    package func addStaticList(
        _ name: String,
        description: String?,
        extra: String?,
        to app: AppNumber
    ) async throws(CloudStoreError) {
        try await write { context in
            let row = try context.database.row("SELECT COUNT(*) AS count FROM staticList WHERE appNumber = ?", [app])
            guard row?["count"] ?? 0 < Self.staticListLimit else {
                throw CloudStoreError(.conflict, "An app has at most \(Self.staticListLimit) lists.")
            }
            let date = context.now.storedMilliseconds
            let changes = try context.database.run(
                """
                INSERT INTO staticList (appNumber, name, description, extra, created, updated, channels)
                VALUES (?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING
                """,
                [app, name, description, extra, date, date]
            )
            guard changes > 0 else { throw CloudStoreError(.conflict, "There is a list called \(name) already.") }
        }
    }

    /// A static list of an app, if it has one of that name.
    package func staticList(_ name: String, of app: AppNumber) async throws(CloudStoreError) -> StaticListRecord? {
        try await read { database in
            try database.row("SELECT * FROM staticList WHERE appNumber = ? AND name = ?", [app, name])
                .map(StaticListRecord.init)
        }
    }

    /// A page of an app's static lists, by name.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - after: The name of the last one of the page before.
    ///   - limit: How many at most.
    /// - Returns: The page.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func staticLists(
        of app: AppNumber,
        after: String? = nil,
        limit: Int = CloudStore.pageLimit
    ) async throws(CloudStoreError) -> [StaticListRecord] {
        try await read { database in
            try database.rows(
                "SELECT * FROM staticList WHERE appNumber = ? AND name > ? ORDER BY name LIMIT ?",
                [app, after ?? "", limit]
            ).map(StaticListRecord.init)
        }
    }

    /// Those of some names that an app has static lists of.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - app: The app.
    ///   - push: A push; lists count that are not younger than it, since one that was removed and made anew is another.
    /// - Returns: The names of the lists.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func knownStaticLists(
        among names: Set<String>,
        of app: AppNumber,
        before push: PushNumber? = nil
    ) async throws(CloudStoreError) -> Set<String> {
        guard !names.isEmpty else { return [] }
        return try await read { database in
            try names.filter { name in
                let row = try database.row(
                    """
                    SELECT 1 FROM staticList WHERE appNumber = ? AND name = ?
                    AND created <= COALESCE((SELECT created FROM push WHERE number = ?), created)
                    """,
                    [app, name, push]
                )
                return row != nil
            }
        }
    }

    /// Changes what is said of a static list.
    ///
    /// - Parameters:
    ///   - name: Which list.
    ///   - description: What its sender says of it; none leaves it as it is.
    ///   - extra: What its sender added, a JSON object; none leaves it as it is.
    ///   - app: Whose it is.
    /// - Returns: Whether there is such a list.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func updateStaticList(
        _ name: String,
        description: String?,
        extra: String?,
        of app: AppNumber
    ) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.database.run(
                """
                UPDATE staticList SET description = COALESCE(?, description), extra = COALESCE(?, extra)
                WHERE appNumber = ? AND name = ?
                """,
                [description, extra, app, name]
            ) > 0
        }
    }

    /// Removes a static list; ``sweepLists()`` removes its members, a while later for those who download them.
    ///
    /// - Returns: Whether there was one.
    package func removeStaticList(_ name: String, of app: AppNumber) async throws(CloudStoreError) -> Bool {
        try await write { context in
            let row = try context.database.row(
                "DELETE FROM staticList WHERE appNumber = ? AND name = ? RETURNING uploadNumber",
                [app, name]
            )
            guard let row else { return false }
            if let upload: ListUploadNumber = row["uploadNumber"] {
                try context.database.run(
                    "UPDATE listUpload SET expires = ? WHERE number = ?",
                    [(context.now + Self.uploadRetention).storedMilliseconds, upload]
                )
            }
            return true
        }
    }
}

extension StaticListRecord {
    init(_ row: Row) {
        self.init(
            number: row["number"],
            name: row["name"],
            description: row["description"],
            extra: row["extra"],
            created: row.date("created"),
            updated: row.date("updated"),
            channelCount: row["channels"],
            upload: row["uploadNumber"]
        )
    }
}
