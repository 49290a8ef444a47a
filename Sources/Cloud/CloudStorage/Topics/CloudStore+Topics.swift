package import FoundationEssentials
import SQLStore
import SQLiteSupport

extension CloudStore {
    /// The largest number of topics with messages.
    package static let topicLimit = 15_000
    /// The largest number of stored and scheduled messages of one topic; the oldest stored ones beyond it are dropped.
    package static let topicMessageLimit = 10_000

    /// Publishes a message: passes it to the observer, and appends the notice to the logs of the subscribers' devices.
    ///
    /// If it is kept, it is also stored for later subscribers. Scheduled messages with the same sequence id are dropped
    /// if it replaces them. `rights` apply if no rule matches; `conflict` at ``topicLimit`` other topics.
    package func publish(
        _ message: TopicMessageRecord,
        isKept: Bool,
        replacesScheduled: Bool,
        notice: EventContent,
        rights: TopicRights
    ) async throws(CloudStoreError) {
        try await write(.rowLocks) { context in
            try context.holdOrder(of: .topics)
            if replacesScheduled { try context.dropScheduled(message.sequenceID, of: message.topic) }
            try context.publish(message, isKept: isKept, notice: notice, rights: rights)
        }
    }

    /// Schedules a message in place of one with the same sequence id; `conflict` at ``topicLimit`` other topics, or at
    /// ``topicMessageLimit`` messages of this one.
    package func schedule(_ message: TopicMessageRecord) async throws(CloudStoreError) {
        try await write(.rowLocks) { context in
            try context.holdOrder(of: .topics)
            try context.dropScheduled(message.sequenceID, of: message.topic)
            let count = try context.count(1, of: message.topic)
            guard count <= Self.topicMessageLimit else {
                throw CloudStoreError(.conflict, "\(Self.topicMessageLimit) messages of this topic are kept already.")
            }
            try context.run(
                "INSERT INTO topicScheduled (id, topic, sequenceID, time, expires, body) VALUES (?, ?, ?, ?, ?, ?)",
                message.arguments
            )
        }
    }

    /// Returns the scheduled messages that are due, the oldest first.
    package func dueTopicMessages(at date: Date, limit: Int) async throws(CloudStoreError) -> [TopicMessageRecord] {
        try await list(
            "SELECT * FROM topicScheduled WHERE time <= ? ORDER BY time, number LIMIT ?",
            [date.storedMilliseconds, limit],
            TopicMessageRecord.init
        )
    }

    /// Publishes scheduled messages in order, each with its event for devices, unless they are no longer scheduled.
    package func publishScheduled(
        _ messages: [(message: TopicMessageRecord, notice: EventContent)],
        rights: TopicRights
    ) async throws(CloudStoreError) {
        try await write(.rowLocks) { context in
            try context.holdOrder(of: .topics)
            for (message, notice) in messages {
                guard try context.run("DELETE FROM topicScheduled WHERE id = ?", [message.id]) > 0 else {
                    continue
                }
                _ = try context.count(-1, of: message.topic)
                try context.publish(message, isKept: true, notice: notice, rights: rights)
            }
        }
    }

    /// Returns the time at which the next message is due, or the next stored message expires; `nil` for none.
    package func nextTopicDate() async throws(CloudStoreError) -> Date? {
        try await date(
            """
            SELECT MIN(date) FROM (
            SELECT MIN(time) AS date FROM topicScheduled
            UNION ALL SELECT MIN(expires) FROM topicMessage) AS dates
            """
        )
    }

    /// Removes a page of expired messages; returns `true` if there may be more.
    package func expireTopicMessages() async throws(CloudStoreError) -> Bool {
        try await write(.rowLocks) { context in
            try context.holdOrder(of: .topics)
            let removed: [(topic: String, isKept: Bool)] = try context.map(
                """
                DELETE FROM topicMessage WHERE number IN
                (SELECT number FROM topicMessage WHERE expires <= ? ORDER BY expires LIMIT ?) RETURNING topic, isKept
                """,
                [context.now.storedMilliseconds, Self.pageLimit]
            ) { ($0["topic"], $0["isKept"]) }
            let kept = removed.filter(\.isKept)
            for (topic, count) in Dictionary(kept.map { ($0.topic, -1) }, uniquingKeysWith: +) {
                _ = try context.count(count, of: topic)
            }
            return removed.count >= Self.pageLimit
        }
    }
}

