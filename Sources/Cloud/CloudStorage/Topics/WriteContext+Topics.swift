import FoundationEssentials
import GRDB
import SQLiteSupport

extension WriteContext {
    /// Publishes a message.
    func publish(_ message: TopicMessageRecord, isKept: Bool, notice: EventContent, rights: TopicRights) throws {
        var number: Int64?
        if isKept {
            let count = try count(1, of: message.topic)
            if count > CloudStore.topicMessageLimit { try dropOldest(of: message.topic) }
            number = try insert(
                "INSERT INTO topicMessage (id, topic, sequenceID, time, expires, body) VALUES (?, ?, ?, ?, ?, ?)",
                message.arguments
            )
        }
        news.published.append(PublishedMessage(number: number, message: message))
        let mergeKey = message.sequenceID == message.id ? nil : "topic \(message.topic)/\(message.sequenceID)"
        try appendNotice(notice, to: try readers(of: message.topic, rights: rights), mergeKey: mergeKey)
    }

    /// Drops the scheduled messages with a sequence id.
    func dropScheduled(_ sequenceID: String, of topic: String) throws {
        let count = try run(
            "DELETE FROM topicScheduled WHERE topic = ? AND (sequenceID = ? OR id = ?)",
            [topic, sequenceID, sequenceID]
        )
        if count > 0 { _ = try self.count(-count, of: topic) }
    }

    /// Changes the number of messages of a topic.
    ///
    /// - Returns: The new number.
    /// - Throws: ``CloudStoreError`` with code `conflict` if there would be more than ``CloudStore/topicLimit`` topics.
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
            (SELECT number FROM topicMessage WHERE topic = ? ORDER BY number LIMIT 1)
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
