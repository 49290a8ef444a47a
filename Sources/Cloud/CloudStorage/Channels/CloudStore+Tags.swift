import SQLStore
import SQLiteSupport

package struct TagChange: Hashable, Sendable {
    package var add: [String: [String]]
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

/// What has tags and attributes: the channels and the named users of an app, with a table of each for either.
enum OwnerKind: String {
    case channel
    case namedUser

    var tagTable: String { rawValue + "Tag" }
    var attributeTable: String { rawValue + "Attribute" }
    /// The column of these tables with the owner's number.
    var owner: String { rawValue + "Number" }
    /// The column by which senders name an owner.
    fileprivate var name: String { self == .channel ? "id" : "name" }
}

extension CloudStore {
    /// Changes the tags of channels, and returns the unknown ids.
    package func changeTags(
        _ change: TagChange,
        ofChannels ids: [ChannelID],
        of app: AppNumber
    ) async throws(CloudStoreError) -> [ChannelID] {
        try await changeTags(change, of: .channel, ids.map(\.text), of: app).map { ChannelID($0) }
    }

    /// Changes the tags of named users, and returns the unknown names.
    package func changeTags(
        _ change: TagChange,
        ofNamedUsers names: [String],
        of app: AppNumber
    ) async throws(CloudStoreError) -> [String] {
        try await changeTags(change, of: .namedUser, names, of: app)
    }

    private func changeTags(
        _ change: TagChange,
        of kind: OwnerKind,
        _ names: [String],
        of app: AppNumber
    ) async throws(CloudStoreError) -> [String] {
        try await write { context in
            try names.filter { name in
                guard let number = try context.ownerNumber(kind, name, of: app) else { return true }
                try context.apply(change, to: kind, number, of: app)
                if kind == .namedUser { try context.touchNamedUser(NamedUserNumber(number)) }
                return false
            }
        }
    }
}

extension WriteContext {
    func ownerNumber(_ kind: OwnerKind, _ name: String, of app: AppNumber) throws -> Int64? {
        try value("SELECT number FROM \(kind.rawValue) WHERE appNumber = ? AND \(kind.name) = ?", [app, name])
    }

    func apply(_ change: TagChange, to kind: OwnerKind, _ number: Int64, of app: AppNumber) throws {
        for (group, tags) in change.set {
            try run("DELETE FROM \(kind.tagTable) WHERE \(kind.owner) = ? AND tagGroup = ?", [number, group])
            try add(tags, group, to: kind, number, of: app)
        }
        for (group, tags) in change.add { try add(tags, group, to: kind, number, of: app) }
        for (group, tags) in change.remove {
            for tag in tags {
                try run(
                    "DELETE FROM \(kind.tagTable) WHERE appNumber = ? AND tagGroup = ? AND tag = ? AND \(kind.owner) = ?",
                    [app, group, tag, number]
                )
            }
        }
    }

    private func add(_ tags: [String], _ group: String, to kind: OwnerKind, _ number: Int64, of app: AppNumber) throws {
        for tag in tags {
            try run(
                """
                INSERT INTO \(kind.tagTable) (appNumber, tagGroup, tag, \(kind.owner)) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
                [app, group, tag, number]
            )
        }
    }
}

extension SQLConnection {
    /// Returns the tags of some owners by owner and group, in alphabetical order.
    func tags(of kind: OwnerKind, _ numbers: [Int64]) throws -> [Int64: [String: [String]]] {
        guard !numbers.isEmpty else { return [:] }
        var result: [Int64: [String: [String]]] = [:]
        _ = try map(
            """
            SELECT \(kind.owner), tagGroup, tag FROM \(kind.tagTable)
            WHERE \(kind.owner) IN (SELECT value FROM json_each(?)) ORDER BY tagGroup, tag
            """,
            [numbers.jsonNumbers()]
        ) { row in result[row[0], default: [:]][row[1], default: []].append(row[2]) }
        return result
    }
}
