import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport
package import TodayProtocol

extension CacheStore {
    /// Number of records kept for each widget and for each app.
    package static let ledgerLength = 200
    package static let ledgerMessageLength = 1000

    /// Appends the record of an update of a widget; only the last ``ledgerLength`` of each widget are kept.
    package func append(_ entry: LedgerEntry, of widget: WidgetID) async throws(StoreError) {
        try await access("writing the ledger") { database in
            try LedgerTable.updates.append(
                [
                    entry.date.storedMilliseconds, entry.reasons.map(\.rawValue).joined(separator: " "),
                    entry.outcome.rawValue, Int(entry.milliseconds.rounded()), entry.peakMemory, entry.language,
                ],
                message: entry.message,
                of: widget.rawValue,
                in: database
            )
        }
    }

    /// Reads the records of a widget, newest first.
    package func ledger(of widget: WidgetID, limit: Int = ledgerLength) async throws(StoreError) -> [LedgerEntry] {
        try await access("reading the ledger") { database in
            try LedgerTable.updates.rows(of: widget.rawValue, limit: limit, in: database).map { row in
                let reasons: String = row[1]
                return LedgerEntry(
                    date: Date(storedMilliseconds: row[0]),
                    reasons: reasons.split(separator: " ").compactMap { UpdateReason(rawValue: String($0)) },
                    outcome: LedgerEntry.Outcome(rawValue: row[2]) ?? .failed,
                    milliseconds: Double(row[3] as Int),
                    peakMemory: row[4],
                    message: row[6],
                    language: row[5]
                )
            }
        }
    }

    /// Appends a record without waiting; only the last ``ledgerLength`` of each app are kept.
    ///
    /// A later read includes it. A failure is logged. `peakMemory` reads the record's peak memory later, on a thread of
    /// the store, because reading takes time.
    package func record(_ run: BackgroundRun, peakMemory: (@Sendable () -> Int?)? = nil) {
        enqueue("writing the ledger of background runs") { database in
            var run = run
            if let peakMemory { run.peakMemory = peakMemory() }
            try LedgerTable.backgroundRuns.append(
                [
                    run.date.storedMilliseconds, run.reason.rawValue, run.outcome.rawValue, run.milliseconds,
                    run.peakMemory, run.result?.rawValue,
                ],
                message: run.message,
                of: run.app.rawValue,
                in: database
            )
        }
    }

    /// Reads the background runs of an app, newest first.
    package func backgroundRuns(of app: AppID, limit: Int = ledgerLength) async throws(StoreError) -> [BackgroundRun] {
        try await access("reading the ledger of background runs") { database in
            try LedgerTable.backgroundRuns.rows(of: app.rawValue, limit: limit, in: database).map { row in
                let result: String? = row[5]
                return BackgroundRun(
                    app: app,
                    date: Date(storedMilliseconds: row[0]),
                    reason: BackgroundRun.Reason(rawValue: row[1]) ?? .actions,
                    outcome: BackgroundRun.Outcome(rawValue: row[2]) ?? .failed,
                    result: result.flatMap(PushResult.init),
                    milliseconds: row[3],
                    peakMemory: row[4],
                    message: row[6]
                )
            }
        }
    }
}

/// A table of records that keeps the latest ones of each widget or app.
private struct LedgerTable {
    static let updates = LedgerTable(
        name: "ledger",
        owner: "widgetID",
        columns: ["date", "trigger", "outcome", "milliseconds", "peakMemory", "language", "message"]
    )
    static let backgroundRuns = LedgerTable(
        name: "backgroundRun",
        owner: "appID",
        columns: ["date", "reason", "outcome", "milliseconds", "peakMemory", "result", "message"]
    )

    let name: String
    /// The column with the widget or app to which a record belongs.
    let owner: String
    /// The other columns; the message is the last one.
    let columns: [String]

    /// Appends a record and removes the oldest beyond the limit; the values are those of all columns but the message.
    func append(_ values: StatementArguments, message: String?, of id: String, in database: Database) throws {
        try database.run(
            """
            INSERT INTO \(name) (\(owner), \(columns.joined(separator: ", ")))
            VALUES (?\(String(repeating: ", ?", count: columns.count)))
            """,
            [id] + values + [message.map { String($0.prefix(CacheStore.ledgerMessageLength)) }]
        )
        try database.run(
            """
            DELETE FROM \(name) WHERE \(owner) = ?1 AND number <= (
                SELECT number FROM \(name) WHERE \(owner) = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
            """,
            [id, CacheStore.ledgerLength]
        )
    }

    /// Reads the columns of the latest records, newest first.
    func rows(of id: String, limit: Int, in database: Database) throws -> [Row] {
        try database.rows(
            """
            SELECT \(columns.joined(separator: ", ")) FROM \(name)
            WHERE \(owner) = ? ORDER BY number DESC LIMIT ?
            """,
            [id, max(0, limit)]
        )
    }
}
