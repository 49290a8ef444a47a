import GRDB
import SQLiteSupport
package import TodayProtocol

/// The table of changes to send, with one queue for each container.
extension TransactionContext {
    func enqueue(_ set: RecordChangeSet) throws -> OperationOutcome {
        guard !set.changes.isEmpty else { return .unchanged }
        try countChanges(set.container, changes: set.changes.count, bytes: set.size)
        try checkBytes(of: set.app, adding: set.size)
        var batch: Int64?
        for (index, change) in set.changes.enumerated() {
            let size = set.sizes[index]
            if !set.isAtomic, case .delete(let name) = change, try withdrawCreation(of: name, set) {
                try uncountChanges(set.container, changes: 1, bytes: size)
                continue
            }
            let (kind, tag): (String, String?) =
                switch change {
                case .save(let record, let policy): (policy.rawValue, record.changeTag)
                case .delete: ("delete", nil)
                }
            try run(
                """
                INSERT INTO recordChange (container, zone, appID, process, name, kind, record, tag, batch, size, attempts)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
                """,
                [
                    set.container, set.zone, set.app, set.process, change.name.rawValue, kind,
                    set.texts[index], tag, batch, size,
                ]
            )
            if set.isAtomic, batch == nil {
                let number = database.lastInsertedRowID
                batch = number
                try run("UPDATE recordChange SET batch = ?1 WHERE number = ?1", [number])
            }
        }
        return record(.recordQueue(set.container))
    }

    func begin(_ numbers: [Int64], of container: String, device: String) throws -> Set<Int64> {
        guard try reader.cloudLink()?.deviceID == device else { return [] }
        // Nothing observes this, so the change feed does not report it.
        let rows = try all(
            """
            UPDATE recordChange SET attempts = attempts + 1
            WHERE number IN (SELECT value FROM json_each(?)) AND container = ? RETURNING number
            """,
            [try StoredJSON.text(numbers, of: "A list of changes"), container]
        )
        return Set(rows.map { $0[0] })
    }

    func finish(
        _ outcomes: [Int64: RecordChangeOutcome],
        of container: String,
        device: String
    ) throws -> OperationOutcome {
        guard try reader.cloudLink()?.deviceID == device else { return .unchanged }
        var (changes, bytes) = (0, 0)
        for (number, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
            let row = try first("SELECT * FROM recordChange WHERE number = ? AND container = ?", [number, container])
            guard let row else { continue }
            switch outcome {
            case .applied(let tag): if let tag { try continueFrom(tag, after: row) }
            case .refused(let error): try failChange(row, error)
            }
            try deleteChange(row)
            changes += 1
            bytes += row["size"]
        }
        guard changes > 0 else { return .unchanged }
        try uncountChanges(container, changes: changes, bytes: bytes)
        return record(.recordQueue(container))
    }

    func failAllChanges(_ error: TodayProtocol.RecordError) throws {
        for row in try all("SELECT DISTINCT container FROM recordChange ORDER BY container") {
            let container: String = row[0]
            for row in try all("SELECT * FROM recordChange WHERE container = ? ORDER BY number", [container]) {
                try failChange(row, error)
                try removeChange(row)
            }
            record(.recordQueue(container))
        }
    }

    /// Removes the queued creation and later changes of a record if none of them was ever sent; `true` if it did.
    ///
    /// Without this, a device that never joins a cloud would fill its queue with short-lived records.
    private func withdrawCreation(of name: RecordName, _ set: RecordChangeSet) throws -> Bool {
        let rows = try all(
            "SELECT * FROM recordChange WHERE container = ? AND zone = ? AND name = ? ORDER BY number",
            [set.container, set.zone, name.rawValue]
        )
        guard let first = rows.first, first["kind"] == RecordSavePolicy.ifUnchanged.rawValue,
            first["tag"] as String? == nil,
            rows.allSatisfy({ $0["attempts"] as Int == 0 && $0["batch"] as Int64? == nil })
        else { return false }
        for row in rows { try removeChange(row) }
        return true
    }

    private func countChanges(_ container: String, changes: Int, bytes: Int) throws {
        try run(
            """
            INSERT INTO recordUsage (container, changes, bytes) VALUES (?, ?, ?)
            ON CONFLICT (container) DO UPDATE SET changes = changes + excluded.changes, bytes = bytes + excluded.bytes
            """,
            [container, changes, bytes]
        )
        let usage = try reader.recordUsage(of: container)
        guard usage.changes <= RecordLimits.queuedChanges, usage.bytes <= RecordLimits.queuedBytes else {
            throw StoreError(
                .limitExceeded,
                """
                Too many changes of \(container) wait for the cloud: at most \(RecordLimits.queuedChanges) and 64 MiB; \
                try again when the cloud can be reached.
                """
            )
        }
    }

    private func checkBytes(of app: AppID, adding bytes: Int) throws {
        let waiting = try number("SELECT coalesce(sum(size), 0) FROM recordChange WHERE appID = ?", [app])
        guard waiting + bytes > RecordLimits.appQueuedBytes else { return }
        throw StoreError(
            .limitExceeded,
            """
            Too many changes of \(app) wait for the cloud: at most 64 MiB in all its containers; try again when the \
            cloud can be reached.
            """
        )
    }

