import FoundationEssentials
import GRDB

extension CloudStore {
    /// The largest total size of the selections of a page of pushes, in bytes; a page always has at least one push.
    package static let selectionLimit = 1024 * 1024

    /// Returns at most `limit` of the pushes that have not reached all of their audience, ordered by app and then by
    /// age; fewer if their selections are large, and none only if all pushes are finished.
    ///
    /// The order begins with the app after the last one that had its turn, and ends with that one.
    package func pendingPushes(
        after last: AppNumber = AppNumber(0),
        limit: Int
    ) async throws(CloudStoreError) -> [UnfinishedPush] {
        try await read { database in
            var page = PendingPage(remaining: limit)
            // Two range scans of one index, since a single one cannot begin in the middle and wrap around.
            try page.take("push.appNumber > ?", last, from: database)
            try page.take("push.appNumber <= ?", last, from: database)
            return page.pushes
        }
    }
}

/// A page of unfinished pushes while it is read.
private struct PendingPage {
    /// The number of pushes that may still be added.
    var remaining: Int
    var pushes: [UnfinishedPush] = []
    private var size = 0

    init(remaining: Int) { self.remaining = remaining }

    mutating func take(_ condition: String, _ last: AppNumber, from database: Database) throws {
        guard remaining > 0 else { return }
        // SQLite never reorders a cross join, so the order is that of the index.
        let cursor = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT push.number, push.appNumber, app.name AS appName, place, selection, content.expires,
                    messageNumber FROM push CROSS JOIN app ON app.number = push.appNumber
                    LEFT JOIN content ON content.number = push.contentNumber
                    WHERE place IS NOT NULL AND \(condition) ORDER BY push.appNumber, push.number LIMIT ?
                    """
            ),
            arguments: [last, remaining]
        )
        while let row = try cursor.next() {
            let push = UnfinishedPush(
                number: row["number"],
                app: row["appNumber"],
                appName: row["appName"],
                cursor: ChannelNumber(row["place"]),
                selection: row["selection"],
                // The content was removed, so the push has expired.
                expires: row.optionalDate("expires") ?? .distantPast,
                hasMessage: row["messageNumber"] != nil as Int64?
            )
            size += push.selection.utf8.count
            guard pushes.isEmpty || size <= CloudStore.selectionLimit else {
                remaining = 0
                return
            }
            pushes.append(push)
            remaining -= 1
        }
    }
}
