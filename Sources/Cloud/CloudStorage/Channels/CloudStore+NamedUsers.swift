package import FoundationEssentials
import SQLStore
import SQLiteSupport

package struct NamedUserRecord: Hashable, Sendable {
    package let number: NamedUserNumber
    package let name: String
    package let created: Date
    /// The time at which their tags, attributes or channels last changed.
    package let modified: Date
    /// Their tags by group, in alphabetical order.
    package let tags: [String: [String]]
    package let attributes: [String: AttributeValue]
    /// Their channels, the oldest first; at most 1000.
    package let channels: [ChannelRecord]
}

extension CloudStore {
    package func namedUser(_ name: String, of app: AppNumber) async throws(CloudStoreError) -> NamedUserRecord? {
        try await read { database in
            let rows = try database.rows("SELECT * FROM namedUser WHERE appNumber = ? AND name = ?", [app, name])
            return try database.namedUsers(rows).first
        }
    }

    /// Returns at most `limit` of an app's named users after a name, ordered by name.
    package func namedUsers(
        of app: AppNumber,
        after: String? = nil,
        limit: Int = 100
    ) async throws(CloudStoreError) -> [NamedUserRecord] {
        try await read { database in
            let rows = try database.rows(
                "SELECT * FROM namedUser WHERE appNumber = ? AND name > ? ORDER BY name LIMIT ?",
                [app, after ?? "", limit]
            )
            return try database.namedUsers(rows)
        }
    }

    /// Removes named users with their channels and inboxes; unknown names are ignored.
    package func removeNamedUsers(_ names: [String], of app: AppNumber) async throws(CloudStoreError) {
        try await write { context in
            for name in names {
                try context.run(
                    """
                    DELETE FROM channel WHERE namedUserNumber =
                    (SELECT number FROM namedUser WHERE appNumber = ? AND name = ?)
                    """,
                    [app, name]
                )
                try context.run("DELETE FROM namedUser WHERE appNumber = ? AND name = ?", [app, name])
            }
        }
    }
}

extension WriteContext {
    /// Returns the number of a named user, who is added if missing.
    func namedUser(_ name: String, of app: AppNumber) throws -> NamedUserNumber {
        if let known = try ownerNumber(.namedUser, name, of: app) { return NamedUserNumber(known) }
        let date = now.storedMilliseconds
        return NamedUserNumber(
            try insert(
                "INSERT INTO namedUser (appNumber, name, created, modified) VALUES (?, ?, ?, ?)",
                [app, name, date, date]
            )
        )
    }

    func touchNamedUser(_ user: NamedUserNumber) throws {
        try run("UPDATE namedUser SET modified = ? WHERE number = ?", [now.storedMilliseconds, user])
    }
}

extension SQLConnection {
    fileprivate func namedUsers(_ rows: [SQLRow]) throws -> [NamedUserRecord] {
        let tags = try tags(of: .namedUser, rows.map { $0["number"] })
        let attributes = try attributes(of: .namedUser, rows.map { $0["number"] })
        return try rows.map { row in
            let number: NamedUserNumber = row["number"]
            return NamedUserRecord(
                number: number,
                name: row["name"],
                created: row.date("created"),
                modified: row.date("modified"),
                tags: tags[number.value] ?? [:],
                attributes: attributes[number.value] ?? [:],
                channels: try channels(
                    "WHERE channel.namedUserNumber = ? ORDER BY channel.number LIMIT 1000",
                    [number]
                )
            )
        }
    }
}