    private func removeChange(_ row: Row) throws {
        try deleteChange(row)
        try uncountChanges(row["container"], changes: 1, bytes: row["size"])
    }

    private func deleteChange(_ row: Row) throws {
        try run("DELETE FROM recordChange WHERE number = ?", [row["number"] as Int64])
    }

    private func uncountChanges(_ container: String, changes: Int, bytes: Int) throws {
        try run(
            "UPDATE recordUsage SET changes = changes - ?, bytes = bytes - ? WHERE container = ?",
            [changes, bytes, container]
        )
        try run("DELETE FROM recordUsage WHERE container = ? AND changes = 0", [container])
    }

    /// Sets the change tag of later changes of the same record that build on an applied one.
    private func continueFrom(_ tag: String, after row: Row) throws {
        let (kind, oldTag): (String, String?) = (row["kind"], row["tag"])
        guard kind == RecordSavePolicy.ifUnchanged.rawValue else { return }
        try run(
            """
            UPDATE recordChange SET tag = ?
            WHERE container = ? AND zone = ? AND name = ? AND process = ? AND tag IS ? AND number > ?
                AND kind = 'ifUnchanged'
            """,
            [
                tag, row["container"] as String, row["zone"] as String, row["name"] as String,
                row["process"] as String, oldTag, row["number"] as Int64,
            ]
        )
    }

    private func failChange(_ row: Row, _ error: TodayProtocol.RecordError) throws {
        // A damaged change yields no failure; it is logged when it is read.
        guard let change = reader.readable({ () throws(StoreError) in try DurableReader.change(row) }) else {
            return
        }
        var record: TodayProtocol.Record?
        if case .save(let saved, _) = change { record = saved }
        let failure = RecordFailure(
            container: row["container"],
            zone: ZoneName(row["zone"]),
            operation: record == nil ? .delete : .save,
            name: change.name,
            record: record,
            process: row["process"],
            error: error
        )
        try add(failure, of: AppID(row["appID"]))
    }
}

/// The table of the change tokens that apps have reached in zones.
extension TransactionContext {
    func setToken(_ token: String, of app: AppID, _ container: String, _ zone: ZoneName) throws -> OperationOutcome {
        try RecordCheck.check(token: token)
        try RecordCheck.check(zone)
        try run(
            """
            INSERT INTO recordToken (appID, container, zone, token) VALUES (?, ?, ?, ?)
            ON CONFLICT (appID, container, zone) DO UPDATE SET token = excluded.token
            """,
            [app, container, zone, token]
        )
        // No surface shows it, so the change feed does not report it.
        return .changed
    }
}

extension DurableReader {
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
        // Only rows that can be read count, so that a damaged one holds up nothing behind it.
        var first: (zone: String, process: String, batch: Int64?)?
        var names: Set<RecordName> = []
        var size = 0
        var isOver = false
        func key(_ row: Row) -> (zone: String, process: String, batch: Int64?) {
            (row["zone"], row["process"], row["batch"])
        }
        let changes: [QueuedRecordChange] = try readableRows(
            "SELECT * FROM recordChange WHERE container = ? ORDER BY number LIMIT ?",
            [container, RecordLimits.perRequest]
        ) { row in
            guard let first else { return true }
            let isWithinLimits =
                names.count < limit && !names.contains(RecordName(row["name"])) && size + row["size"] <= bytes
            isOver = isOver || first != key(row) || first.batch == nil && !isWithinLimits
            return !isOver
        } _: { row throws(StoreError) in
            let change = QueuedRecordChange(
                number: row["number"],
                change: try Self.change(row),
                attempts: row["attempts"]
            )
            first = first ?? key(row)
            names.insert(change.change.name)
            size += row["size"] as Int
            return change
        }
        guard let first else { return nil }
        return RecordBatch(
            container: container,
            zone: ZoneName(first.zone),
            process: first.process,
            isAtomic: first.batch != nil,
            changes: changes
        )
    }

    package func recordToken(of app: AppID, _ container: String, _ zone: ZoneName) throws -> String? {
        try first(
            "SELECT token FROM recordToken WHERE appID = ? AND container = ? AND zone = ?",
            [app, container, zone]
        ).map { $0[0] }
    }

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

    /// Reads the subscriptions of a container, sorted by app and id.
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

    /// Decodes the change of a row; throws if it is damaged.
    fileprivate static func change(_ row: Row) throws(StoreError) -> RecordChange {
        let name: String = row["name"]
        let kind: String = row["kind"]
        guard kind != "delete" else { return .delete(RecordName(name)) }
        let text: String? = row["record"]
        guard let policy = RecordSavePolicy(rawValue: kind), let text else {
            throw StoreError.damaged("the change of the record \(name)")
        }
        var record: TodayProtocol.Record = try StoredJSON.value(text, of: "the change of the record \(name)")
        record.changeTag = row["tag"]
        return .save(record, policy)
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
