package import FoundationEssentials
import GRDB
import SQLiteSupport

/// A message of a topic, as its subscribers get it.
package struct TopicMessageRecord: Hashable, Sendable {
    /// Its id, letters and digits.
    package var id: String
    /// The topic's name.
    package var topic: String
    /// What it is the latest state of; its own id unless its sender says otherwise.
    package var sequenceID: String
    /// When it is published, in whole seconds.
    package var time: Date
    /// From when on it is not kept any more.
    package var expires: Date
    /// The JSON object that subscribers get, on one line; the store does not read it.
    package var body: String

    /// Describes a message.
    package init(id: String, topic: String, sequenceID: String, time: Date, expires: Date, body: String) {
        self.id = id
        self.topic = topic
        self.sequenceID = sequenceID
        self.time = time
        self.expires = expires
        self.body = body
    }
}

/// A message of a topic that was published.
package struct PublishedMessage: Hashable, Sendable {
    /// Its place among all that are kept: later ones are greater; none if it is not kept.
    package let number: Int64?
    /// The message.
    package let message: TopicMessageRecord
}

extension CloudStore {
    /// A page of the messages of topics that are kept, in the order in which they were published.
    ///
    /// - Parameters:
    ///   - topics: Which topics.
    ///   - number: The last one of the page before, or 0.
    ///   - time: The earliest time.
    ///   - limit: How many at most.
    /// - Returns: The page.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func messages(
        of topics: [String],
        after number: Int64,
        since time: Date,
        limit: Int
    ) async throws(CloudStoreError) -> [PublishedMessage] {
        let now = currentDate.storedMilliseconds
        return try await read { database in
            // Of many topics nearly all that is found is for later pages: only numbers are read of those.
            var numbers: [Int64] = []
            for topic in topics {
                numbers += try database.map(
                    """
                    SELECT number FROM topicMessage WHERE topic = ? AND number > ? AND time >= ? AND expires > ?
                    ORDER BY number LIMIT ?
                    """,
                    [topic, number, time.storedMilliseconds, now, limit]
                ) { $0[0] }
            }
            return try database.map(
                "SELECT * FROM topicMessage WHERE number IN (SELECT value FROM json_each(?)) ORDER BY number",
                [numbers.sorted().prefix(limit).jsonNumbers()],
                PublishedMessage.init
            )
        }
    }

    /// The latest message of each topic that has one, in the order in which they were published.
    ///
    /// - Parameters:
    ///   - topics: Which topics.
    ///   - number: The greatest place that is looked at.
    /// - Returns: The messages.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func latestMessages(
        of topics: [String],
        upTo number: Int64 = .max
    ) async throws(CloudStoreError) -> [PublishedMessage] {
        let now = currentDate.storedMilliseconds
        return try await read { database in
            try topics.compactMap { topic in
                try database.row(
                    """
                    SELECT * FROM topicMessage WHERE topic = ? AND number <= ? AND expires > ?
                    ORDER BY number DESC LIMIT 1
                    """,
                    [topic, number, now]
                ).map(PublishedMessage.init)
            }.sorted { $0.number ?? 0 < $1.number ?? 0 }
        }
    }

    /// The messages of topics that wait for their time, the earliest first; at most ``pageLimit`` of each topic.
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

    /// The place of a message that is kept, if there is one with that id.
    package func topicMessageNumber(_ id: String) async throws(CloudStoreError) -> Int64? {
        try await read { try $0.row("SELECT number FROM topicMessage WHERE id = ?", [id])?["number"] }
    }

    /// The greatest place that a message of any topic has had.
    package func lastTopicMessageNumber() async throws(CloudStoreError) -> Int64 {
        try await read { try $0.row("SELECT seq FROM sqlite_sequence WHERE name = 'topicMessage'")?["seq"] ?? 0 }
    }
}

extension TopicMessageRecord {
    init(_ row: Row) {
        self.init(
            id: row["id"],
            topic: row["topic"],
            sequenceID: row["sequenceID"],
            time: row.date("time"),
            expires: row.date("expires"),
            body: row["body"]
        )
    }

    /// The columns that both tables of messages have, in the order in which statements name them.
    var arguments: StatementArguments {
        [id, topic, sequenceID, time.storedMilliseconds, expires.storedMilliseconds, body]
    }
}

extension PublishedMessage {
    init(_ row: Row) { self.init(number: row["number"], message: TopicMessageRecord(row)) }
}
