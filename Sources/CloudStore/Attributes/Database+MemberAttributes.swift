import GRDB

extension Database {
    /// Adds the values of one attribute to the members of a page: their own, and those of their named users.
    ///
    /// - Parameters:
    ///   - key: The attribute.
    ///   - app: The app.
    ///   - members: The members.
    ///   - page: Their rows, which begin with the numbers of channel and named user.
    /// - Throws: A `DatabaseError` if the disk failed.
    func addAttribute(
        _ key: String,
        of app: AppNumber,
        to members: inout [AudienceMember],
        _ page: [Row]
    ) throws {
        if let told = DeviceAttribute(rawValue: key) { return try addDeviceAttribute(told, to: &members) }
        let own = try AttributeTable.channels.values(key, of: page.map { $0[0] }, app, in: self)
        let users = try AttributeTable.namedUsers.values(key, of: page.compactMap { $0[1] }, app, in: self)
        for (index, row) in page.enumerated() {
            let user: Int64? = row[1]
            let values = [own[row[0]], user.flatMap { users[$0] }].compactMap { $0 }
            if !values.isEmpty { members[index].attributes[key] = values }
        }
    }

    private func addDeviceAttribute(_ attribute: DeviceAttribute, to members: inout [AudienceMember]) throws {
        let column = attribute.property.map { "CAST(json_extract(properties, '$.\($0)') AS TEXT)" } ?? "zone"
        let rows = try rows(
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
