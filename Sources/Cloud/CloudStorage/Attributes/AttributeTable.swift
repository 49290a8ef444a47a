import FoundationEssentials
import GRDB
import SQLiteSupport

/// The table of the attributes of channels, or of named users.
///
/// A row without a value is a tombstone: it records when an attribute was removed, so that an older value that arrives
/// late is ignored.
struct AttributeTable {
    /// The state of an attribute before a change.
    private struct Mark {
        var isSet: Bool
        var modified: Int64
    }

    static let channels = AttributeTable(name: "channelAttribute", owner: "channelNumber")
    static let namedUsers = AttributeTable(name: "namedUserAttribute", owner: "namedUserNumber")

    let name: String
    let owner: String

    /// Changes the attributes of one owner; a change that is older than the stored value is ignored.
    ///
    /// - Returns: `false` if the owner has reached ``CloudStore/attributeLimit``, so some new attributes were not
    ///   stored.
    func apply(
        _ changes: [AttributeChange],
        to number: Int64,
        of app: AppNumber,
        now: Date,
        in database: Database
    ) throws -> Bool {
        var marks = try marks(of: number, in: database)
        var remaining = CloudStore.attributeLimit - marks.values.count { $0.isSet }
        var fits = true
        for change in changes {
            let modified = min(change.date ?? now, now).storedMilliseconds
            let known = marks[change.key]
            if let known, known.modified > modified { continue }
            let (wasSet, isSet) = (known?.isSet ?? false, change.value != nil)
            guard remaining > 0 || !isSet || wasSet else {
                fits = false
                continue
            }
            try save(change, modified, to: number, of: app, in: database)
            marks[change.key] = Mark(isSet: isSet, modified: modified)
            remaining += (wasSet ? 1 : 0) - (isSet ? 1 : 0)
        }
        try forgetRemovals(marks, of: number, app, in: database)
        return fits
    }

    private func marks(of number: Int64, in database: Database) throws -> [String: Mark] {
        let rows = try database.rows(
            "SELECT key, coalesce(text, number, date) IS NOT NULL, modified FROM \(name) WHERE \(owner) = ?",
            [number]
        )
        return Dictionary(rows.map { ($0[0], Mark(isSet: $0[1], modified: $0[2])) }) { $1 }
    }

    private func save(
        _ change: AttributeChange,
        _ modified: Int64,
        to number: Int64,
        of app: AppNumber,
        in database: Database
    ) throws {
        var text: String?
        var date: Int64?
        if case .text(let value) = change.value { text = value }
        if case .date(let value) = change.value { date = value.storedMilliseconds }
        try database.run(
            """
            INSERT OR REPLACE INTO \(name) (appNumber, key, \(owner), text, number, date, modified)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [app, change.key, number, text, change.value?.numericValue, date, modified]
        )
    }

    /// Deletes the oldest tombstones beyond ``CloudStore/attributeLimit``.
    private func forgetRemovals(
        _ marks: [String: Mark],
        of number: Int64,
        _ app: AppNumber,
        in database: Database
    ) throws {
        let removals = marks.filter { !$0.value.isSet }
        guard removals.count > CloudStore.attributeLimit else { return }
        let oldest = removals.sorted { $0.value.modified < $1.value.modified }
        for (key, _) in oldest.prefix(removals.count - CloudStore.attributeLimit) {
            try database.run(
                "DELETE FROM \(name) WHERE appNumber = ? AND key = ? AND \(owner) = ?",
                [app, key, number]
            )
        }
    }
}

extension AttributeTable {
    /// The number of named users with a value at which candidates are found by scanning the app's channels in order.
    private static let manyUsers = 5000

    /// Returns all attributes of some owners.
    func attributes(of numbers: [Int64], in database: Database) throws -> [Int64: [String: AttributeValue]] {
        guard !numbers.isEmpty else { return [:] }
        let rows = try database.rows(
            """
            SELECT \(owner), text, number, date, key FROM \(name)
            WHERE \(owner) IN (SELECT value FROM json_each(?))
            """,
            [numbers.jsonNumbers()]
        )
        var result: [Int64: [String: AttributeValue]] = [:]
        for row in rows {
            guard let value = Self.value(row) else { continue }
            result[row[0], default: [:]][row[4]] = value
        }
        return result
    }

    /// Returns one attribute of those owners that have it.
    func values(
        _ key: String,
        of numbers: [Int64],
        _ app: AppNumber,
        in database: Database
    ) throws -> [Int64: AttributeValue] {
        guard !numbers.isEmpty else { return [:] }
        let rows = try database.rows(
            """
            SELECT \(owner), text, number, date FROM \(name)
            WHERE appNumber = ? AND key = ? AND \(owner) IN (SELECT value FROM json_each(?))
            """,
            [app, key, numbers.jsonNumbers()]
        )
        return Dictionary(rows.compactMap { row in Self.value(row).map { (row[0], $0) } }) { $1 }
    }

    /// Returns a page of the channels whose own attribute, or whose named user's attribute, has a value; ordered by
    /// number.
    static func channels(
        _ key: String,
        _ value: AttributeValue,
        of app: AppNumber,
        after: ChannelNumber,
        _ limit: Int,
        in database: Database
    ) throws -> [Row] {
        let (column, stored) = column(of: value)
        let own = try database.rows(
            """
            SELECT channelNumber AS number FROM channelAttribute
            WHERE appNumber = ? AND key = ? AND \(column) = ? AND channelNumber > ? ORDER BY channelNumber LIMIT ?
            """,
            [app, key, stored, after, limit]
        )
        let users = try database.row(
            """
            SELECT count(*) FROM (SELECT 1 FROM namedUserAttribute
            WHERE appNumber = ? AND key = ? AND \(column) = ? LIMIT \(manyUsers))
            """,
            [app, key, stored]
        )
        // With few matching users, their channels are looked up and sorted for each page; with many, a scan of the
        // channels soon finds enough of them.
        let query =
            users?[0] == manyUsers
            ? """
            SELECT channel.number FROM channel WHERE channel.appNumber = ?1 AND channel.number > ?4
            AND EXISTS (SELECT 1 FROM namedUserAttribute WHERE appNumber = ?1 AND key = ?2
            AND namedUserAttribute.namedUserNumber = channel.namedUserNumber AND namedUserAttribute.\(column) = ?3)
            ORDER BY channel.number LIMIT ?5
            """
            : """
            SELECT channel.number FROM namedUserAttribute
            JOIN channel ON channel.namedUserNumber = namedUserAttribute.namedUserNumber
            WHERE namedUserAttribute.appNumber = ?1 AND key = ?2 AND namedUserAttribute.\(column) = ?3
            AND channel.number > ?4
            ORDER BY channel.number LIMIT ?5
            """
        return try own + database.rows(query, [app, key, stored, after, limit])
    }

    /// Reads the value from the columns for text, number and date, which are the second to the fourth.
    private static func value(_ row: Row) -> AttributeValue? {
        if let milliseconds: Int64 = row[3] { return .date(Date(storedMilliseconds: milliseconds)) }
        if let text: String = row[1] { return .text(text) }
        let number: Double? = row[2]
        return number.map(AttributeValue.number)
    }

    private static func column(of value: AttributeValue) -> (String, any DatabaseValueConvertible) {
        switch value {
        case .text(let text): ("text", text)
        case .number(let number): ("number", number)
        case .date(let date): ("date", date.storedMilliseconds)
        }
    }
}
