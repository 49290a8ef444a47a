import AsyncPrimitives
import Foundation
import HostClock
import HostStorage
import Logging
import TodayProtocol

/// Has apps started at the times that they have asked for.
///
/// The times are in the store, which removes one when its app has run after it. An app that could not be run is asked again
/// after ``retryDelay``, and once more after a restart of the host.
struct ScheduledWakes: Sendable {
    /// How long after an attempt an app that has not run is asked again, in seconds.
    static let retryDelay = 600.0

    let store: DurableStore
    let requests: ProcessingRequests
    /// Whether an app may be started at a time; the person may have revoked that since it set one.
    let mayRun: @Sendable (AppID) -> Bool
    let clock: any WallClock
    let logger: Logger

    /// Waits for the times until the task is cancelled.
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