extension WriteContext {
    func publish(_ message: TopicMessageRecord, isKept: Bool, notice: EventContent, rights: TopicRights) throws {
        var number: Int64?
        var stored = message
        if isKept {
            let count = try count(1, of: message.topic)
            if count > CloudStore.topicMessageLimit { try dropOldest(of: message.topic) }
        } else {
            stored.expires = notice.expires
        }
        // The streams of other nodes read what is not kept from the database as well.
        if isKept || dialect == .postgreSQL {
            number = try insert(
                """
                INSERT INTO topicMessage (id, topic, sequenceID, time, expires, body, isKept)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                stored.arguments + [isKept]
            )
        }
        news.published.append(PublishedMessage(number: number, message: message))
        let mergeKey = message.sequenceID == message.id ? nil : "topic \(message.topic)/\(message.sequenceID)"
        try appendNotice(notice, to: try readers(of: message.topic, rights: rights), mergeKey: mergeKey)
    }

    func dropScheduled(_ sequenceID: String, of topic: String) throws {
        let count = try run(
            "DELETE FROM topicScheduled WHERE topic = ? AND (sequenceID = ? OR id = ?)",
            [topic, sequenceID, sequenceID]
        )
        if count > 0 { _ = try self.count(-count, of: topic) }
    }

    /// Changes the number of a topic's messages, and returns it; `conflict` beyond ``CloudStore/topicLimit`` topics.
    func count(_ change: Int, of topic: String) throws -> Int {
        let known: Int? = try value(
            "UPDATE topic SET messages = messages + ? WHERE name = ? RETURNING messages",
            [change, topic]
        )
        if let count = known {
            if count <= 0 { try run("DELETE FROM topic WHERE name = ?", [topic]) }
            return count
        }
        guard change > 0 else { return 0 }
        guard try count("topic") < CloudStore.topicLimit else {
            throw CloudStoreError(.conflict, "There are \(CloudStore.topicLimit) topics already.")
        }
        try run("INSERT INTO topic (name, messages) VALUES (?, ?)", [topic, change])
        return change
    }

    private func dropOldest(of topic: String) throws {
        let count = try run(
            """
            DELETE FROM topicMessage WHERE number IN
            (SELECT number FROM topicMessage WHERE topic = ? AND isKept = 1 ORDER BY number LIMIT 1)
            """,
            [topic]
        )
        if count > 0 { _ = try self.count(-count, of: topic) }
    }

    /// Returns the devices of the people who subscribe to a topic and may read it.
    private func readers(of topic: String, rights: TopicRights) throws -> [DeviceNumber] {
        let people = try rows(
            """
            SELECT person.name, person.number FROM topicSubscription
            JOIN person ON person.number = topicSubscription.personNumber WHERE topic = ?
            """,
            [topic]
        )
        guard !people.isEmpty else { return [] }
        let rules = try map("SELECT * FROM topicRule", [], TopicRule.init)
        let allowed = people.filter { row in
            TopicRule.rights(of: row["name"], to: topic, rules: rules, otherwise: rights).mayRead
        }
        let numbers = allowed.map { $0["number"] as Int64 }.jsonNumbers()
        return try values(
            "SELECT number FROM device WHERE personNumber IN (SELECT value FROM json_each(?)) ORDER BY number",
            [numbers]
        )
    }

    private func appendNotice(_ notice: EventContent, to devices: [DeviceNumber], mergeKey: String?) throws {
        guard !devices.isEmpty else { return }
        let number = try addContent(notice, isOpen: true)
        var rest = devices[...]
        while !rest.isEmpty {
            try append(number, notice, to: Array(rest.prefix(CloudStore.pageLimit)), mergeKey: mergeKey)
            rest = rest.dropFirst(CloudStore.pageLimit)
        }
        try closeContent(number)
    }
}
