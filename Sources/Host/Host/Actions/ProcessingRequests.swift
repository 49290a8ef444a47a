import AsyncPrimitives
import Foundation
import HostClock
import Synchronization
import TodayProtocol

/// The pending requests to run apps for their action queues, other than those that enqueued actions imply.
///
/// They are kept in memory only; after a restart of the host, the stored actions start their apps.
final class ProcessingRequests: Sendable {
    /// One or several merged requests for an app.
    struct Request: Hashable, Sendable {
        var number: Int
        var reason: ProcessingReason
        /// Actions whose last attempt failed before this time are retried at once; `nil` respects every back-off.
        var ignoresBackoffBefore: Date?
        var runsWithoutActions: Bool
    }

    /// The apps that may have something to process.
    let queue: KeyedSerialQueue<AppID>
    private let clock: any WallClock
    private let state = Mutex<(last: Int, requests: [AppID: Request])>((0, [:]))

    init(clock: any WallClock, retryClock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
        queue = KeyedSerialQueue(clock: retryClock)
    }

    /// Requests that an app process its queue soon, or run even if its queue is empty; merged with a pending request.
    ///
    /// A widget's request respects the back-off of failed actions, so that it cannot use up their attempts.
    func add(_ app: AppID, _ reason: ProcessingReason, runsWithoutActions: Bool = false) {
        let now = clock.now
        state.withLock { state in
            state.last += 1
            let waiting = state.requests[app]
            state.requests[app] = Request(
                number: state.last,
                reason: reason,
                ignoresBackoffBefore: reason == .wake ? waiting?.ignoresBackoffBefore : now,
                runsWithoutActions: runsWithoutActions || waiting?.runsWithoutActions ?? false
            )
        }
        queue.add(app)
    }

    func wake(_ app: AppID) { add(app, .wake, runsWithoutActions: true) }

    func request(for app: AppID) -> Request? { state.withLock { $0.requests[app] } }

    /// Records that the app ran for a request, so that an empty queue needs no other run.
    func didRun(_ app: AppID) { state.withLock { $0.requests[app]?.runsWithoutActions = false } }

    func finish(_ request: Request, of app: AppID) {
        state.withLock { state in
            if state.requests[app]?.number == request.number { state.requests[app] = nil }
        }
    }
}
