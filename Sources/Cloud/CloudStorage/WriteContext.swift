import FoundationEssentials
import SQLStore

/// What the streams of devices, topics and web clients have to learn of a write.
package struct CommittedChanges: Hashable, Sendable {
    package var events: [DeviceEvent] = []
    package var published: [PublishedMessage] = []
    package var couriers: Set<CourierNumber> = []
}

/// A write's transaction: its connection, its time, and what the observers have to learn after the commit.
final class WriteContext: SQLConnection {
    let now: Date
    var news = CommittedChanges()
    private let connection: any SQLConnection

    init(_ connection: any SQLConnection, now: Date) {
        self.connection = connection
        self.now = now
    }

    var dialect: SQLDialect { connection.dialect }

    @discardableResult
    func run(_ sql: String, _ arguments: SQLArguments) throws -> Int { try connection.run(sql, arguments) }

    func insert(_ sql: String, _ arguments: SQLArguments) throws -> Int64 { try connection.insert(sql, arguments) }

    func cursor(_ sql: String, _ arguments: SQLArguments, readsFew: Bool) throws -> any SQLCursor {
        try connection.cursor(sql, arguments, readsFew: readsFew)
    }

    func savepoint(_ body: () throws -> Bool) throws { try connection.savepoint(body) }
}
