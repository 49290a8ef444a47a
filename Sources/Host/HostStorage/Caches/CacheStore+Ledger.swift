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

    package init(
        widget: WidgetID,
        date: Date,
        trigger: String,
        outcome: String,
        milliseconds: Int,
        peakMemory: Int? = nil,
        message: String? = nil
    ) {
        self.widget = widget
        self.date = date
        self.trigger = trigger
        self.outcome = outcome
        self.milliseconds = milliseconds
        self.peakMemory = peakMemory
        self.message = message
    }
}

extension CacheStore {
    /// How many records of each widget are kept.
    package static let ledgerLength = 200
    /// How many characters of a message are kept.
    package static let ledgerMessageLength = 1000

    /// Appends a record; only the last ``ledgerLength`` of each widget are kept.
    package func append(_ entry: LedgerRecord) async throws(StoreError) {
        try await access("writing the ledger") { database in
            try database.run(
                """
                INSERT INTO ledger (widgetID, date, trigger, outcome, milliseconds, peakMemory, message)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    entry.widget.rawValue, entry.date.storedMilliseconds, entry.trigger, entry.outcome,
                    entry.milliseconds, entry.peakMemory,
                    entry.message.map { String($0.prefix(Self.ledgerMessageLength)) },
                ]
            )
            try database.run(
                """
                DELETE FROM ledger WHERE widgetID = ?1 AND number <= (
                    SELECT number FROM ledger WHERE widgetID = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
                """,
                [entry.widget.rawValue, Self.ledgerLength]
            )
        }
    }

    /// Reads the records of a widget, newest first.
    package func ledger(of widget: WidgetID, limit: Int = ledgerLength) async throws(StoreError) -> [LedgerRecord] {
        try await access("reading the ledger") { database in
            try database.rows(
                """
                SELECT date, trigger, outcome, milliseconds, peakMemory, message FROM ledger
                WHERE widgetID = ? ORDER BY number DESC LIMIT ?
                """,
                [widget.rawValue, max(0, limit)]
            ).map { row in
                LedgerRecord(
                    widget: widget,
                    date: Date(storedMilliseconds: row[0]),
                    trigger: row[1],
                    outcome: row[2],
                    milliseconds: row[3],
                    peakMemory: row[4],
                    message: row[5]
                )
            }
        }
    }
}
