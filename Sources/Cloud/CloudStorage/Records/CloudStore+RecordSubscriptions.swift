import JSON
import SQLStore
import SQLiteSupport

extension CloudStore {
    /// Returns the subscriptions of a person in a database by id.
    package func subscriptions(
        of person: String,
        in database: CloudRecordDatabase
    ) async throws(CloudStoreError) -> [StoredSubscription] {
        try await read { connection in
            try connection.rows(
                "SELECT id, content FROM recordSubscription WHERE databaseNumber = ? AND person = ? ORDER BY id",
                [database.number, person]
            ).compactMap(StoredSubscription.init)
        }
    }

    package func subscription(
        _ id: String,
        of person: String,
        in database: CloudRecordDatabase
    ) async throws(CloudStoreError) -> StoredSubscription? {
        try await read { try $0.subscription(id, of: person, in: database) }
    }

    /// Adds a subscription of a person, who is notified.
    ///
    /// - Returns: The existing subscription of the person with this id, or to a zone with the same content; otherwise
    ///   the new one. A failure if its zone does not exist, if another query subscription covers the same changes, or
    ///   if the person has ``CloudRecordLimits/subscriptions``.
    package func addSubscription(
        _ subscription: CloudSubscription,
        id: String,
        of person: String,
        in database: CloudRecordDatabase
    ) async throws(CloudStoreError) -> Result<StoredSubscription, CloudRecordFailure> {
        try await write { context in
            if let known = try context.subscription(id, of: person, in: database) { return .success(known) }
            if let zone = subscription.zone, try context.zone(zone, of: database.number) == nil {
                return .failure(.noZone(zone))
            }
            let text = subscription.text
            let others = try context.rows(
                "SELECT id, content FROM recordSubscription WHERE databaseNumber = ? AND person = ?",
                [database.number, person]
            )
            if subscription.scope == .zone {
                let same = others.first { $0["content"] == text }
                if let same = same.flatMap(StoredSubscription.init) { return .success(same) }
            } else if others.compactMap(StoredSubscription.init).contains(where: {
                $0.subscription.isDuplicate(of: subscription)
            }) {
                return .failure(.duplicateSubscription)
            }
            guard others.count < CloudRecordLimits.subscriptions else {
                return .failure(
                    CloudRecordFailure(
                        .quotaExceeded,
                        "There are \(CloudRecordLimits.subscriptions) subscriptions already; delete some."
                    )
                )
            }
            try context.run(
                "INSERT INTO recordSubscription (databaseNumber, person, id, typeName, content) VALUES (?, ?, ?, ?, ?)",
                [database.number, person, id, subscription.typeName, text]
            )
            return .success(StoredSubscription(id: id, subscription: subscription))
        }
    }

    /// Replaces a subscription; a failure if it or its zone does not exist.
    package func replaceSubscription(
        _ subscription: CloudSubscription,
        id: String,
        of person: String,
        in database: CloudRecordDatabase
    ) async throws(CloudStoreError) -> Result<StoredSubscription, CloudRecordFailure> {
        try await write { context in
            if let zone = subscription.zone, try context.zone(zone, of: database.number) == nil {
                return .failure(.noZone(zone))
            }
            let count = try context.run(
                "UPDATE recordSubscription SET typeName = ?, content = ? WHERE databaseNumber = ? AND person = ? AND id = ?",
                [subscription.typeName, subscription.text, database.number, person, id]
            )
            guard count > 0 else {
                return .failure(CloudRecordFailure(.notFound, "The subscription does not exist."))
            }
            return .success(StoredSubscription(id: id, subscription: subscription))
        }
    }

    /// Removes a subscription; returns `true` if it existed.
    package func removeSubscription(
        _ id: String,
        of person: String,
        in database: CloudRecordDatabase
    ) async throws(CloudStoreError) -> Bool {
        try await run(
            "DELETE FROM recordSubscription WHERE databaseNumber = ? AND person = ? AND id = ?",
            [database.number, person, id]
        ) > 0
    }
}

extension SQLConnection {
    fileprivate func subscription(
        _ id: String,
        of person: String,
        in database: CloudRecordDatabase
    ) throws -> StoredSubscription? {
        try row(
            "SELECT id, content FROM recordSubscription WHERE databaseNumber = ? AND person = ? AND id = ?",
            [database.number, person, id]
        ).flatMap(StoredSubscription.init)
    }
}

extension StoredSubscription {
    init?(_ row: SQLRow) {
        guard let json = try? JSONValue(parsing: row["content"] as String, depthLimit: 64),
            let subscription = try? CloudSubscription(json: json)
        else { return nil }
        self.init(id: row["id"], subscription: subscription)
    }
}
