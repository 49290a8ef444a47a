import GRDB
import SQLiteSupport

extension Database {
    /// The number of requested attributes above which all attributes of a member are read at once.
    private static let manyAttributes = 8

    /// Adds the values of attributes to the members of a page: their own values and those of their named users.
    ///
    /// - Parameters:
    ///   - keys: The attributes.
    ///   - app: The app.
    ///   - members: The members.
    /// - Throws: A `DatabaseError` if the disk failed.
    func addAttributes(
        _ keys: Set<String>,
        of app: AppNumber,
        to members: inout [AudienceMember]
    ) throws {
        let deviceAttributes = keys.compactMap(DeviceAttribute.init(rawValue:))
        for attribute in deviceAttributes { try addDeviceAttribute(attribute, to: &members) }
        let keys = keys.subtracting(deviceAttributes.map(\.rawValue))
        guard !keys.isEmpty else { return }
        let own = try values(keys, .channels, of: members.map(\.channel.value), app)
        let users = try values(keys, .namedUsers, of: members.compactMap(\.namedUserNumber?.value), app)
        for (index, member) in members.enumerated() {
            let user = member.namedUserNumber.flatMap { users[$0.value] }
            for values in [own[member.channel.value], user].compactMap({ $0 }) {
                for (key, value) in values where keys.contains(key) {
                    members[index].attributes[key, default: []].append(value)
                }
            }
        }
    }

    private func values(
        _ keys: Set<String>,
        _ table: AttributeTable,
        of numbers: [Int64],
        _ app: AppNumber
    ) throws -> [Int64: [String: AttributeValue]] {
        if keys.count > Self.manyAttributes { return try table.attributes(of: numbers, in: self) }
        var result: [Int64: [String: AttributeValue]] = [:]
        for key in keys {
            for (number, value) in try table.values(key, of: numbers, app, in: self) {
                result[number, default: [:]][key] = value
            }
        }
        return result
    }

    private func addDeviceAttribute(_ attribute: DeviceAttribute, to members: inout [AudienceMember]) throws {
        let column = attribute.property.map { "CAST(json_extract(properties, '$.\($0)') AS TEXT)" } ?? "zone"
        let rows = try self.rows(
            "SELECT number, \(column) FROM channel WHERE number IN (SELECT value FROM json_each(?))",
            [members.map(\.channel).jsonNumbers()]
        )
        let texts = Dictionary(rows.map { row in (row[0] as ChannelNumber, row[1] as String?) }) { $1 }
        for index in members.indices {
            guard let text = texts[members[index].channel] ?? nil else { continue }
            members[index].attributes[attribute.rawValue] = [.text(text)]
        }
    }
}
