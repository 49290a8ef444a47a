import GRDB
import SQLiteSupport

/// A change of the tags of channels or named users, group by group.
package struct TagChange: Hashable, Sendable {
    /// The tags to add, by group.
    package var add: [String: [String]]
    /// The tags to remove, by group.
    package var remove: [String: [String]]
    /// The new tags of a group, which replace its current ones.
    package var set: [String: [String]]

    package init(
        add: [String: [String]] = [:],
        remove: [String: [String]] = [:],
        set: [String: [String]] = [:]
    ) {
        self.add = add
        self.remove = remove
        self.set = set
    }
}

/// The table of the tags of channels, or of named users.
struct TagTable {
    static let channels = TagTable(name: "channelTag", owner: "channelNumber")
    static let namedUsers = TagTable(name: "namedUserTag", owner: "namedUserNumber")

    let name: String
    let owner: String

    func apply(_ change: TagChange, to number: Int64, of app: AppNumber, in database: Database) throws {
        for (group, tags) in change.set {
            try database.run("DELETE FROM \(name) WHERE \(owner) = ? AND tagGroup = ?", [number, group])
            try add(tags, group, to: number, of: app, in: database)
        }
        for (group, tags) in change.add { try add(tags, group, to: number, of: app, in: database) }
        for (group, tags) in change.remove {
            for tag in tags {
                try database.run(
                    "DELETE FROM \(name) WHERE appNumber = ? AND tagGroup = ? AND tag = ? AND \(owner) = ?",
                    [app, group, tag, number]
                )
            }
        }
    }

    private func add(_ tags: [String], _ group: String, to number: Int64, of app: AppNumber, in database: Database)
        throws
    {
        for tag in tags {
            try database.run(
                "INSERT INTO \(name) (appNumber, tagGroup, tag, \(owner)) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [app, group, tag, number]
            )
        }
    }

    /// Returns the tags of some owners by owner and group, in alphabetical order.
    func tags(of numbers: [Int64], in database: Database) throws -> [Int64: [String: [String]]] {
        guard !numbers.isEmpty else { return [:] }
        var result: [Int64: [String: [String]]] = [:]
        _ = try database.map(
            """
            SELECT \(owner), tagGroup, tag FROM \(name)
            WHERE \(owner) IN (SELECT value FROM json_each(?)) ORDER BY tagGroup, tag
            """,
            [numbers.jsonNumbers()]
        ) { row in result[row[0], default: [:]][row[1], default: []].append(row[2]) }
        return result
    }
}
