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

    /// Stores a snapshot unless one with a later stamp is stored; returns `true` if it was stored.
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

/// The use of a widget's budget for updates while no page shows the screen.
package struct StoredUnseenUpdates: Hashable, Sendable {
    package var widget: WidgetID
    /// Civil day of the newest update, such as `2026-11-21`; empty if there was none.
    package var day: String
    /// Number of updates that began on that day.
    package var used: Int
    /// Time at which the newest update began, in whole milliseconds.
    package var last: Date?

    package init(widget: WidgetID, day: String, used: Int, last: Date?) {
        self.widget = widget
        self.day = day
        self.used = used
        self.last = last
    }
}

extension CacheStore {
    /// Replaces the stored value of a widget without waiting; a failure is logged, and a later read includes it.
    package func record(_ updates: StoredUnseenUpdates) {
        enqueue("writing the unseen updates") { database in
            try database.run(
                "INSERT OR REPLACE INTO unseenUpdates (widgetID, day, used, last) VALUES (?, ?, ?, ?)",
                [updates.widget.rawValue, updates.day, updates.used, updates.last?.storedMilliseconds]
            )
        }
    }

    package func allUnseenUpdates() async throws(StoreError) -> [StoredUnseenUpdates] {
        try await access("reading the unseen updates") { database in
            try database.rows("SELECT widgetID, day, used, last FROM unseenUpdates ORDER BY widgetID").map {
                StoredUnseenUpdates(
                    widget: WidgetID($0[0] as String),
                    day: $0[1],
                    used: $0[2],
                    last: $0.date(3)
                )
            }
        }
    }

    /// Stores the person's use of the screen, as opaque JSON, without waiting; a failure is logged.
    package func recordUsage(_ usage: JSONValue) {
        let text = usage.jsonText
        enqueue("writing the usage of the screen") { database in
            try database.run("INSERT OR REPLACE INTO screenUsage (id, value) VALUES (1, ?)", [text])
        }
    }

    package func usage() async throws(StoreError) -> JSONValue? {
        try await access("reading the usage of the screen") { database in
            guard let text: String = try database.row("SELECT value FROM screenUsage")?[0] else { return nil }
            return try? JSONValue(parsing: text)
        }
    }
}
