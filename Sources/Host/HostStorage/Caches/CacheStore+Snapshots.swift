package import FoundationEssentials
import GRDB
package import JSON
import SQLiteSupport
package import TodayProtocol

/// A widget's last good content in one language.
package struct StoredSnapshot: Hashable, Sendable {
    /// The widget.
    package var widget: WidgetID
    /// The language that the content was made for, as a BCP 47 tag.
    package var language: String
    /// The content, in the form that the screen chose.
    package var content: JSONValue
    /// The commit counter when the update that made it started.
    package var stamp: Revision
    /// When it was made, to the millisecond.
    package var made: Date
    /// Why it is not fresh, or `nil` if it is.
    package var staleReason: String?

    /// Describes a snapshot.
    package init(
        widget: WidgetID,
        language: String,
        content: JSONValue,
        stamp: Revision,
        made: Date,
        staleReason: String? = nil
    ) {
        self.widget = widget
        self.language = language
        self.content = content
        self.stamp = stamp
        self.made = made
        self.staleReason = staleReason
    }
}

extension CacheStore {
    /// How long a snapshot's content may be, in bytes of JSON.
    package static let snapshotBytes = 1024 * 1024

    /// Keeps a snapshot, unless one with a later stamp is there already.
    ///
    /// - Returns: Whether it was kept.
    /// - Throws: ``StoreError`` with code `limitExceeded` over ``snapshotBytes``, or if the disk failed.
    package func put(_ snapshot: StoredSnapshot) async throws(StoreError) -> Bool {
        let text = snapshot.content.jsonText
        guard text.utf8.count <= Self.snapshotBytes else {
            throw StoreError(
                .limitExceeded,
                "The content of \(snapshot.widget) has more than \(Self.snapshotBytes) bytes."
            )
        }
        return try await access("keeping a snapshot") { database in
            try database.run(
                """
                INSERT INTO snapshot (widgetID, language, content, stamp, made, staleReason)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (widgetID, language) DO UPDATE SET content = excluded.content, stamp = excluded.stamp,
                    made = excluded.made, staleReason = excluded.staleReason
                WHERE excluded.stamp >= stamp
                """,
                [
                    snapshot.widget.rawValue, snapshot.language, text, snapshot.stamp.number,
                    snapshot.made.storedMilliseconds, snapshot.staleReason,
                ]
            ) > 0
        }
    }

    /// Notes why a widget's snapshot in one language is not fresh, or with `nil` that it is.
    ///
    /// - Returns: Whether there is such a snapshot.
    package func setStaleReason(
        _ reason: String?,
        of widget: WidgetID,
        language: String
    ) async throws(StoreError) -> Bool {
        try await access("marking a snapshot") { database in
            try database.run(
                "UPDATE snapshot SET staleReason = ? WHERE widgetID = ? AND language = ?",
                [reason, widget.rawValue, language]
            ) > 0
        }
    }

    /// Reads a widget's snapshot in one language, or `nil` if there is none.
    package func snapshot(of widget: WidgetID, language: String) async throws(StoreError) -> StoredSnapshot? {
        try await snapshots(of: widget).first { $0.language == language }
    }

    /// Reads a widget's snapshots in all languages.
    package func snapshots(of widget: WidgetID) async throws(StoreError) -> [StoredSnapshot] {
        try await access("reading snapshots") { database in
            try database.rows(
                """
                SELECT widgetID, language, content, stamp, made, staleReason FROM snapshot
                WHERE widgetID = ? ORDER BY language
                """,
                [widget.rawValue]
            ).map(Self.snapshot)
        }
    }

    /// Reads every widget's snapshots in all languages.
    package func allSnapshots() async throws(StoreError) -> [StoredSnapshot] {
        try await access("reading snapshots") { database in
            try database.rows(
                """
                SELECT widgetID, language, content, stamp, made, staleReason FROM snapshot
                ORDER BY widgetID, language
                """
            ).map(Self.snapshot)
        }
    }

    /// Forgets a widget: its snapshots and its ledger.
    package func forget(_ widget: WidgetID) async throws(StoreError) {
        try await access("forgetting a widget") { database in
            try database.run("DELETE FROM snapshot WHERE widgetID = ?", [widget.rawValue])
            try database.run("DELETE FROM ledger WHERE widgetID = ?", [widget.rawValue])
        }
    }

    private static func snapshot(_ row: Row) throws -> StoredSnapshot {
        let widget: String = row[0]
        let content: String = row[2]
        do {
            return StoredSnapshot(
                widget: WidgetID(widget),
                language: row[1],
                content: try JSONValue(parsing: content),
                stamp: Revision(row[3]),
                made: Date(storedMilliseconds: row[4]),
                staleReason: row[5]
            )
        } catch {
            throw StoreError.damaged("a snapshot of \(widget)")
        }
    }
}
