package import FoundationEssentials
import GRDB
import SQLiteSupport

/// A list of channels and named users that a sender has uploaded.
package struct StaticListRecord: Hashable, Sendable {
    /// The store's row number.
    package let number: StaticListNumber
    package let name: String
    /// The sender's description.
    package let description: String?
    /// Further fields of the sender, a JSON object that the store does not interpret.
    package let extra: String?
    package let created: Date
    /// The time at which its members were last replaced, or at which it was added.
    package let updated: Date
    /// The number of its members' channels when the members were last replaced.
    package let channelCount: Int
    /// The upload of its current members, if any.
    package let upload: ListUploadNumber?
}

extension CloudStore {
    /// The largest number of static lists of an app.
    package static let staticListLimit = 1000

    /// Adds a static list without members.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - description: The sender's description.
    ///   - extra: Further fields of the sender, a JSON object.
    ///   - app: The app.
    /// - Throws: ``CloudStoreError`` with code `conflict` if the app has a list of that name, or ``staticListLimit``
    ///   lists.
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

    /// Returns a static list of an app; `nil` if no list has the name.
    package func staticList(_ name: String, of app: AppNumber) async throws(CloudStoreError) -> StaticListRecord? {
        try await read { database in
            try database.row("SELECT * FROM staticList WHERE appNumber = ? AND name = ?", [app, name])
                .map(StaticListRecord.init)
        }
    }

    /// Returns a page of an app's static lists, ordered by name.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - after: The name of the last element of the previous page; `nil` for the first page.
    ///   - limit: The largest number of elements.
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

    /// Returns the given names for which an app has a static list.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - app: The app.
    ///   - push: A push. A list that was added after it is ignored, since it only has the name of a removed list.
    /// - Returns: The names.
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

    /// Changes the description and the further fields of a static list.
    ///
    /// - Parameters:
    ///   - name: The name of the list.
    ///   - description: The new description; `nil` to keep it.
    ///   - extra: The new further fields, a JSON object; `nil` to keep them.
    ///   - app: The app.
    /// - Returns: `true` if the list exists.
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

    /// Removes a static list; ``sweepLists()`` removes its members after ``uploadRetention``.
    ///
    /// - Returns: `true` if it existed.
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
