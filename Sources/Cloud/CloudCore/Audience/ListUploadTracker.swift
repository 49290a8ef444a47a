package import CloudStorage
import Foundation
import Synchronization

/// Limits simultaneous uploads of static lists, and keeps the times at which replaced members can be swept.
package final class ListUploadTracker: Sendable {
    /// The largest number of simultaneous uploads in the whole cloud; an app has at most one.
    package static let limit = 2
    /// The delay after which a client should retry, in seconds.
    static let retryDelay = 5

    private struct State {
        var apps: Set<AppNumber> = []
        var nextSweep: Date?
        var lastSweep: Date?
    }

    private let state = Mutex(State())

    package init() {}

    /// Runs an upload, including the reading of its body.
    ///
    /// - Throws: ``CloudError`` `tooMany` if another upload of the app runs, `unavailable` if ``limit`` of others do.
    package func run<Value>(of app: AppNumber, _ work: () async throws -> Value) async throws -> Value {
        try begin(app)
        defer { state.withLock { _ = $0.apps.remove(app) } }
        return try await work()
    }

    private func begin(_ app: AppNumber) throws(CloudError) {
        try state.withLock { state throws(CloudError) in
            guard !state.apps.contains(app) else {
                throw CloudError(
                    .tooMany,
                    "Another list of this app is being uploaded; send this one when that is answered.",
                    retryAfter: Self.retryDelay
                )
            }
            guard state.apps.count < Self.limit else {
                throw CloudError(
                    .unavailable,
                    "Other lists are being uploaded; send this one a little later.",
                    retryAfter: Self.retryDelay
                )
            }
            state.apps.insert(app)
        }
    }

    func scheduleSweep(at date: Date) {
        state.withLock { state in
            state.nextSweep = min(state.nextSweep ?? date, date)
            state.lastSweep = max(state.lastSweep ?? date, date)
        }
    }

    var nextSweep: Date? { state.withLock(\.nextSweep) }

    /// Returns `true` if a sweep is due, and counts it as done; of the later ones only the last remains scheduled.
    func claimDueSweep(_ now: Date) -> Bool {
        state.withLock { state in
            guard let next = state.nextSweep, next <= now else { return false }
            if let last = state.lastSweep, last <= now { state.lastSweep = nil }
            state.nextSweep = state.lastSweep
            return true
        }
    }
}
