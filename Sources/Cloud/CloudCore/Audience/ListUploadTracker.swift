package import CloudStorage
import Foundation
import Synchronization

/// Bounds how many uploads of static lists go on at once, and knows when something of lists is to be swept.
package final class ListUploadTracker: Sendable {
    /// How many uploads go on at once in the whole cloud; an app has one of them at most.
    package static let limit = 2
    /// After how many seconds it is worth another try.
    static let pause = 5

    private struct State {
        var apps: Set<AppNumber> = []
        var nextSweep: Date?
        var lastSweep: Date?
    }

    private let state = Mutex(State())

    /// Makes one without uploads.
    package init() {}

    /// Does the work of an upload, from reading its body on.
    ///
    /// - Parameters:
    ///   - app: Whose list it is.
    ///   - work: The work.
    /// - Returns: What the work returned.
    /// - Throws: ``CloudError`` with code `tooMany` if another upload of the app goes on, and with `unavailable` if
    ///   ``limit`` of other apps do; what the work throws.
    package func run<Value>(of app: AppNumber, _ work: () async throws -> Value) async throws -> Value {
        try begin(app)
        defer { end(app) }
        return try await work()
    }

    private func begin(_ app: AppNumber) throws(CloudError) {
        try state.withLock { state throws(CloudError) in
            guard !state.apps.contains(app) else {
                throw CloudError(
                    .tooMany,
                    "Another list of this app is being uploaded; send this one when that is answered.",
                    retryAfter: Self.pause
                )
            }
            guard state.apps.count < Self.limit else {
                throw CloudError(
                    .unavailable,
                    "Other lists are being uploaded; send this one a little later.",
                    retryAfter: Self.pause
                )
            }
            state.apps.insert(app)
        }
    }

    private func end(_ app: AppNumber) { state.withLock { _ = $0.apps.remove(app) } }

    // MARK: - Sweeping

    /// Notes that something can be swept from a date on.
    func note(_ date: Date) {
        state.withLock { state in
            state.nextSweep = min(state.nextSweep ?? date, date)
            state.lastSweep = max(state.lastSweep ?? date, date)
        }
    }

    /// When something can be swept next; none if nothing is known of.
    var nextSweep: Date? { state.withLock(\.nextSweep) }

    /// Whether something can be swept; it then counts as swept, and the rest is swept with the last of it.
    func claimDueSweep(_ now: Date) -> Bool {
        state.withLock { state in
            guard let next = state.nextSweep, next <= now else { return false }
            if let last = state.lastSweep, last <= now { state.lastSweep = nil }
            state.nextSweep = state.lastSweep
            return true
        }
    }
}
