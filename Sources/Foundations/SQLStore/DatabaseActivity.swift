package import PrometheusMetrics

/// What a database has done since it was opened.
package final class DatabaseActivity: Sendable {
    /// The writes in committed transactions; several may share one.
    package let writes = Counter()
    /// How long the commits of writes took, without the statements before them.
    package let commits = Histogram(bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])
    /// The transactions that failed only because of others at the same time; never with SQLite, which has one writer.
    package let conflicts = Counter()

    func recordCommit(of count: Int, since start: ContinuousClock.Instant) {
        commits.observe(start.duration(to: .now))
        writes.add(count)
    }
}
