import FoundationEssentials
import GRDB
import SQLiteSupport

extension CloudStore {
    /// How many bytes the selections of a page of pushes have together, unless the first one alone has more.
    package static let selectionLimit = 1024 * 1024

    /// The next pushes that have not reached all of their audience: one app's after the other's, the oldest of each
    /// first.
    ///
    /// - Parameters:
    ///   - last: The app whose turn was the last one: the app with the next number comes first, and it comes last.
    ///   - limit: How many at most; there are fewer if their selections are large.
    /// - Returns: The pushes; none if none waits.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func pendingPushes(
        after last: AppNumber = AppNumber(0),
        limit: Int
    ) async throws(CloudStoreError) -> [UnfinishedPush] {
        try await read { database in
            var page = PendingPage(room: limit)
            // Two range scans of one index: a single one could not begin in the middle.
            try page.take("push.appNumber > ?", last, from: database)
            try page.take("push.appNumber <= ?", last, from: database)
            return page.pushes
        }
    }
}

/// A page of pushes that is being read.
private struct PendingPage {
    /// How many more may come.
    var room: Int
    var pushes: [UnfinishedPush] = []
    private var size = 0

    init(room: Int) { self.room = room }

    mutating func take(_ condition: String, _ last: AppNumber, from database: Database) throws {
        guard room > 0 else { return }
        // A cross join is never turned around, so that the order is that of the index.
        let cursor = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT push.number, push.appNumber, app.name AS appName, place, selection, content.expires,
                    messageNumber FROM push CROSS JOIN app ON app.number = push.appNumber
                    LEFT JOIN content ON content.number = push.contentNumber
                    WHERE place IS NOT NULL AND \(condition) ORDER BY push.appNumber, push.number LIMIT ?
                    """
            ),
            arguments: [last, room]
        )
        while let row = try cursor.next() {
            let push = UnfinishedPush(
                number: row["number"],
                app: row["appNumber"],
                appName: row["appName"],
                place: ChannelNumber(row["place"]),
                selection: row["selection"],
                // Without its content the push is too old.
                expires: row.optionalDate("expires") ?? .distantPast,
                hasMessage: row["messageNumber"] != nil as Int64?
            )
            size += push.selection.utf8.count
            guard pushes.isEmpty || size <= CloudStore.selectionLimit else {
                room = 0
                return
            }
            pushes.append(push)
            room -= 1
        }
    }
}
