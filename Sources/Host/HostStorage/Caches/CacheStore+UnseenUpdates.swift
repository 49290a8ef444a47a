package import FoundationEssentials
import GRDB
package import JSON
import SQLiteSupport
package import TodayProtocol

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
    /// Replaces the stored value of a widget without waiting; a failure is logged.
    ///
    /// A later read includes it.
    package func record(_ updates: StoredUnseenUpdates) {
        enqueue("writing the unseen updates") { database in
            try database.run(
                "INSERT OR REPLACE INTO unseenUpdates (widgetID, day, used, last) VALUES (?, ?, ?, ?)",
                [updates.widget.rawValue, updates.day, updates.used, updates.last?.storedMilliseconds]
            )
        }
    }

    /// Reads the values of all widgets.
    package func allUnseenUpdates() async throws(StoreError) -> [StoredUnseenUpdates] {
        try await access("reading the unseen updates") { database in
            try database.rows("SELECT widgetID, day, used, last FROM unseenUpdates ORDER BY widgetID").map {
                let last: Int64? = $0[3]
                return StoredUnseenUpdates(
                    widget: WidgetID($0[0] as String),
                    day: $0[1],
                    used: $0[2],
                    last: last.map { Date(storedMilliseconds: $0) }
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

    /// Reads the person's use of the screen; `nil` if none is stored or it cannot be parsed.
    package func usage() async throws(StoreError) -> JSONValue? {
        try await access("reading the usage of the screen") { database in
            guard let text: String = try database.row("SELECT value FROM screenUsage")?[0] else { return nil }
            return try? JSONValue(parsing: text)
        }
    }
}
