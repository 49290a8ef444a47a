import FoundationEssentials
import GRDB
import StoreSupport

/// What one write works with, inside its transaction.
final class WriteContext {
    /// The database, inside a transaction.
    let database: Database
    /// The time of the write.
    let now: Date
    /// The events that the write has appended so far; they are told when they are on disk.
    private(set) var events: [DeviceEvent] = []
    /// The messages of topics that the write has published so far.
    private(set) var published: [PublishedMessage] = []

    init(database: Database, now: Date) {
        self.database = database
        self.now = now
    }

    /// Notes an event to be told after the commit.
    func note(_ event: DeviceEvent) { events.append(event) }

    /// Notes a message of a topic to be told after the commit.
    func note(_ message: PublishedMessage) { published.append(message) }

    /// Takes the next numbers of the one sequence of events.
    ///
    /// - Returns: The first of them.
    func takeSequences(_ count: Int) throws -> Int64 {
        let row = try database.row(
            "UPDATE counter SET sequence = sequence + ? WHERE id = 1 RETURNING sequence",
            [count]
        )
        guard let last: Int64 = row?["sequence"] else {
            throw CloudStoreError(.unavailable, "The cloud's database has lost its counter.")
        }
        return last - Int64(count) + 1
    }
}
