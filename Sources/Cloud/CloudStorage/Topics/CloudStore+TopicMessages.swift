package import FoundationEssentials
import SQLStore
import SQLiteSupport

/// A message of a topic, as its subscribers receive it.
package struct TopicMessageRecord: Hashable, Sendable {
    /// The id, letters and digits.
    package var id: String
    package var topic: String
    /// The id of the sequence of which it is the latest state; its own id by default.
    package var sequenceID: String
    /// The time of publication, in whole seconds.
    package var time: Date
    package var expires: Date
    /// The JSON object that subscribers receive, on one line; the store does not interpret it.
    package var body: String

    package init(id: String, topic: String, sequenceID: String, time: Date, expires: Date, body: String) {
        self.id = id
        self.topic = topic
        self.sequenceID = sequenceID
        self.time = time
        self.expires = expires
        self.body = body
    }

    init(_ row: SQLRow) {
        id = row["id"]
        topic = row["topic"]
        sequenceID = row["sequenceID"]
        time = row.date("time")
        expires = row.date("expires")
        body = row["body"]
    }
}

package struct PublishedMessage: Hashable, Sendable {
    /// Its position among all stored messages, which grows; `nil` if it is not stored.
    package let number: Int64?
    package let message: TopicMessageRecord
}

extension CloudStore {
    /// Returns stored messages of topics after another one, and not before a time, in the order of publication; for an
    /// open stream, also those that are not kept for later subscribers.
    package func messages(
        of topics: [String],
        after number: Int64,
        since time: Date,
        isForStream: Bool = false,
        limit: Int
    ) async throws(CloudStoreError) -> [PublishedMessage] {
        let now = currentDate.storedMilliseconds
        return try await read { database in
            // With many topics, most of the rows belong to later pages, so only their numbers are read first.
            var numbers: [Int64] = []
            for topic in topics {
                numbers += try database.values(
                    """
                    SELECT number FROM topicMessage WHERE topic = ? AND number > ? AND time >= ? AND expires > ?
                    AND isKept >= ? ORDER BY number LIMIT ?
                    """,
                    [topic, number, time.storedMilliseconds, now, isForStream ? 0 : 1, limit]
                )
            }
            return try database.map(
                "SELECT * FROM topicMessage WHERE number IN (SELECT value FROM json_each(?)) ORDER BY number",
                [numbers.sorted().prefix(limit).jsonNumbers()],
                PublishedMessage.init
            )
        }
    }

    /// Returns the latest message of each topic up to a position, in the order of publication.
    package func latestMessages(
        of topics: [String],
        upTo number: Int64 = .max
    ) async throws(CloudStoreError) -> [PublishedMessage] {
        let now = currentDate.storedMilliseconds
        return try await read { database in
            try topics.compactMap { topic in
                try database.row(
                    """
                    SELECT * FROM topicMessage WHERE topic = ? AND number <= ? AND expires > ? AND isKept = 1
                    ORDER BY number DESC LIMIT 1
                    """,
                    [topic, number, now]
                ).map(PublishedMessage.init)
            }.sorted { $0.number ?? 0 < $1.number ?? 0 }
        }
    }

    /// Returns the scheduled messages of topics, the earliest first; at most ``pageLimit`` of each topic.
    package func scheduledMessages(of topics: [String]) async throws(CloudStoreError) -> [TopicMessageRecord] {
        try await read { database in
            try topics.flatMap { topic in
                try database.rows(
                    "SELECT * FROM topicScheduled WHERE topic = ? ORDER BY time, number LIMIT ?",
                    [topic, Self.pageLimit]
                ).map(TopicMessageRecord.init)
            }.sorted { $0.time < $1.time }
        }
    }

    /// Returns the topics that have messages after a number, and the number of the last message of all.
    package func changedTopics(
        after number: Int64
    ) async throws(CloudStoreError) -> (topics: Set<String>, last: Int64) {
        try await read { database in
            let topics: [String] = try database.values(
                "SELECT DISTINCT topic FROM topicMessage WHERE number > ?",
                [number]
            )
            return (Set(topics), try database.value("SELECT MAX(number) FROM topicMessage") ?? 0)
        }
    }

    package func topicMessageNumber(_ id: String) async throws(CloudStoreError) -> Int64? {
        try await value("SELECT number FROM topicMessage WHERE id = ?", [id])
    }

    /// Returns the greatest position that any message has had.
    package func lastTopicMessageNumber() async throws(CloudStoreError) -> Int64 {
        try await value("SELECT MAX(number) FROM topicMessage") ?? 0
    }
}

extension TopicMessageRecord {
    /// The values of the columns of both tables of messages, in the order in which the statements name them.
    var arguments: SQLArguments {
        [id, topic, sequenceID, time.storedMilliseconds, expires.storedMilliseconds, body]
    }
}

extension PublishedMessage {
    init(_ row: SQLRow) { self.init(number: row["number"], message: TopicMessageRecord(row)) }
}
