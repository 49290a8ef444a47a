package import FoundationEssentials
import GRDB
package import JSON
import SQLiteSupport
package import TodayProtocol

/// The updates of one widget that ran while nobody watched.
package struct StoredUnseenUpdates: Hashable, Sendable {
    package var widget: WidgetID
    /// The civil day of the newest one, such as `2026-11-21`; empty if there was none.
    package var day: String
    /// How many began on that day.
    package var used: Int
    /// When the newest one began, in whole milliseconds.
    package var last: Date?

    package init(widget: WidgetID, day: String, used: Int, last: Date?) {
        self.widget = widget
        self.day = day
        self.used = used
        self.last = last
    }
}

extension CacheStore {
    /// Stores the updates of a widget without waiting, in place of what was stored of it; a failure is logged.
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

    /// Reads the updates of every widget.
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

    /// Stores how the person uses the screen without waiting, as JSON that is opaque to the store; a failure is logged.
    package func recordUsage(_ usage: JSONValue) {
        let text = usage.jsonText
        enqueue("writing the usage of the screen") { database in
            try database.run("INSERT OR REPLACE INTO screenUsage (id, value) VALUES (1, ?)", [text])
        }
    }

    /// Reads how the person uses the screen; `nil` if nothing is known or it cannot be parsed.
    package func usage() async throws(StoreError) -> JSONValue? {
        try await access("reading the usage of the screen") { database in
            guard let text: String = try database.row("SELECT value FROM screenUsage")?[0] else { return nil }
            return try? JSONValue(parsing: text)
        }
    }
}
