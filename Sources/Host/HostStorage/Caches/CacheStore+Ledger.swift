package import FoundationEssentials
import GRDB
import SQLiteSupport
package import TodayProtocol

/// The record of one update of a widget.
package struct LedgerRecord: Hashable, Sendable {
    package var widget: WidgetID
    /// When the update ended, in whole milliseconds.
    package var date: Date
    /// The cause of the update.
    package var trigger: String
    /// The outcome of the update.
    package var outcome: String
    /// The duration in milliseconds.
    package var milliseconds: Int
    /// The process's peak resident memory in bytes, if it was measured.
    package var peakMemory: Int?
    /// Details, such as the reason for a failure.
    package var message: String?
    /// The language of a message that the process wrote; `nil` if it is not known, and for sentences of the host.
    package var language: String?

    package init(
        widget: WidgetID,
        date: Date,
        trigger: String,
        outcome: String,
        milliseconds: Int,
        peakMemory: Int? = nil,
        message: String? = nil,
        language: String? = nil
    ) {
        self.widget = widget
        self.date = date
        self.trigger = trigger
        self.outcome = outcome
        self.milliseconds = milliseconds
        self.peakMemory = peakMemory
        self.message = message
        self.language = language
    }
}

/// The record of one time that the host had an app do something in the background.
package struct BackgroundRun: Codable, Hashable, Sendable {
    /// Why an app runs in the background.
    package enum Reason: String, Codable, Hashable, Sendable, CaseIterable {
        /// To process queued actions.
        case actions
        /// A widget asked for it, or the person opened the app; its queue was empty.
        case wake
        /// A push arrived.
        case push
        /// The person responded to a notification.
        case response
        /// The cloud refused records that the app or a widget of it had saved.
        case records
        /// Nothing was asked of the app; it exceeded a limit and was ended.
        case idle
    }

    /// How a run ended.
    package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
        case done
        /// The app answered with an error, or could not be started.
        case failed
        /// The app exceeded its time or another limit, and was ended.
        case overran
        /// The app ended before it answered.
        case crashed
    }

    package var app: AppID
    /// When it began, in whole milliseconds.
    package var date: Date
    package var reason: Reason
    package var outcome: Outcome
    /// What the app answered to a push; `nil` for other reasons, and if it did not answer.
    package var result: PushResult?
    package var milliseconds: Double
    /// The process's greatest resident memory so far in bytes, if it was measured.
    package var peakMemory: Int?
    /// Why it failed, as a sentence.
    package var message: String?

    package init(
        app: AppID,
        date: Date,
        reason: Reason,
        outcome: Outcome,
        result: PushResult? = nil,
        milliseconds: Double,
        peakMemory: Int? = nil,
        message: String? = nil
    ) {
        self.app = app
        self.date = date
        self.reason = reason
        self.outcome = outcome
        self.result = result
        self.milliseconds = milliseconds
        self.peakMemory = peakMemory
        self.message = message
    }
}

extension CacheStore {
    /// How many records of each widget, and of each app, are kept.
    package static let ledgerLength = 200
    /// How many characters of a message are kept.
    package static let ledgerMessageLength = 1000

    /// Appends a record; only the last ``ledgerLength`` of each widget are kept.
    package func append(_ entry: LedgerRecord) async throws(StoreError) {
        try await access("writing the ledger") { database in
            try LedgerTable.updates.append(
                [
                    entry.date.storedMilliseconds, entry.trigger, entry.outcome, entry.milliseconds, entry.peakMemory,
                    entry.language,
                ],
                message: entry.message,
                of: entry.widget.rawValue,
                in: database
            )
        }
    }

    /// Reads the records of a widget, newest first.
    package func ledger(of widget: WidgetID, limit: Int = ledgerLength) async throws(StoreError) -> [LedgerRecord] {
        try await access("reading the ledger") { database in
            try LedgerTable.updates.rows(of: widget.rawValue, limit: limit, in: database).map { row in
                LedgerRecord(
                    widget: widget,
                    date: Date(storedMilliseconds: row[0]),
                    trigger: row[1],
                    outcome: row[2],
                    milliseconds: row[3],
                    peakMemory: row[4],
                    message: row[6],
                    language: row[5]
                )
            }
        }
    }

    /// Appends a record without waiting; only the last ``ledgerLength`` of each app are kept.
    ///
    /// A later read includes it. A failure is logged.
    ///
    /// - Parameters:
    ///   - run: The record.
    ///   - peakMemory: Reads the record's peak memory, later and on a thread of the store, since reading takes time; `nil` if
    ///     the record has it already.
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
    package func backgroundRuns(
        of app: AppID,
        limit: Int = ledgerLength
    ) async throws(StoreError) -> [BackgroundRun] {
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

/// A table of records, of which the last ones of each widget or app are kept.
private struct LedgerTable {
    /// The updates of widgets.
    static let updates = LedgerTable(
        name: "ledger",
        owner: "widgetID",
        columns: ["date", "trigger", "outcome", "milliseconds", "peakMemory", "language", "message"]
    )
    /// What apps did in the background.
    static let backgroundRuns = LedgerTable(
        name: "backgroundRun",
        owner: "appID",
        columns: ["date", "reason", "outcome", "milliseconds", "peakMemory", "result", "message"]
    )

    let name: String
    /// The column that says whose record it is.
    let owner: String
    /// The other columns; the message is the last one.
    let columns: [String]

    /// Appends a record, and removes what is too old.
    ///
    /// - Parameters:
    ///   - values: The values of all columns but the message.
    ///   - message: The message, of which the beginning is kept.
    ///   - id: Whose record it is.
    ///   - database: The database.
    /// - Throws: An error of the database.
    func append(
        _ values: StatementArguments,
        message: String?,
        of id: String,
        in database: Database
    ) throws {
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

    /// Reads the columns of the last records, newest first.
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
