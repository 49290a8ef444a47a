package import FoundationEssentials
package import PrometheusMetrics
import SQLStore
import SQLiteSupport

/// What waits in the database.
package struct CloudBacklog: Sendable {
    /// The number of pushes that have not reached all of their audience, up to ``CloudStore/backlogLimit``.
    package var pushes: Int
    /// When the oldest of them was accepted; `nil` if there is none.
    package var oldestPush: Date?
    /// The number of notifications in the outbox for APNs and for webhooks, up to ``CloudStore/backlogLimit`` together.
    package var outbox: (apns: Int, webhooks: Int)
}

/// What an operator may want to know of the database.
extension CloudStore {
    /// The number up to which waiting rows are counted, so that it is quick however many there are.
    package static let backlogLimit = 100_000

    /// The metrics of this process's use of the database, without reading it.
    package var metrics: [MetricFamily] {
        let activity = database.activity
        return [
            MetricFamily(
                "today_cloud_database_commit_duration_seconds",
                "How long commits took, without the statements before them.",
                activity.commits
            ),
            MetricFamily(
                "today_cloud_database_writes_total",
                "Writes in these commits; several share one.",
                activity.writes
            ),
            MetricFamily(
                "today_cloud_database_conflicts_total",
                "Transactions that PostgreSQL ended because of others, and that were then repeated.",
                activity.conflicts
            ),
            MetricFamily(
                "today_cloud_database_errors_total",
                .counter,
                "Failed reads and writes; overloaded if too many waited, so that the database did not see them.",
                [(.overloaded, "overloaded"), (.diskFull, "disk_full"), (.unavailable, "unavailable")].map {
                    (code: CloudStoreError.Code, reason) in
                    MetricFamily.Sample(["reason": reason], Double(errors[code]?.value ?? 0))
                }
            ),
            MetricFamily(
                "today_cloud_database_queue_length",
                .gauge,
                "Operations that wait for the writer or, with PostgreSQL, for a connection.",
                Double(database.queueLength)
            ),
        ]
    }

    /// Counts what waits; it takes some milliseconds.
    package func backlog() async throws(CloudStoreError) -> CloudBacklog {
        try await read { database in
            let waiting = "FROM push WHERE place IS NOT NULL"
            // The oldest of each app is the first in the index of waiting pushes.
            let oldest: Int64? = try database.value(
                """
                SELECT MIN(oldest.created) FROM (SELECT (SELECT created \(waiting) AND appNumber = app.number
                ORDER BY number LIMIT 1) AS created FROM app) AS oldest
                """
            )
            var outbox = (apns: 0, webhooks: 0)
            let counts = try database.map(
                "SELECT type, COUNT(*) FROM (SELECT type FROM outboxDelivery LIMIT ?) AS delivery GROUP BY type",
                [Self.backlogLimit]
            ) { row in (type: row[0] as String, count: row[1] as Int) }
            for (type, count) in counts {
                if type == APNsAccount.channelType { outbox.apns += count } else { outbox.webhooks += count }
            }
            return CloudBacklog(
                pushes: try database.count("(SELECT 1 \(waiting) LIMIT ?) AS waiting", [Self.backlogLimit]),
                oldestPush: oldest.map(Date.init(storedMilliseconds:)),
                outbox: outbox
            )
        }
    }
}
