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
struct ScheduledWakes: Sendable {
    /// The delay before an app that has not run is started again, in seconds.
    static let retryDelay = 600.0

    let store: DurableStore
    let requests: ProcessingRequests
    /// Returns `true` if an app may be started at a scheduled time; the person may have revoked the right since it was
    /// set.
    let mayRun: @Sendable (AppID) -> Bool
    let clock: any WallClock
    let logger: Logger

    /// Starts apps when they are due, until the task is cancelled.
    func run() async {
        let changed = Signal()
        let observation = store.observe { commit in
            for case .scheduledWake in commit.changes { changed.raise() }
        }
        defer { observation.cancel() }
        var attempts: [AppID: (date: Date, attempt: Date)] = [:]
        while !Task.isCancelled {
            let now = clock.now
            var next: Date?
            do throws(StoreError) {
                for (app, date) in try await store.read({ try $0.scheduledWakes() }) {
                    var due = date
                    if let last = attempts[app], last.date == date { due = last.attempt + Self.retryDelay }
                    if due <= now {
                        if mayRun(app) { requests.add(app, .wake, runsWithoutActions: true) }
                        attempts[app] = (date, now)
                        due = now + Self.retryDelay
                    }
                    next = [next, due].compactMap(\.self).min()
                }
            } catch {
                guard error.code != .closed else { return }
                logger.error("The times of apps cannot be read", metadata: ["error": "\(error)"])
                next = now + Self.retryDelay
            }
            _ = await clock.wait(until: next, or: changed)
        }
    }
}
