import GRDB
import SQLiteSupport
package import TodayProtocol

extension DurableReader {
    /// Reads the number of queued changes of a container, and their size in bytes of JSON.
    package func recordUsage(of container: String) throws -> (changes: Int, bytes: Int) {
        let row = try first("SELECT changes, bytes FROM recordUsage WHERE container = ?", [container])
        return row.map { ($0[0], $0[1]) } ?? (0, 0)
    }

    /// Reads the containers with changes to send, or with subscriptions to create or delete.
    package func containersWithRecordWork() throws -> Set<String> {
        let queued = try all("SELECT container FROM recordUsage").map { $0[0] as String }
        let subscribed = try all(
            """
            SELECT DISTINCT container FROM recordSubscription
            WHERE wanted IS NULL OR error IS NULL AND created IS NOT wanted
            """
        ).map { $0[0] as String }
        return Set(queued + subscribed)
    }

    /// Reads the first changes of a container that one request can send; `nil` if there are none.
    ///
    /// They belong to one zone and one process, and no record is among them twice. Atomic changes are a batch of their
    /// own, to which the limit does not apply. The size is in bytes of JSON; at least one change is read.
    package func nextRecordBatch(
        of container: String,
        limit: Int = RecordLimits.perRequest,
        bytes: Int
    ) throws -> RecordBatch? {
        var first: (zone: String, process: String, batch: Int64?)?
        var names: Set<RecordName> = []
        var size = 0
        var isOver = false
        let changes: [QueuedRecordChange] = try readableRows(
            "SELECT * FROM recordChange WHERE container = ? ORDER BY number LIMIT ?",
            [container, RecordLimits.perRequest]
        ) { row in
            let key: (zone: String, process: String, batch: Int64?) = (row["zone"], row["process"], row["batch"])
            if first == nil { first = key }
            size += row["size"] as Int
            isOver = isOver || first.map { $0 != key } ?? true
            if key.batch == nil {
                let isNew = names.insert(RecordName(row["name"])).inserted
                isOver = isOver || !isNew || names.count > limit || names.count > 1 && size > bytes
            }
            return !isOver
        } _: { row throws(StoreError) in
            QueuedRecordChange(
                number: row["number"],
                change: try RecordQueueTable.change(row),
                attempts: row["attempts"]
            )
        }
        guard let first, !changes.isEmpty else { return nil }
        return RecordBatch(
            container: container,
            zone: ZoneName(first.zone),
            process: first.process,
            isAtomic: first.batch != nil,
            changes: changes
        )
    }

    /// Reads an app's change token for a zone; `nil` before the first one.
    package func recordToken(of app: AppID, _ container: String, _ zone: ZoneName) throws -> String? {
        try first(
            "SELECT token FROM recordToken WHERE appID = ? AND container = ? AND zone = ?",
            [app, container, zone]
        ).map { $0[0] }
    }

    /// Reads a subscription; `nil` if there is none.
    package func recordSubscription(
        _ id: String,
        of app: AppID,
        _ container: String
    ) throws -> StoredRecordSubscription? {
        try readableRow(
            "SELECT * FROM recordSubscription WHERE appID = ? AND container = ? AND id = ?",
            [app, container, id],
            Self.subscription
        )
    }

    /// Reads the subscriptions of a container, sorted by app and id; those of one app or with one id in the cloud if
    /// given.
    package func recordSubscriptions(
        in container: String,
        of app: AppID? = nil,
        cloudID: String? = nil
    ) throws -> [StoredRecordSubscription] {
        try readableRows(
            "SELECT * FROM recordSubscription WHERE container = ? ORDER BY appID, id",
            [container],
            where: { row in
                (app.map { $0.rawValue == row["appID"] as String } ?? true)
                    && (cloudID.map { $0 == row["cloudID"] as String? } ?? true)
            },
            Self.subscription
        )
    }

    /// Reads the apps with failures to deliver.
    package func appsWithRecordFailures() throws -> Set<AppID> {
        Set(try all("SELECT DISTINCT appID FROM recordFailure").map { AppID($0[0]) })
    }

    /// Reads the first failures of an app that one request can deliver; `nil` if there are none.
    package func nextRecordFailures(of app: AppID) throws -> RecordFailureBatch? {
        var size = 0
        var count = 0
        var last: Int64?
        let failures: [RecordFailure] = try readableRows(
            "SELECT number, failure FROM recordFailure WHERE appID = ? ORDER BY number LIMIT 100",
            [app]
        ) { row in
            size += (row[1] as String).utf8.count
            count += 1
            guard count == 1 || size <= RecordLimits.replyBytes, last == nil || size <= RecordLimits.replyBytes else {
                return false
            }
            last = row[0]
            return true
        } _: { row throws(StoreError) in
            try StoredJSON.value(row[1], of: "a failed record of \(app)")
        }
        // A batch that has only damaged rows is acknowledged as an empty one.
        return last.map { RecordFailureBatch(app: app, failures: failures, last: $0) }
    }

    private static func subscription(_ row: Row) throws(StoreError) -> StoredRecordSubscription {
        let (app, id): (String, String) = (row["appID"], row["id"])
        let what = "the subscription \(id) of \(app)"
        func value<Value: Decodable>(_ column: String) throws(StoreError) -> Value? {
            guard let text: String = row[column] else { return nil }
            return try StoredJSON.value(text, of: what)
        }
        return StoredRecordSubscription(
            app: AppID(app),
            container: row["container"],
            id: id,
            wanted: try value("wanted"),
            created: try value("created"),
            cloudID: row["cloudID"],
            error: try value("error")
        )
    }
}
