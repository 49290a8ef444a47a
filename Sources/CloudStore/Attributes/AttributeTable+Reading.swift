import FoundationEssentials
import GRDB
import StoreSupport

extension AttributeTable {
    /// Beyond how many named users with a value candidates are found by walking along the channels.
    private static let manyUsers = 5000

    /// All attributes of some owners.
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

    /// One attribute of those of some owners who have it.
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

    /// The rows of channels whose attribute, or whose named user's attribute, has a value: a page in their order.
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
        // Few users are looked up and their channels sorted for every page; that many are met while walking.
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

    /// Reads the columns text, number and date, which are the second to the fourth.
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
