package import FoundationEssentials
import GRDB
package import JSON
import SQLiteSupport
package import TodayProtocol

/// The last valid content of a widget in one language.
package struct StoredSnapshot: Hashable, Sendable {
    package var widget: WidgetID
    /// The language of the content, a BCP 47 tag.
    package var language: String
    /// The content as JSON, opaque to the store.
    package var content: JSONValue
    /// The revision of the durable store at the start of the update that made the content.
    package var stamp: Revision
    /// Time at which it was created, in whole milliseconds.
    package var made: Date

    package init(widget: WidgetID, language: String, content: JSONValue, stamp: Revision, made: Date) {
        self.widget = widget
        self.language = language
        self.content = content
        self.stamp = stamp
        self.made = made
    }
}

extension CacheStore {
    /// The largest size of a snapshot's content, in bytes of JSON.
    package static let snapshotBytes = 1024 * 1024

    /// Stores a snapshot unless one with a later stamp is stored.
    ///
    /// - Returns: `true` if it was stored.
    /// - Throws: ``StoreError`` with code `limitExceeded` if the content is larger than ``snapshotBytes``, or if the
    ///   disk failed.
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
                INSERT INTO snapshot (widgetID, language, content, stamp, made) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (widgetID, language) DO UPDATE SET content = excluded.content, stamp = excluded.stamp,
                    made = excluded.made
                WHERE excluded.stamp >= stamp
                """,
                [
                    snapshot.widget.rawValue, snapshot.language, text, snapshot.stamp.number,
                    snapshot.made.storedMilliseconds,
                ]
            ) > 0
        }
    }

    /// Reads every widget's snapshots in all languages.
    package func allSnapshots() async throws(StoreError) -> [StoredSnapshot] {
        try await access("reading snapshots") { database in
            try database.rows(
                "SELECT widgetID, language, content, stamp, made FROM snapshot ORDER BY widgetID, language"
            ).map(Self.snapshot)
        }
    }

    /// Deletes the snapshots, the ledger and the update budget of a widget.
    package func forget(_ widget: WidgetID) async throws(StoreError) {
        try await access("forgetting a widget") { database in
            try database.run("DELETE FROM snapshot WHERE widgetID = ?", [widget.rawValue])
            try database.run("DELETE FROM ledger WHERE widgetID = ?", [widget.rawValue])
            try database.run("DELETE FROM unseenUpdates WHERE widgetID = ?", [widget.rawValue])
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
                made: Date(storedMilliseconds: row[4])
            )
        } catch {
            throw StoreError.damaged("a snapshot of \(widget)")
        }
    }
}
