import AsyncPrimitives
import Foundation
import HostClock
import HostStorage
import Logging
import TodayProtocol

/// Starts apps at the times that they have requested.
///
/// The store keeps the times, and removes one once its app has run after it. An app that could not run is retried every
/// ``retryDelay``, and after a restart of the host.
struct ScheduledWakes: HostPart {
    static let retryDelay = 600.0

    let services: HostDependencies
    let changed = Signal()

    func didCommit(_ commit: Commit) {
        for case .scheduledWake in commit.changes { changed.raise() }
    }

    func run() async {
        var attempts: [AppID: (date: Date, attempt: Date)] = [:]
        await services.clock.follow(changed, services.logger, failure: "The times of apps cannot be read") {
            (now) throws(StoreError) in
            var next: Date?
            for (app, date) in try await services.durable.read({ try $0.scheduledWakes() }) {
                var due = date
                if let last = attempts[app], last.date == date { due = last.attempt + Self.retryDelay }
                if due <= now {
                    // The person may have revoked the right since the time was set.
                    if services.registry.app(app)?.refreshesInBackground ?? false { services.processing.wake(app) }
                    attempts[app] = (date, now)
                    due = now + Self.retryDelay
                }
                next = [next, due].compactMap(\.self).min()
            }
            return next
        }
    }
}
