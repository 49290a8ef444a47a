import FoundationEssentials
import JSON
import SQLStore
import SQLiteSupport

extension SQLConnection {
    /// The number of requested attributes above which all attributes of a member are read at once.
    private static var manyAttributes: Int { 8 }
    /// The number of named users with a value at which candidates are found by scanning the app's channels in order.
    private static var manyUsers: Int { 5000 }

    func attributes(of kind: OwnerKind, _ numbers: [Int64]) throws -> [Int64: [String: AttributeValue]] {
        var result: [Int64: [String: AttributeValue]] = [:]
        try readAttributes(of: kind, numbers, into: &result)
        return result
    }

    private func readAttributes(
        of kind: OwnerKind,
        _ numbers: [Int64],
        where condition: String = "true",
        _ arguments: SQLArguments = [],
        into result: inout [Int64: [String: AttributeValue]]
    ) throws {
        guard !numbers.isEmpty else { return }
        _ = try map(
            """
            SELECT \(kind.owner), text, number, date, key FROM \(kind.attributeTable)
            WHERE \(condition) AND \(kind.owner) IN (SELECT value FROM json_each(?))
            """,
            arguments + [numbers.jsonNumbers()]
        ) { row in
            if let value = AttributeValue(row) { result[row[0], default: [:]][row[4]] = value }
        }
    }

    /// Returns a page of the channels with a value of an attribute, their own or their named user's, ordered by number.
    func channels(
        withAttribute key: String,
        _ value: AttributeValue,
        of app: AppNumber,
        after: ChannelNumber,
        _ limit: Int
    ) throws -> [ChannelNumber] {
        let (column, stored) = value.column
        let own: [ChannelNumber] = try values(
            """
            SELECT channelNumber FROM channelAttribute
            WHERE appNumber = ? AND key = ? AND \(column) = ? AND channelNumber > ? ORDER BY channelNumber LIMIT ?
            """,
            [app, key, stored, after, limit]
        )
        let users = try count(
            "(SELECT 1 FROM namedUserAttribute WHERE appNumber = ? AND key = ? AND \(column) = ? LIMIT \(Self.manyUsers)) AS matching",
            [app, key, stored]
        )
        // With few matching users, their channels are looked up and sorted for each page; with many, a scan of the
        // channels soon finds enough of them.
        let query =
            users == Self.manyUsers
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
        return try own + values(query, [app, key, stored, after, limit])
    }

    /// Adds the values of attributes to the members of a page: their own values and those of their named users.
    func addAttributes(
        _ keys: Set<String>,
        of app: AppNumber,
        to members: inout [AudienceMember]
    ) throws {
        let deviceAttributes = keys.compactMap(DeviceAttribute.init(rawValue:))
        for attribute in deviceAttributes { try addDeviceAttribute(attribute, to: &members) }
        let keys = keys.subtracting(deviceAttributes.map(\.rawValue))
        guard !keys.isEmpty else { return }
        let own = try attributes(keys, of: .channel, members.map(\.channel.value), app)
        let users = try attributes(keys, of: .namedUser, members.compactMap(\.namedUserNumber?.value), app)
        for (index, member) in members.enumerated() {
            let user = member.namedUserNumber.flatMap { users[$0.value] }
            for values in [own[member.channel.value], user].compactMap({ $0 }) {
                for (key, value) in values where keys.contains(key) {
                    members[index].attributes[key, default: []].append(value)
                }
            }
        }
    }

    private func attributes(
        _ keys: Set<String>,
        of kind: OwnerKind,
        _ numbers: [Int64],
        _ app: AppNumber
    ) throws -> [Int64: [String: AttributeValue]] {
        if keys.count > Self.manyAttributes { return try attributes(of: kind, numbers) }
        var result: [Int64: [String: AttributeValue]] = [:]
        for key in keys {
            try readAttributes(of: kind, numbers, where: "appNumber = ? AND key = ?", [app, key], into: &result)
        }
        return result
    }

    /// Returns a member of a channel's properties as text; `nil` if it is missing, or an array or an object.
    private static func text(of property: String, in properties: String) -> String? {
        switch (try? JSONValue(parsing: properties))?[property] {
        case .string(let text)?: text
        case .integer(let integer)?: "\(integer)"
        case .real(let real)?: "\(real)"
        case .bool(let isTrue)?: isTrue ? "1" : "0"
        default: nil
        }
    }

    private func addDeviceAttribute(_ attribute: DeviceAttribute, to members: inout [AudienceMember]) throws {
        let rows = try map(
            "SELECT number, zone, properties FROM channel WHERE number IN (SELECT value FROM json_each(?))",
            [members.map(\.channel).jsonNumbers()]
        ) { row in
            let text: String? = attribute.property.map { Self.text(of: $0, in: row[2]) } ?? row[1]
            return (row[0] as ChannelNumber, text)
        }
        let texts = Dictionary(rows) { $1 }
        for index in members.indices {
            guard let text = texts[members[index].channel] ?? nil else { continue }
            members[index].attributes[attribute.rawValue] = [.text(text)]
        }
    }
}

extension AttributeValue {
    /// Reads the value from the columns for text, number and date, which are the second to the fourth.
    fileprivate init?(_ row: SQLRow) {
        if let milliseconds: Int64 = row[3] {
            self = .date(Date(storedMilliseconds: milliseconds))
        } else if let text: String = row[1] {
            self = .text(text)
        } else if let number: Double = row[2] {
            self = .number(number)
        } else {
            return nil
        }
    }

    fileprivate var column: (String, any SQLConvertible) {
        switch self {
        case .text(let text): ("text", text)
        case .number(let number): ("number", number)
        case .date(let date): ("date", date.storedMilliseconds)
        }
    }
}
