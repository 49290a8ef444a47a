package import FoundationEssentials
import SQLStore
import SQLiteSupport

/// A list of channels and named users that a sender has uploaded.
package struct StaticListRecord: Hashable, Sendable {
    package let number: StaticListNumber
    package let name: String
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

    init(_ row: SQLRow) {
        number = row["number"]
        name = row["name"]
        description = row["description"]
        extra = row["extra"]
        created = row.date("created")
        updated = row.date("updated")
        channelCount = row["channels"]
        upload = row["uploadNumber"]
    }
}

extension CloudStore {
    package static let staticListLimit = 1000

    /// Adds a static list without members; `conflict` if the app has one of that name, or ``staticListLimit``.
    package func addStaticList(
        _ name: String,
        description: String?,
        extra: String?,
        to app: AppNumber
    ) async throws(CloudStoreError) {
        try await write { context in
            guard try context.count("staticList WHERE appNumber = ?", [app]) < Self.staticListLimit else {
                throw CloudStoreError(.conflict, "An app has at most \(Self.staticListLimit) lists.")
            }
            let date = context.now.storedMilliseconds
            let changes = try context.run(
                """
                INSERT INTO staticList (appNumber, name, description, extra, created, updated, channels)
                VALUES (?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING
                """,
                [app, name, description, extra, date, date]
            )
            guard changes > 0 else { throw CloudStoreError(.conflict, "There is a list called \(name) already.") }
        }
    }

    package func staticList(_ name: String, of app: AppNumber) async throws(CloudStoreError) -> StaticListRecord? {
        try await first(
            "SELECT * FROM staticList WHERE appNumber = ? AND name = ?",
            [app, name],
            StaticListRecord.init
        )
    }

    /// Returns at most `limit` of an app's static lists after a name, ordered by name.
    package func staticLists(
        of app: AppNumber,
        after: String? = nil,
        limit: Int = CloudStore.pageLimit
    ) async throws(CloudStoreError) -> [StaticListRecord] {
        try await list(
            "SELECT * FROM staticList WHERE appNumber = ? AND name > ? ORDER BY name LIMIT ?",
            [app, after ?? "", limit],
            StaticListRecord.init
        )
    }

    /// Returns the given names for which an app has a static list.
    ///
    /// A list that was added after the given push is ignored, since it only has the name of a removed list.
    package func knownStaticLists(
        among names: Set<String>,
        of app: AppNumber,
        before push: PushNumber? = nil
    ) async throws(CloudStoreError) -> Set<String> {
        guard !names.isEmpty else { return [] }
        return try await read { database in
            try names.filter { name in
                try database.exists(
                    """
                    SELECT 1 FROM staticList WHERE appNumber = ? AND name = ?
                    AND created <= COALESCE((SELECT created FROM push WHERE number = ?), created)
                    """,
                    [app, name, push]
                )
            }
        }
    }

    /// Changes the description and the further fields of a static list that are not `nil`; returns `true` if it exists.
    package func updateStaticList(
        _ name: String,
        description: String?,
        extra: String?,
        of app: AppNumber
    ) async throws(CloudStoreError) -> Bool {
        try await run(
            """
            UPDATE staticList SET description = COALESCE(?, description), extra = COALESCE(?, extra)
            WHERE appNumber = ? AND name = ?
            """,
            [description, extra, app, name]
        ) > 0
    }

    /// Removes a static list, and its members after ``uploadRetention``; returns `true` if it existed.
    package func removeStaticList(_ name: String, of app: AppNumber) async throws(CloudStoreError) -> Bool {
        try await write { context in
            let row = try context.row(
                "DELETE FROM staticList WHERE appNumber = ? AND name = ? RETURNING uploadNumber",
                [app, name]
            )
            guard let row else { return false }
            try context.retire(row["uploadNumber"])
            return true
        }
    }
}
